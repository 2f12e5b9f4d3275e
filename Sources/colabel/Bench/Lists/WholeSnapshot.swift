import LabelWire
import Labels

/// A snapshot whose chunks have all come. Its labels are read when somebody asks for them.
final class WholeSnapshot: Sendable {
  let point: ResumePoint
  let orientation: Orientation
  private let read: @Sendable () -> [SnapshotChunk.Entry]?

  init(
    point: ResumePoint, orientation: Orientation, read: @escaping @Sendable () -> [SnapshotChunk.Entry]?
  ) {
    self.point = point
    self.orientation = orientation
    self.read = read
  }

  /// In canonical order; nil if they cannot be read. O(n).
  func entries() -> [SnapshotChunk.Entry]? { read() }
}
