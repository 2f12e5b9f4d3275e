import LabelWire
import Labels

/// What snapshots held, by their revisions: all of one revision must be the same, and as the server's history has it.
struct SnapshotDigests {
  /// Revisions that are remembered, the first ones.
  private static let most = 1_000

  private(set) var digests: [Revision: UInt64] = [:]

  /// Whether a snapshot is like those of the same revision before.
  mutating func agrees(with snapshot: WholeSnapshot) -> Bool {
    let digest = Self.digest(of: snapshot.entries.lazy.map(\.label), orientation: snapshot.orientation)
    if let known = digests[snapshot.point.revision] { return known == digest }
    if digests.count < Self.most { digests[snapshot.point.revision] = digest }
    return true
  }

  /// FNV-1a (Fowler, Noll, Vo), 64 bits, over ids, names and inclusion in order.
  static func digest(of labels: some Sequence<Label>, orientation: Orientation) -> UInt64 {
    var digest: UInt64 = 0xcbf2_9ce4_8422_2325
    func add(_ word: UInt64) { digest = (digest ^ word) &* 0x100_0000_01b3 }
    add(UInt64(orientation.rawValue))
    for label in labels {
      add(label.id.high)
      add(label.id.low)
      for byte in label.name.utf8 { add(UInt64(byte)) }
      add(label.isIncluded ? 0x101 : 0x100)
    }
    return digest
  }
}
