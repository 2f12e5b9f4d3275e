import LabelWire
import Labels

/// A snapshot whose chunks have all come.
struct WholeSnapshot {
  var point: ResumePoint
  var orientation: Orientation
  var entries: [SnapshotChunk.Entry]
}
