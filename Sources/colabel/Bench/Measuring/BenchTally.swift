import Labels

/// What was counted and measured so far.
struct BenchTally {
  private(set) var applied = 0
  private(set) var noEffect = 0
  private(set) var rejected = 0
  /// Edits of several labels with different outcomes.
  private(set) var mixed = 0
  /// From the time at which an edit was due to its outcome at its author.
  private(set) var settlement = LatencyHistogram()
  /// From the time at which an edit was due to its change's arrival at each other client.
  var delivery = LatencyHistogram()
  /// How much later than due edits were made: the generator's own fault.
  var lateness = LatencyHistogram()
  /// As `settlement`, of the edits that were due while others came back after a storm.
  var inStorms = LatencyHistogram()
  /// Changes that came to clients.
  var deliveries = 0
  /// Bytes of messages that came to clients.
  var bytes = 0
  /// Connections that ended while they were wanted; failed attempts to connect are not counted.
  var disconnects = 0

  var answered: Int { applied + noEffect + rejected + mixed }

  mutating func add(_ outcome: Outcome, afterNanoseconds time: Int) {
    switch outcome.result {
    case .applied: applied += 1
    case .noEffect: noEffect += 1
    case .rejected: rejected += 1
    case .mixed: mixed += 1
    }
    settlement.add(nanoseconds: time)
  }
}
