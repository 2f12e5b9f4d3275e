import LabelWire
public import Labels

/// A whole list as bytes for the store: order with dead slots, stamps, tombstones, orientation, so that a restart
/// changes nothing. In pieces of bounded size.
public enum StoredListCoding {
  /// Why stored bytes are no list. What did not load is never saved.
  public enum Damage: Error, Equatable, Sendable {
    /// A piece is not what this version writes.
    case unreadablePiece(Int)
    /// The pieces contradict one another.
    case inconsistent(InconsistentList)
    /// There are more or fewer of something than the first piece says.
    case wrongCounts
  }

  /// The version of the format. Version 1 had no stamps of changes, no state of the orientation, and no times of removals.
  static let format = 2

  /// The pieces of a list, each an object of JSON. O(n); may run anywhere.
  public static func encode(_ source: SnapshotSource) -> [[UInt8]] {
    let list = source.list
    let tombstones = list.sortedTombstones
    var head = JSONWriter()
    head.object { writer in
      writer.field("format", format)
      writer.field("orientation", list.orientation.rawValue)
      writer.field("reversal", list.reversal)
      writer.field("slots", list.count + list.deadCount)
      writer.field("dead", list.deadCount)
      writer.field("tombstones", tombstones.count)
    }
    var pieces = [head.bytes]
    pieces += encode(list.slots, as: "slots", limit: source.chunkBytes) { writer, slot in
      writer.object { write(slot, to: &$0) }
    }
    pieces += encode(list.deadOldestFirst, as: "dead", limit: source.chunkBytes) { $0.identifier($1) }
    pieces += encode(tombstones, as: "tombstones", limit: source.chunkBytes) { writer, tombstone in
      writer.object { writer in
        writer.field("id", tombstone.id)
        write(tombstone.removal, to: &writer)
      }
    }
    return pieces
  }

  /// The list of stored pieces. O(n).
  public static func decode(_ pieces: [[UInt8]]) throws(Damage) -> LabelList {
    var parts = StoredListParts()
    for (index, piece) in pieces.enumerated() {
      do {
        try parts.read(piece)
      } catch {
        throw .unreadablePiece(index)
      }
    }
    guard parts.isComplete, let orientation = parts.orientation else { throw .wrongCounts }
    do {
      return try LabelList(
        orientation: orientation, slots: parts.slots, deadOldestFirst: parts.dead,
        tombstones: parts.tombstones, reversal: parts.reversal)
    } catch {
      throw .inconsistent(error)
    }
  }

  private static func encode<Items: Swift.Sequence>(
    _ items: Items, as key: String, limit: Int, _ element: (inout JSONWriter, Items.Element) -> Void
  ) -> [[UInt8]] {
    var pieces: [[UInt8]] = []
    var iterator = items.makeIterator()
    var next = iterator.next()
    while next != nil {
      var writer = JSONWriter(reserving: limit + 1024)
      writer.object { writer in
        writer.key(key)
        writer.array { writer in
          while let item = next, writer.bytes.count < limit {
            element(&writer, item)
            next = iterator.next()
          }
        }
      }
      pieces.append(writer.bytes)
    }
    return pieces
  }

  private static func write(_ slot: LabelList.Slot, to writer: inout JSONWriter) {
    EffectCoding.write(slot.label, to: &writer)
    if slot.isDead { writer.field("isDead", true) }
    writer.key("namings")
    writer.array(slot.namings) { writer, stamp in writer.object { write(stamp, to: &$0) } }
    writer.key("stamps")
    writer.array(slot.stamps.numbers) { $0.integer($1) }
    guard !slot.overwrites.isEmpty else { return }
    writer.key("overwrites")
    writer.array(slot.overwrites) { writer, overwrite in
      writer.object { writer in
        writer.field("author", overwrite.author)
        writer.field("revision", overwrite.revision)
      }
    }
  }

  private static func write(_ removal: Removal, to writer: inout JSONWriter) {
    writer.field("author", removal.author)
    writer.field("sequence", removal.sequence)
    writer.field("revision", removal.revision)
    writer.field("time", Int(removal.time))
  }

  private static func write(_ stamp: EditStamp, to writer: inout JSONWriter) {
    writer.field("author", stamp.author)
    writer.field("sequence", stamp.sequence)
    writer.field("revision", stamp.revision)
  }
}

extension ChangeStamps {
  /// The stamps in the order in which they are stored.
  var numbers: [Int] { [included, place, life, latest, latestAuthor, latestByOthers] }

  /// Stored stamps; nil if they are not as many as there must be.
  init?(_ numbers: [Int]) {
    guard numbers.count == 6 else { return nil }
    self.init(
      included: numbers[0], place: numbers[1], life: numbers[2], latest: numbers[3],
      latestAuthor: numbers[4], latestByOthers: numbers[5])
  }
}
