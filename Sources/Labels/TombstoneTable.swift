/// The removed ids of a list with their removals, kept for the list's life.
///
/// Every operation takes constant time, except `sorted` and as `ChunkedArray` and `LabelIndex` say.
struct TombstoneTable: Sendable {
  /// In an order that only depends on what was put in and taken out: a dictionary's own order differs per process.
  private var entries = ChunkedArray<Tombstone>()
  private var positions = LabelIndex()

  subscript(id: LabelID) -> Removal? {
    positions[id].map { entries[$0].removal }
  }

  /// In ascending order of id.
  var sorted: [Tombstone] { entries.sorted { $0.id < $1.id } }

  var count: Int { entries.count }

  mutating func insert(_ tombstone: Tombstone) {
    if let position = positions.updateValue(entries.count, forKey: tombstone.id) {
      positions.updateValue(position, forKey: tombstone.id)
      entries[position] = tombstone
    } else {
      entries.append(tombstone)
    }
  }

  mutating func remove(_ id: LabelID) {
    guard let position = positions.removeValue(forKey: id), let last = entries.popLast(), last.id != id else {
      return
    }
    entries[position] = last
    positions.updateValue(position, forKey: last.id)
  }
}
