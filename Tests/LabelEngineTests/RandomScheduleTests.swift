import Testing

/// A failure names its seed: `RandomSchedule(seed:)` with it runs the same steps.
@Suite("Schedules by chance")
struct RandomScheduleTests {
  @Test(
    "Messages, commits, cuts and restarts in any order: replicas follow, and every edit has one outcome",
    arguments: 0..<25)
  func anyOrder(group: UInt64) {
    for seed in group * 10..<group * 10 + 10 {
      do {
        var schedule = try RandomSchedule(seed: seed)
        try schedule.run(steps: 200)
        #expect(schedule.world.store.clients.count == 3, "seed \(seed)")
      } catch {
        Issue.record("seed \(seed): \(error)")
      }
    }
  }

  @Test("The schedules are worth running: each rare thing happens in some of them")
  func coverage() throws {
    var changes = 0
    var rejections = 0
    var snapshots = 0
    for seed in UInt64(0)..<10 {
      var schedule = try RandomSchedule(seed: seed)
      try schedule.run(steps: 200)
      changes += schedule.world.store.log.count
      rejections += schedule.world.reports.count
      snapshots += schedule.world.store.snapshot == nil ? 0 : 1
    }
    #expect(changes > 100)
    #expect(rejections > 25)
    #expect(snapshots > 5)
  }
}
