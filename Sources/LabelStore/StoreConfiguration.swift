/// The limits of a `SQLiteStore`.
public struct StoreConfiguration: Equatable, Sendable {
  /// A commit that takes longer is reported. Default 100 ms.
  public var slowCommit: Duration = .milliseconds(100)
  /// Writes that may wait for a commit or be in it; one more is answered with `temporary`. Default 10,000.
  public var waitingWrites = 10_000
  /// Writes that share one commit; the rest waits for the next. Default 1,000.
  public var writesPerCommit = 1_000
  /// Pages of 4 KiB in the write-ahead log from which it is checkpointed when nothing waits. Default 1,000 (4 MB).
  public var checkpointPages = 1_000
  /// Pages in the write-ahead log from which it is checkpointed although writes wait. Default 16,000 (64 MB).
  public var urgentCheckpointPages = 16_000
  /// Bytes in a piece of a snapshot, so that no piece holds up other writes; more is refused. Default 1 MiB.
  public var snapshotPieceBytes = 1 << 20
  /// Bytes in the body of a log entry or an outcome; more is refused. Default 4 MiB.
  public var bodyBytes = 4 << 20
  /// Lists, provisional ones included; one more is `tooManyLists`. Default 100,000.
  public var lists = 100_000
  /// Clients that a list remembers; beyond it, the one that has not come for the longest time is forgotten, and is told
  /// that it has expired when it comes again. Default 100,000.
  public var clientsPerList = 100_000
  /// Rows in one page of the log or of the lists; a larger request gets this many. Default 10,000.
  public var pageRows = 10_000
  /// Bytes of bodies after which a page of the log ends. Default 4 MiB.
  public var pageBytes = 4 << 20

  /// The defaults.
  public init() {}
}
