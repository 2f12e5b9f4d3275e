/// The limits of a `SQLiteStore`.
public struct StoreConfiguration: Equatable, Sendable {
  /// A commit that takes longer is reported. Default 100 ms.
  public var slowCommit: Duration = .milliseconds(100)
  /// Writes that may wait for a commit or be in it; one more is answered with `temporary`. Default 10,000.
  public var waitingWrites = 10_000
  /// Writes that share one commit; the rest waits for the next. Default 1,000.
  public var writesPerCommit = 1_000
  /// Pages of 4 KiB in the write-ahead log from which it is checkpointed when nothing waits. Default 250 (1 MB):
  /// few enough that nobody feels one, some 2 ms.
  public var checkpointPages = 250
  /// Pages in the write-ahead log from which it is checkpointed although writes wait. Default 16,000 (64 MB).
  public var urgentCheckpointPages = 16_000
  /// Bytes in a piece of a snapshot, so that no piece holds up other writes; more is refused. Default 1 MiB.
  public var snapshotPieceBytes = 1 << 20
  /// Log entries trimmed in one commit, so that none holds up other writes. Default 100: measured with small entries on two
  /// busy cores, that many take the writer 2 ms besides the sync.
  public var trimPieceEntries = 100
  /// Bytes of bodies after which a piece of trimming ends, for the same reason; a single larger one takes as long as it
  /// takes, 9 ms for a megabyte. Default 256 KiB.
  public var trimPieceBytes = 256 << 10
  /// Bytes in the body of a log entry or an outcome; more is refused. Default 4 MiB.
  public var bodyBytes = 4 << 20
  /// Lists, provisional ones included; one more is `tooManyLists`. Default 100,000.
  public var lists = 100_000
  /// Clients that a list remembers; beyond it, the one that has not come for the longest time is forgotten, and is told
  /// that it has expired when it comes again. Default 100,000.
  public var clientsPerList = 100_000
  /// Bytes of a person's name and color; more is refused. Default 1 KiB.
  public var personBytes = 1 << 10
  /// Bytes of a list's title; more is refused. Default 4 KiB.
  public var titleBytes = 4 << 10
  /// Rows in one page of the log or of the lists; a larger request gets this many. Default 10,000.
  public var pageRows = 10_000
  /// Bytes of bodies after which a page of the log, or an answer with the entries of some edits, ends. Default 4 MiB.
  public var pageBytes = 4 << 20
  /// Edits whose entries are looked up at once; a longer request gets this many. Default 64.
  public var entriesPerLookup = 64

  /// The defaults.
  public init() {}
}
