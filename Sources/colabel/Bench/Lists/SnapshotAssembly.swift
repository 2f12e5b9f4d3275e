import LabelWire
import Labels
import Network

/// Puts the chunks of a client's snapshot together.
///
/// The server sends the same bytes to all who join, so a chunk is inflated and read once and found again by its bytes:
/// the generator would otherwise spend more on a join than the server.
@NetworkLoop struct SnapshotAssembly {
  /// Bytes of a chunk once inflated; a server's are a hundredth of that.
  private static let mostChunkBytes = 8 << 20
  /// Chunks that are kept for the next to join.
  private static let mostKnown = 512

  private static var known: [Int: (bytes: [UInt8], chunk: SnapshotChunk)] = [:]

  private var chunks: [SnapshotChunk] = []
  /// Whether chunks are missing.
  private(set) var isUnfinished = false

  /// Reads a deflated chunk; nil if it is none.
  static func read(_ bytes: Span<UInt8>) -> SnapshotChunk? {
    let key = bytes.count ^ (Int(bytes[bytes.count / 2]) << 32) ^ (Int(bytes[bytes.count - 1]) << 40)
    if let found = known[key], bytes.hasSameBytes(as: found.bytes) { return found.chunk }
    let copy = bytes.copied
    guard let json = Zlib.inflate(copy, limit: mostChunkBytes),
      case .snapshot(let chunk)? = try? ServerMessage.read(json: json)
    else { return nil }
    if known.count >= mostKnown { known = [:] }
    known[key] = (copy, chunk)
    return chunk
  }

  /// Adds a chunk; the snapshot if it was the last one.
  mutating func add(_ chunk: SnapshotChunk) -> WholeSnapshot? {
    if chunk.chunk == 0 { chunks = [] }
    guard chunk.chunk == chunks.count else { return nil }
    chunks.append(chunk)
    isUnfinished = chunks.count < chunk.chunks
    guard !isUnfinished else { return nil }
    defer { chunks = [] }
    return WholeSnapshot(
      point: chunk.point, orientation: chunk.orientation, entries: chunks.flatMap(\.entries))
  }
}
