@testable import LabelServer
import Testing

@Suite("The pace of writing to all")
struct FanOutPaceTests {
  private let start = ContinuousClock.now

  /// Whom the last round took from 0 to 8 ms.
  private var pace: FanOutPace {
    var pace = FanOutPace()
    pace.wroteToAll(from: start, until: start + .milliseconds(8))
    return pace
  }

  @Test("Nobody waits for a first round")
  func firstRound() {
    #expect(FanOutPace().pause(until: start, whileMoreComes: true) == nil)
  }

  @Test(
    "While more comes, the next round waits for as long as the last one took",
    arguments: [(8, 8), (9, 7), (15, 1)])
  func nextRoundWaits(milliseconds: Int, left: Int) {
    let pause = pace.pause(until: start + .milliseconds(milliseconds), whileMoreComes: true)
    #expect(pause == .milliseconds(left))
  }

  @Test("It waits no longer than that", arguments: [16, 17, 1_000])
  func pauseEnds(milliseconds: Int) {
    #expect(pace.pause(until: start + .milliseconds(milliseconds), whileMoreComes: true) == nil)
  }

  @Test("What nothing follows does not wait", arguments: [8, 9, 15])
  func loneEdit(milliseconds: Int) {
    #expect(pace.pause(until: start + .milliseconds(milliseconds), whileMoreComes: false) == nil)
  }

  @Test("Each round counts anew")
  func lastRoundCounts() {
    var pace = pace
    pace.wroteToAll(from: start + .milliseconds(20), until: start + .milliseconds(21))
    #expect(pace.pause(until: start + .milliseconds(21), whileMoreComes: true) == .milliseconds(1))
    #expect(pace.pause(until: start + .milliseconds(22), whileMoreComes: true) == nil)
  }
}
