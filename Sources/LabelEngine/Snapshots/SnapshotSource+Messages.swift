import LabelWire
import Labels

extension SnapshotSource {
  /// The JSON of the messages that carry the list to those who join. O(n); may run anywhere.
  public var messages: [[UInt8]] {
    let groups = entryGroups
    return groups.indices.map { index in
      let chunk = SnapshotChunk(
        point: point, orientation: list.orientation, chunk: index, chunks: groups.count,
        entries: groups[index])
      return ServerMessage.snapshot(chunk).json
    }
  }

  private var entryGroups: [[SnapshotChunk.Entry]] {
    var groups: [[SnapshotChunk.Entry]] = [[]]
    var bytes = 0
    for label in list.labels {
      if bytes >= chunkBytes {
        groups.append([])
        bytes = 0
      }
      let entry = SnapshotChunk.Entry(label: label, overwrites: list.overwrites(of: label.id))
      groups[groups.count - 1].append(entry)
      bytes += 80 + JSONWriter.length(of: label.name) + 32 * entry.overwrites.count
    }
    return groups
  }
}
