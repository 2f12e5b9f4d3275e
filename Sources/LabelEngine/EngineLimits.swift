public import Labels

/// What a list's engine holds at most. Every limit has a flag of `colabel serve`.
public struct EngineLimits: Equatable, Sendable {
  /// What the list may hold.
  public var list = ListLimits()
  /// Edits of one client sent and not acknowledged; one more closes its connection with `tooManyOpen`. Default 256.
  public var openEdits = 256
  /// Bytes of one message; the network answers more with 1009. Default 256 KiB.
  public var messageBytes = 256 << 10
  /// Bytes of edits queued on a list; beyond it, connections that send are not read until the queue has been taken.
  /// Default 4 MiB.
  public var queuedBytes = 4 << 20
  /// Bytes of outcomes that wait for one connection; more closes it with `tooSlow`. Default 1 MiB.
  public var ownBytes = 1 << 20
  /// Bytes of a list's fan-out log kept for connections that lag; who lags further is resynced. Default 4 MiB.
  public var fanOutBytes = 4 << 20
  /// Bytes of it kept when nobody lags, for those who come back soon. Default 256 KiB.
  public var resumeBytes = 256 << 10
  /// Log entries that a resume reads from the store; further behind, a snapshot is sent. Default 2,000.
  public var resumeEntries = 2_000
  /// About the bytes of one frame of diffs or outcomes before the next is begun; a single larger change has a frame of
  /// its own. Default 64 KiB.
  public var frameBytes = 64 << 10
  /// Bytes of one snapshot chunk before the next is begun. Default 64 KiB.
  public var chunkBytes = 64 << 10
  /// Bytes written to one connection in one turn of the loop, cut at a frame. Default 128 KiB.
  public var turnBytes = 128 << 10
  /// Resyncs of one connection without reaching the head in between; one more closes it with `tooSlow`. Default 2.
  public var resyncs = 2
  /// Bytes of log since the last stored snapshot before another is stored; a quarter of the last one's size if that
  /// is more. Default 1 MiB.
  public var snapshotAfterBytes = 1 << 20

  /// The most bytes that the effects of one edit take in the log, for the store: a removal of many long names, each of
  /// their bytes escaped.
  public var changeBytes: Int { list.labelsPerEdit * (6 * list.nameBytes + 512) }

  /// The defaults.
  public init() {}
}
