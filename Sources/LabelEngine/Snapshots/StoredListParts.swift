import LabelWire
import Labels

/// Collects what the pieces of a stored list hold.
struct StoredListParts {
  /// Something that this version does not write.
  struct Unreadable: Error {}

  private(set) var orientation: Orientation?
  private(set) var slots: [LabelList.Slot] = []
  private(set) var dead: [LabelID] = []
  private(set) var tombstones: [Tombstone] = []
  private var counts: [String: Int] = [:]
  private var isHeadRead = false

  /// Whether everything came that the first piece announced.
  var isComplete: Bool {
    (1...StoredListCoding.format).contains(counts["format"] ?? 0) && counts["slots"] == slots.count
      && counts["dead"] == dead.count
      && counts["tombstones"] == tombstones.count
  }

  /// The state of the orientation.
  var reversal: Revision { counts["reversal"] ?? 0 }

  /// Takes in a piece: the first one has numbers under the keys, the others have arrays.
  mutating func read(_ piece: [UInt8]) throws {
    var reader = JSONReader(piece)
    guard try reader.enterObject() else { throw Unreadable() }
    while let key = try reader.nextKey() {
      if isHeadRead { try readItems(key, from: &reader) } else { try readNumber(key, from: &reader) }
    }
    try reader.finish()
    isHeadRead = true
  }

  private mutating func readNumber(_ key: String, from reader: inout JSONReader) throws {
    guard let number = try reader.integer() else { throw Unreadable() }
    if key == "orientation" { orientation = Orientation(rawValue: number) } else { counts[key] = number }
  }

  private mutating func readItems(_ key: String, from reader: inout JSONReader) throws {
    guard try reader.enterArray() else { throw Unreadable() }
    while try reader.nextElement() {
      switch key {
      case "slots": slots.append(try readSlot(from: &reader))
      case "dead":
        guard let id = try reader.string().flatMap({ LabelID($0) }) else { throw Unreadable() }
        dead.append(id)
      case "tombstones": tombstones.append(try readTombstone(from: &reader))
      default: throw Unreadable()
      }
    }
  }

  private func readSlot(from reader: inout JSONReader) throws -> LabelList.Slot {
    guard try reader.enterObject() else { throw Unreadable() }
    var id: LabelID?
    var name: String?
    var isIncluded: Bool?
    var isDead = false
    var namings: [EditStamp] = []
    var overwrites: [Overwrite] = []
    var stamps = ChangeStamps()
    while let key = try reader.nextKey() {
      switch key {
      case "id": id = try reader.string().flatMap { LabelID($0) }
      case "name": name = try reader.string()
      case "isIncluded": isIncluded = try reader.bool()
      case "isDead":
        guard let value = try reader.bool() else { throw Unreadable() }
        isDead = value
      case "namings": namings = try readStamps(from: &reader, \.editStamp)
      case "stamps":
        guard let read = ChangeStamps(try readNumbers(from: &reader)) else { throw Unreadable() }
        stamps = read
      case "overwrites": overwrites = try readStamps(from: &reader, \.overwrite)
      default: throw Unreadable()
      }
    }
    guard let id, let name, let isIncluded else { throw Unreadable() }
    return LabelList.Slot(
      label: Label(id: id, name: name, isIncluded: isIncluded), isDead: isDead, namings: namings,
      overwrites: overwrites, stamps: stamps)
  }

  private func readTombstone(from reader: inout JSONReader) throws -> Tombstone {
    let stamp = try readStamp(from: &reader)
    guard let id = stamp.id, let removal = stamp.removal else { throw Unreadable() }
    return Tombstone(id: id, removal: removal)
  }

  private func readNumbers(from reader: inout JSONReader) throws -> [Int] {
    guard try reader.enterArray() else { throw Unreadable() }
    var numbers: [Int] = []
    while try reader.nextElement() {
      guard let number = try reader.integer() else { throw Unreadable() }
      numbers.append(number)
    }
    return numbers
  }

  private func readStamps<Stamp>(
    from reader: inout JSONReader, _ whole: (StampFields) -> Stamp?
  ) throws -> [Stamp] {
    guard try reader.enterArray() else { throw Unreadable() }
    var stamps: [Stamp] = []
    while try reader.nextElement() {
      guard let stamp = whole(try readStamp(from: &reader)) else { throw Unreadable() }
      stamps.append(stamp)
    }
    return stamps
  }

  private func readStamp(from reader: inout JSONReader) throws -> StampFields {
    guard try reader.enterObject() else { throw Unreadable() }
    var stamp = StampFields()
    while let key = try reader.nextKey() {
      switch key {
      case "id": stamp.id = try reader.string().flatMap { LabelID($0) }
      case "author": stamp.author = try reader.integer()
      case "sequence": stamp.sequence = try reader.integer()
      case "revision": stamp.revision = try reader.integer()
      case "time": stamp.time = try reader.integer()
      default: throw Unreadable()
      }
    }
    return stamp
  }
}

/// The fields of a naming, an overwriting or a tombstone.
private struct StampFields {
  var id: LabelID?
  var author: Author?
  var sequence: EditSequence?
  var revision: Revision?
  var time: Int?

  var removal: Removal? {
    guard let author, let sequence, let revision else { return nil }
    return Removal(author: author, sequence: sequence, revision: revision, time: Int64(time ?? 0))
  }

  var editStamp: EditStamp? {
    guard let author, let sequence, let revision else { return nil }
    return EditStamp(author: author, sequence: sequence, revision: revision)
  }

  var overwrite: Overwrite? {
    guard let author, let revision else { return nil }
    return Overwrite(author: author, revision: revision)
  }
}
