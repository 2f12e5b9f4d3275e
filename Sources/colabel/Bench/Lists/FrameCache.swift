import Labels

/// The latest frames with changes, by the revision that they follow.
struct FrameCache {
  /// Bytes that are kept for clients that get their frames later than others.
  private static let mostBytes = 16 << 20

  private var frames: [Revision: SharedFrame] = [:]
  private var order: [Revision] = []
  private var oldest = 0
  private var byteCount = 0

  subscript(after revision: Revision) -> SharedFrame? { frames[revision] }

  mutating func insert(_ frame: SharedFrame, after revision: Revision) {
    if let former = frames.updateValue(frame, forKey: revision) {
      byteCount -= former.bytes.count
    } else {
      order.append(revision)
    }
    byteCount += frame.bytes.count
    while byteCount > Self.mostBytes, oldest < order.count {
      byteCount -= frames.removeValue(forKey: order[oldest])?.bytes.count ?? 0
      oldest += 1
    }
    if oldest > 1_000, oldest > order.count / 2 {
      order.removeFirst(oldest)
      oldest = 0
    }
  }
}
