import LabelWire
import Labels
import Network

/// Puts the chunks of a client's snapshot together.
///
/// The server sends the same bytes to all who join, so a chunk is found again by its bytes, and a snapshot by its chunks;
/// and of new ones only the heads are read while the run is measured. The generator would otherwise spend more on a join
/// than the server, and make edits wait.
@NetworkLoop struct SnapshotAssembly {
  /// Chunks that are kept for the next to join.
  private static let mostKnown = 512

  private static var known: [Int: KnownChunk] = [:]
  private static var latest: (chunks: [KnownChunk], snapshot: WholeSnapshot)?

  private var chunks: [KnownChunk] = []

  /// Reads a deflated chunk; nil if it is none.
  static func read(_ bytes: Span<UInt8>) -> KnownChunk? {
    guard !bytes.isEmpty else { return nil }
    let key = bytes.count ^ (Int(bytes[bytes.count / 2]) << 32) ^ (Int(bytes[bytes.count - 1]) << 40)
    if let found = known[key], bytes.hasSameBytes(as: found.bytes) { return found }
    guard let chunk = KnownChunk(bytes.copied) else { return nil }
    if known.count >= mostKnown { known = [:] }
    known[key] = chunk
    return chunk
  }

  /// Adds a chunk; the snapshot if it was the last one, the same as another client's if the bytes were the same.
  mutating func add(_ chunk: KnownChunk) -> WholeSnapshot? {
    if chunk.chunk == 0 { chunks = [] }
    guard chunk.chunk == chunks.count else { return nil }
    chunks.append(chunk)
    guard chunks.count == chunk.chunks else { return nil }
    defer { chunks = [] }
    if let latest = Self.latest, latest.chunks.elementsEqual(chunks, by: ===) { return latest.snapshot }
    let whole = chunks
    let snapshot = WholeSnapshot(point: chunk.point, orientation: chunk.orientation) {
      let parts = whole.compactMap { $0.entries() }
      return parts.count == whole.count ? parts.flatMap { $0 } : nil
    }
    Self.latest = (whole, snapshot)
    return snapshot
  }
}
