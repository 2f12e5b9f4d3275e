import LabelEngine
@testable import LabelServer
import Testing

@Suite("Rounds of writes to all")
struct FanOutRoundsTests {
  private let start = ContinuousClock.now
  private let sessions = (1...5).map { SessionID($0) }

  /// Whose last round took 8 ms, from 0 to 3 ms and from 5 to 10 ms.
  private var rounds: FanOutRounds {
    var rounds = FanOutRounds()
    rounds.begin(sessions)
    for _ in 1...3 { _ = rounds.next() }
    rounds.wrote(from: start, until: start + .milliseconds(3))
    for _ in 4...5 { _ = rounds.next() }
    rounds.wrote(from: start + .milliseconds(5), until: start + .milliseconds(10))
    return rounds
  }

  @Test("Each has its turn once, however many turns of the loop a round takes")
  func everybodyHasATurn() {
    var rounds = FanOutRounds()
    #expect(!rounds.isUnderWay && rounds.next() == nil)
    rounds.begin(sessions)
    var seen: [SessionID] = []
    while let session = rounds.next() {
      seen.append(session)
      #expect(rounds.isUnderWay == (seen.count < 5))
      rounds.wrote(from: start, until: start + .milliseconds(1))
    }
    #expect(seen == sessions)
    rounds.begin([sessions[2]])
    #expect(rounds.next() == sessions[2])
  }

  @Test("Nobody waits for a first round")
  func firstRound() {
    #expect(FanOutRounds().pause(until: start, whileMoreComes: true) == nil)
  }

  @Test(
    "While more comes, the next round waits for as long as the writes of the last one took",
    arguments: [(10, 8), (11, 7), (17, 1)])
  func nextRoundWaits(milliseconds: Int, left: Int) {
    let pause = rounds.pause(until: start + .milliseconds(milliseconds), whileMoreComes: true)
    #expect(pause == .milliseconds(left))
  }

  @Test("It waits no longer than that", arguments: [18, 19, 1_000])
  func pauseEnds(milliseconds: Int) {
    #expect(rounds.pause(until: start + .milliseconds(milliseconds), whileMoreComes: true) == nil)
  }

  @Test("What nothing follows does not wait", arguments: [10, 11, 17])
  func loneEdit(milliseconds: Int) {
    #expect(rounds.pause(until: start + .milliseconds(milliseconds), whileMoreComes: false) == nil)
  }

  @Test("Each round counts anew")
  func lastRoundCounts() {
    var rounds = rounds
    rounds.begin(sessions)
    while rounds.next() != nil {}
    rounds.wrote(from: start + .milliseconds(20), until: start + .milliseconds(21))
    #expect(rounds.pause(until: start + .milliseconds(21), whileMoreComes: true) == .milliseconds(1))
    #expect(rounds.pause(until: start + .milliseconds(22), whileMoreComes: true) == nil)
  }
}
