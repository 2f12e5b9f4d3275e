/// What a store did since it was opened, and how it is now.
public struct StoreStatistics: Equatable, Sendable {
  /// Durable commits.
  public var commits = 0
  /// Log entries and outcomes in them: `edits / commits` says how well commits are shared.
  public var edits = 0
  /// The most writes that shared one commit.
  public var largestGroup = 0
  /// The time that all commits took together.
  public var commitTime: Duration = .zero
  /// Commits slower than `StoreConfiguration.slowCommit`.
  public var slowCommits = 0
  /// Commits that were rolled back, and checkpoints that failed.
  public var failures = 0
  /// Complete checkpoints of the write-ahead log.
  public var checkpoints = 0
  /// Pages in the write-ahead log after the last commit.
  public var walPages = 0
  /// Writes that wait for a commit or are in it.
  public var waitingWrites = 0
  /// Why the store refuses everything; nil while it works.
  public var stopReason: String?

  /// Nothing yet.
  public init() {}
}
