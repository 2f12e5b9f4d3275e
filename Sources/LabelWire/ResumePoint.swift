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

  /// Writes the four fields into the object at hand.
  func write(to writer: inout JSONWriter) {
    writer.field("list", list)
    writer.field("epoch", epoch)
    writer.field("revision", revision)
    writer.field("hash", ChainHash.text(hash))
  }
}

/// Collects a resume point; null is readable and none.
struct ResumePointFields {
  private(set) var point: ResumePoint?
  private(set) var isReadable = true

  static func read(from reader: inout JSONReader) throws(JSONReader.Failure) -> ResumePointFields {
    var fields = ResumePointFields()
    guard !(try reader.skipNull()) else { return fields }
    fields.isReadable = false
    guard try reader.enterObject() else { return fields }
    var list: ListID?
    var epoch: String?
    var revision: Revision?
    var hash: UInt64?
    while let key = try reader.nextKey() {
      switch key {
      case "list": list = try reader.string().flatMap { ListID($0) }
      case "epoch": epoch = try reader.string()
      case "revision": revision = try reader.integer()
      case "hash": hash = try reader.string().flatMap { ChainHash.parse($0) }
      default: try reader.skip()
      }
    }
    guard let list, let epoch, let revision, revision >= 0, let hash else { return fields }
    fields.point = ResumePoint(list: list, epoch: epoch, revision: revision, hash: hash)
    fields.isReadable = true
    return fields
  }
}
