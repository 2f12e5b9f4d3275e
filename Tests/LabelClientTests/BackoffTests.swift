import Testing

@testable import LabelClient

@Suite("Back-off")
struct BackoffTests {
  @Test("Waiting times double from a quarter of a second to 15 seconds, and start anew after a reset")
  func doubling() {
    var backoff = Backoff()
    let waits = (0..<8).map { _ in backoff.delay(chance: 1) }
    #expect(waits == [250, 500, 1_000, 2_000, 4_000, 8_000, 15_000, 15_000].map { .milliseconds($0) })
    backoff.reset()
    #expect(backoff.delay(chance: 1) == .milliseconds(250))
  }

  @Test("At least half of the time is waited")
  func jitter() {
    var backoff = Backoff()
    #expect(backoff.delay(chance: 0) == .milliseconds(125))
  }
}
