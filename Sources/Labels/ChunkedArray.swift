/// An array in chunks: a change while a copy is kept copies one chunk, not all.
///
/// Every operation takes constant time, but for the first change behind a copy, which also copies the references to all
/// chunks.
struct ChunkedArray<Element> {
  private static var shift: Int { 8 }
  /// Elements in a chunk; only the last one may have fewer.
  static var chunkLength: Int { 1 << shift }

  /// None is empty.
  private var chunks: [[Element]] = []
  private(set) var count = 0

  /// An empty array.
  init() {}

  mutating func append(_ element: Element) {
    if count & (Self.chunkLength - 1) == 0 {
      chunks.append([element])
    } else {
      chunks[chunks.count - 1].append(element)
    }
    count += 1
  }

  mutating func popLast() -> Element? {
    guard count > 0 else { return nil }
    count -= 1
    guard count & (Self.chunkLength - 1) == 0 else { return chunks[chunks.count - 1].removeLast() }
    return chunks.removeLast().first
  }
}

extension ChunkedArray: Sendable where Element: Sendable {}

extension ChunkedArray: RandomAccessCollection, MutableCollection {
  var startIndex: Int { 0 }
  var endIndex: Int { count }

  /// Changes an element in place.
  subscript(index: Int) -> Element {
    _read { yield chunks[index >> Self.shift][index & (Self.chunkLength - 1)] }
    _modify { yield &chunks[index >> Self.shift][index & (Self.chunkLength - 1)] }
  }
}
