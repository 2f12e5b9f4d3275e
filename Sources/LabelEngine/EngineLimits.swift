public import Labels

/// What a list's engine holds at most. Those limits that depend on the use made of a server have a flag of `colabel serve`.
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
  /// Bytes of log entries in one batch, beyond which the rest of the queue waits for the next: a few words can ask for a
  /// large change. Default 4 MiB.
  public var batchBytes = 4 << 20
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
  /// For how long a list's connections are written to, one after the other, before the loop does something else, such as reading and
  /// other lists; the rest has its turn later. Default 4 ms: some 400 connections.
  public var roundTime: Duration = .milliseconds(4)
  /// Resyncs of one connection without reaching the head in between; one more closes it with `tooSlow`. Default 2.
  public var resyncs = 2
  /// Bytes of log since the last stored snapshot before another is stored; a quarter of the last one's size if that
  /// is more. Default 1 MiB.
  public var snapshotAfterBytes = 1 << 20
  /// Changes kept in the log for undo and history, however old; those before are trimmed once a stored snapshot holds
  /// them. Default 100,000.
  public var historyEntries = 100_000
  /// Log entries of edits to be undone that are read in one go. Default 64.
  public var undoReads = 64
  /// People whose presence is told one by one; of more, only the number is. Default 200.
  public var presentPeople = 200
  /// People in one presence message. Default 100.
  public var peoplePerMessage = 100
  /// Milliseconds for which somebody counts as editing a label without saying so again. Default 15,000.
  public var editingMilliseconds: Int64 = 15_000
  /// Names of authors kept for telling who removed a label; beyond it only those of connected clients are. Default 100,000.
  public var rememberedPeople = 100_000

  /// The most bytes that the effects of one edit take in the log, for the store: a removal of many long names, each of
  /// their bytes escaped, or a sort that moves almost every label.
  public var changeBytes: Int {
    max(list.labelsPerEdit * (6 * list.nameBytes + 512), list.labelsPerSort * 512)
  }

  /// The defaults.
  public init() {}
}
