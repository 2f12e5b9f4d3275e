/// Doubly linked rings over the indexes of an array; an index outside any ring is linked to itself.
///
/// Every operation takes constant time, except as `ChunkedArray` says.
struct Ring: Sendable {
  private struct Links: Sendable {
    var previous: Int
    var next: Int
  }

  private var links = ChunkedArray<Links>()

  /// Makes room for one more index.
  mutating func grow() {
    links.append(Links(previous: links.count, next: links.count))
  }

  func next(of index: Int) -> Int { links[index].next }
  func previous(of index: Int) -> Int { links[index].previous }

  /// Puts an index that is in no ring behind another one.
  mutating func link(_ index: Int, behind previous: Int) {
    let next = links[previous].next
    links[index] = Links(previous: previous, next: next)
    links[previous].next = index
    links[next].previous = index
  }

  mutating func unlink(_ index: Int) {
    let old = links[index]
    links[old.previous].next = old.next
    links[old.next].previous = old.previous
    links[index] = Links(previous: index, next: index)
  }
}
