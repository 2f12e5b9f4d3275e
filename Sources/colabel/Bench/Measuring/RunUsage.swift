/// What server and generator used.
struct RunUsage {
  /// At the beginning and the end of the writing; nil if the server's process is not known.
  var serverBefore: ProcessUsage?
  var serverAfter: ProcessUsage?
  /// The most memory that was seen while the clients wrote.
  var serverMostBytes = 0
  /// Of the first half of the writing, without joins.
  var serverAtHalf: ProcessUsage?
  var ownBefore: ProcessUsage?
  var ownAfter: ProcessUsage?
  var bytesPerIdleConnection: Int?

  /// A share of a core from which the generator may be what limits a run.
  static let busyShare = 0.9

  static func share(_ before: ProcessUsage?, _ after: ProcessUsage?, of time: Duration) -> Double? {
    guard let before, let after, time > .zero else { return nil }
    return Double(after.cpu - before.cpu) / Double(BenchClock.nanoseconds(time))
  }
}
