import Labels
import Network

/// What the clients of a run share.
@NetworkLoop final class BenchScene {
  /// Edits that a run remembers for the judge, all writers together; at that many, the writing ends early.
  nonisolated static let mostEdits = 5_000_000
  private static let mostMishaps = 1_000

  var tally = BenchTally()
  /// Edits that a writer lets wait for their outcome.
  let window: Int
  /// Whether the outcome of an edit makes its writer make another; otherwise edits come by a schedule.
  let isWindowed: Bool
  var isWriting = false
  var edits = 0
  /// What should not happen, and is not the judge's to see.
  private(set) var mishaps: [String] = []

  init(window: Int, isWindowed: Bool) {
    self.window = window
    self.isWindowed = isWindowed
  }

  /// From when a storm's clients come back; nil: there was none.
  private var stormBegan: Int?
  private var stormEnded: Int?

  func stormBegins(at time: Int) {
    stormBegan = time
    stormEnded = nil
  }

  func stormEnds(at time: Int) { stormEnded = time }

  func settled(_ outcome: Outcome, due: Int) {
    let time = BenchClock.now - due
    tally.add(outcome, afterNanoseconds: time)
    if let stormBegan, due >= stormBegan, due <= stormEnded ?? due { tally.inStorms.add(nanoseconds: time) }
  }

  func note(mishap: String) {
    if mishaps.count < Self.mostMishaps { mishaps.append(mishap) }
  }
}
