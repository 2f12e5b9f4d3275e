import Labels

/// What was counted and measured so far.
struct BenchTally {
  private(set) var applied = 0
  private(set) var noEffect = 0
  private(set) var rejected = 0
  /// Edits of several labels with different outcomes.
  private(set) var mixed = 0
  /// From an edit's making to its outcome.
  private(set) var latency = LatencyHistogram()
  /// Changes that came to clients.
  var deliveries = 0
  /// Connections that ended while they were wanted; failed attempts to connect are not counted.
  var disconnects = 0

  var answered: Int { applied + noEffect + rejected + mixed }

  mutating func add(_ outcome: Outcome, after time: Duration) {
    switch outcome.result {
    case .applied: applied += 1
    case .noEffect: noEffect += 1
    case .rejected: rejected += 1
    case .mixed: mixed += 1
    }
    latency.add(time)
  }
}
