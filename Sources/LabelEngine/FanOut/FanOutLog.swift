import LabelWire
import Labels

/// What all connections of a list get: framed messages, one behind the other, and where each frame ends.
///
/// Offsets count from the first byte ever appended, so they stay valid while the tail is dropped. Appending and reading
/// cost nothing per connection: each has a cursor, an offset at the end of a frame.
public struct FanOutLog: Sendable {
  /// The end of a frame: what a replica holds that has read up to there.
  struct Boundary {
    let offset: Int
    let revision: Revision
    let hash: UInt64
  }

  private var bytes: [UInt8] = []
  private var boundaries: [Boundary]

  /// The offset of the first byte that is kept.
  public var start: Int { boundaries[0].offset }
  /// The offset behind the last byte.
  public var end: Int { start + bytes.count }

  /// An empty log behind a revision with its hash.
  init(revision: Revision, hash: UInt64) {
    boundaries = [Boundary(offset: 0, revision: revision, hash: hash)]
  }

  /// Appends a message; whoever has read it holds this revision with this hash.
  mutating func append(_ message: ServerMessage, revision: Revision, hash: UInt64) {
    append(json: message.json, revision: revision, hash: hash)
  }

  /// The same with a message that is encoded.
  mutating func append(json: [UInt8], revision: Revision, hash: UInt64) {
    Frame.append(text: json, to: &bytes)
    boundaries.append(Boundary(offset: end, revision: revision, hash: hash))
  }

  /// The last end of a frame at which a replica holds exactly this revision; nil if none is kept. O(log frames).
  func boundary(at revision: Revision) -> Boundary? {
    let next = firstIndex { $0.revision > revision }
    guard next > 0, boundaries[next - 1].revision == revision else { return nil }
    return boundaries[next - 1]
  }

  /// The bytes from a cursor to the last end of a frame within `limit` bytes; at least one frame, if there is one.
  func frames(from cursor: Int, limit: Int) -> Range<Int> {
    guard cursor < end else { return cursor..<cursor }
    if end - cursor <= limit { return cursor..<end }
    let beyond = firstIndex { $0.offset > cursor + limit }
    let first = firstIndex { $0.offset > cursor }
    return cursor..<boundaries[max(beyond - 1, first)].offset
  }

  /// Calls `body` with the bytes of a range that `frames(from:limit:)` gave in this turn.
  public func withBytes<Value>(_ range: Range<Int>, _ body: (Span<UInt8>) -> Value) -> Value {
    body(bytes.span.extracting(range.lowerBound - start..<range.upperBound - start))
  }

  /// How many bytes are kept.
  var byteCount: Int { bytes.count }

  /// Once more than `limit` bytes are kept, drops whole frames from the front down to half of it, but none behind
  /// `keeping`. Half, so that moving what is kept costs little per byte appended.
  mutating func trim(to limit: Int, keeping cursor: Int) {
    guard bytes.count > limit else { return }
    let target = min(end - limit / 2, cursor)
    let index = firstIndex { $0.offset >= target }
    guard index > 0, index < boundaries.count else { return }
    bytes.removeFirst(boundaries[index].offset - start)
    boundaries.removeFirst(index)
  }

  private func firstIndex(where isBeyond: (Boundary) -> Bool) -> Int {
    var low = 0
    var high = boundaries.count
    while low < high {
      let middle = (low + high) / 2
      if isBeyond(boundaries[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
