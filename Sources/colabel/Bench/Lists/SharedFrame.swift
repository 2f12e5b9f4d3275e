import Labels
import Network

/// A message with changes, read once for all the clients that get the same bytes.
final class SharedFrame {
  /// What a client has to do with one of the changes.
  struct Entry {
    let author: Author
    let sequence: EditSequence
    let revision: Revision
    let isPartial: Bool
    /// When its edit was due; nil if that is not known.
    let due: Int?
  }

  let bytes: [UInt8]
  let entries: [Entry]
  /// Of the last change.
  let revision: Revision
  let hash: UInt64

  init(bytes: [UInt8], entries: [Entry], revision: Revision, hash: UInt64) {
    self.bytes = bytes
    self.entries = entries
    self.revision = revision
    self.hash = hash
  }

  /// Whether a message is this frame's.
  func isSame(as message: Span<UInt8>) -> Bool { message.hasSameBytes(as: bytes) }
}
