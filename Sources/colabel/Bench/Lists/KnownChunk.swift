import LabelWire
import Labels
import Network

/// A deflated chunk of a snapshot, of which only the head was read.
final class KnownChunk: Sendable {
  /// Bytes of a chunk once inflated; a server's are a hundredth of that.
  private static let mostBytes = 8 << 20

  let bytes: [UInt8]
  let point: ResumePoint
  let orientation: Orientation
  /// From 0.
  let chunk: Int
  let chunks: Int

  /// nil if the bytes are none.
  init?(_ bytes: [UInt8]) {
    var fields = (list: ListID?.none, epoch: String?.none, hash: UInt64?.none)
    var numbers: [String: Int] = [:]
    do {
      guard let json = Zlib.inflate(bytes, limit: Self.mostBytes) else { return nil }
      var reader = JSONReader(json)
      guard try reader.enterObject() else { return nil }
      // The labels come last, and are most of it.
      while let key = try reader.nextKey(), key != "labels" {
        switch key {
        case "list": fields.list = try reader.string().flatMap { ListID($0) }
        case "epoch": fields.epoch = try reader.string()
        case "hash": fields.hash = try reader.string().flatMap { ChainHash.parse($0) }
        case "revision", "orientation", "chunk", "chunks": numbers[key] = try reader.integer()
        default: try reader.skip()
        }
      }
    } catch {
      return nil
    }
    guard let list = fields.list, let epoch = fields.epoch, let hash = fields.hash,
      let revision = numbers["revision"], let chunk = numbers["chunk"], let chunks = numbers["chunks"],
      let orientation = numbers["orientation"].flatMap({ Orientation(rawValue: $0) })
    else { return nil }
    self.bytes = bytes
    self.point = ResumePoint(list: list, epoch: epoch, revision: revision, hash: hash)
    self.orientation = orientation
    self.chunk = chunk
    self.chunks = chunks
  }

  /// Its labels; nil if it cannot be read.
  func entries() -> [SnapshotChunk.Entry]? {
    guard let json = Zlib.inflate(bytes, limit: Self.mostBytes),
      case .snapshot(let chunk)? = try? ServerMessage.read(json: json)
    else { return nil }
    return chunk.entries
  }
}
