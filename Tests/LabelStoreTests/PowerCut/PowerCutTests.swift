import LabelStore
import Testing

@Suite("A power cut")
struct PowerCutTests {
  private static let scenarios = (1...3 as ClosedRange<UInt64>).map { Scenario(list: $0, rounds: 3) }

  @Test("loses nothing that was confirmed, and leaves nothing half done, at whatever moment it comes")
  func nothingConfirmedIsLost() async throws {
    let run = try await PowerCutRun(Self.scenarios, synchronous: .full)
    #expect(run.images.count > 200)
    #expect(run.statistics.checkpoints > 2)
    for (index, image) in run.images.enumerated() {
      let findings = try await run.findings(in: image)
      #expect(findings == [], "image \(index)")
    }
  }

  @Test(
    "loses confirmed writes when commits are not synced, and the check finds that",
    arguments: [
      SQLiteStore.Synchronous.normal, .off,
    ])
  func withoutSyncsConfirmationsAreLost(synchronous: SQLiteStore.Synchronous) async throws {
    let run = try await PowerCutRun(Self.scenarios, synchronous: synchronous)
    var losses = 0
    for image in run.images.reversed() where losses == 0 {
      losses += try await run.findings(in: image).count { $0 == .lostConfirmation }
    }
    #expect(losses > 0)
  }
}
