import Testing

@testable import colabel

@Suite("A fixed rate")
struct RateScheduleTests {
  @Test("Edits are due on a grid from the start on")
  func grid() {
    var schedule = RateSchedule(start: 1_000, perSecond: 4)
    var taken: [Int?] = []
    for now in [999, 1_000, 1_000, 250_001_000] { taken.append(schedule.take(by: now)) }
    #expect(taken == [nil, 1_000, nil, 250_001_000])
  }

  @Test("What was not made in time keeps the time at which it was due")
  func late() {
    var schedule = RateSchedule(start: 0, perSecond: 10)
    var due: [Int] = []
    while let next = schedule.take(by: 350_000_000) { due.append(next) }
    #expect(due == [0, 100_000_000, 200_000_000, 300_000_000])
    #expect(schedule.next == 400_000_000)
  }

  @Test("A rate that does not divide a second does not drift")
  func drift() {
    var schedule = RateSchedule(start: 0, perSecond: 3)
    for _ in 0..<3_000 { _ = schedule.take(by: .max) }
    #expect(schedule.next == 1_000_000_000_000)
  }
}
