/// The frames that only one connection gets.
///
/// Some go ahead of every diff: the welcome, what was missed, a snapshot. The others follow a position in the fan-out log.
struct OwnQueue {
  private struct Entry {
    let frame: [UInt8]
    /// The bytes are kept for others anyway, as those of snapshots are.
    let isShared: Bool
  }

  private var ahead: [Entry] = []
  private var nextAhead = 0
  private var behind: [(position: Int, frame: [UInt8])] = []
  private var nextBehind = 0
  /// Bytes of the frames that wait for a position: what a client that doesn't read could make grow.
  private(set) var byteCount = 0

  /// Adds a frame that goes ahead of every diff.
  mutating func appendAhead(_ frame: [UInt8], isShared: Bool = false) {
    ahead.append(Entry(frame: frame, isShared: isShared))
  }

  /// Adds a frame that goes out once the connection's cursor has reached a position, which never decreases.
  mutating func append(_ frame: [UInt8], behind position: Int) {
    behind.append((position, frame))
    byteCount += frame.count
  }

  var isEmpty: Bool { ahead.isEmpty && behind.isEmpty }

  /// Drops what is left of a snapshot.
  mutating func dropShared() {
    ahead.removeFirst(nextAhead)
    nextAhead = 0
    ahead.removeAll(where: \.isShared)
  }

  /// The position that the first frame waits for; nil when none waits for one.
  var position: Int? {
    nextBehind < behind.count ? behind[nextBehind].position : nil
  }

  /// Takes frames that may go out to a connection at `cursor`: one, and more while they fit into `limit` bytes.
  mutating func take(at cursor: Int, limit: Int) -> [UInt8]? {
    guard var bytes = takeOne(at: cursor) else { return nil }
    while let size = nextSize(at: cursor), bytes.count + size <= limit, let frame = takeOne(at: cursor) {
      bytes.append(contentsOf: frame)
    }
    return bytes
  }

  private func nextSize(at cursor: Int) -> Int? {
    if nextAhead < ahead.count { return ahead[nextAhead].frame.count }
    guard let position, position <= cursor else { return nil }
    return behind[nextBehind].frame.count
  }

  private mutating func takeOne(at cursor: Int) -> [UInt8]? {
    if nextAhead < ahead.count {
      let entry = ahead[nextAhead]
      nextAhead += 1
      if nextAhead == ahead.count { (ahead, nextAhead) = ([], 0) }
      return entry.frame
    }
    guard let position, position <= cursor else { return nil }
    let frame = behind[nextBehind].frame
    byteCount -= frame.count
    nextBehind += 1
    if nextBehind == behind.count { (behind, nextBehind) = ([], 0) }
    return frame
  }
}
