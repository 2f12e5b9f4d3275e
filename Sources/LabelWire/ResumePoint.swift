public import Labels

/// Where a replica stands in the history of a list.
public struct ResumePoint: Equatable, Sendable {
  /// The list, whatever its alias names now.
  public var list: ListID
  /// Renewed when a backup is restored.
  public var epoch: String
  /// The last change that the replica holds.
  public var revision: Revision
  /// The hash chained up to that change.
  public var hash: UInt64

  /// A point in a history.
  public init(list: ListID, epoch: String, revision: Revision, hash: UInt64) {
    self.list = list
    self.epoch = epoch
    self.revision = revision
    self.hash = hash
  }
}

extension ResumePoint {
  /// Writes the four fields into the object at hand.
  func write(to writer: inout JSONWriter) {
    writer.field("list", list)
    writer.field("epoch", epoch)
    writer.field("revision", revision)
    writer.field("hash", ChainHash.text(hash))
  }
}
