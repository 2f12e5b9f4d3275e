public import Labels

/// A list as the store holds it; the log behind the snapshot completes it.
public struct StoredList: Equatable, Sendable {
  /// Its properties.
  public var record: ListRecord
  /// Its newest complete snapshot; nil before the first.
  public var snapshot: StoredSnapshot?

  /// A list with a snapshot.
  public init(record: ListRecord, snapshot: StoredSnapshot?) {
    self.record = record
    self.snapshot = snapshot
  }
}

/// A whole list at a revision.
public struct StoredSnapshot: Equatable, Sendable {
  /// The revision of its content.
  public var revision: Revision
  /// The hash at that revision.
  public var hash: UInt64
  /// The encoded content, in the pieces in which it was put.
  public var pieces: [[UInt8]]

  /// A snapshot of these parts.
  public init(revision: Revision, hash: UInt64, pieces: [[UInt8]]) {
    self.revision = revision
    self.hash = hash
    self.pieces = pieces
  }
}
