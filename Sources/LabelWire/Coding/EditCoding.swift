public import Labels

/// An edit's fields, as they stand in an `edit` message beside its sequence.
public enum EditCoding {
  /// Writes the fields of an edit into the object at hand. Always the same bytes for the same edit.
  public static func write(_ edit: Edit, to writer: inout JSONWriter) {
    writer.field("kind", kind(of: edit))
    let ids = edit.labels
    if !ids.isEmpty {
      writer.key("ids")
      writer.array(ids) { $0.identifier($1) }
    }
    switch edit {
    case .insert(let label, let placement):
      writer.field("name", label.name)
      writer.field("isIncluded", label.isIncluded)
      write(placement, to: &writer)
    case .rename(_, let name, let base, let seen):
      writer.field("name", name)
      writer.field("base", base)
      writer.field("seen", seen)
    case .setIncluded(_, let isIncluded):
      writer.field("isIncluded", isIncluded)
    case .move(_, let placement):
      write(placement, to: &writer)
    case .reverse(let orientation):
      writer.field("orientation", orientation.rawValue)
    case .sort(let language, let orientation):
      writer.field("collation", language.description)
      writer.field("orientation", orientation.rawValue)
    case .undo(let target):
      writer.field("target", target)
    case .remove, .restore, .withdraw:
      break
    }
  }

  /// Writes the fields of an edit, with the group it belongs to, into the object at hand.
  public static func write(_ edit: Edit, group: GroupID?, to writer: inout JSONWriter) {
    write(edit, to: &writer)
    if let group { writer.field("group", group) }
  }

  /// A fingerprint of what an edit asks for: equal edits have equal ones on every machine. nil: it could not be read.
  public static func fingerprint(_ edit: Edit?, group: GroupID? = nil) -> UInt64 {
    var writer = JSONWriter(reserving: 160)
    if let edit { writer.object { write(edit, group: group, to: &$0) } }
    return ChainHash.fingerprint(writer.bytes.span)
  }

  /// The name of an edit's kind on the wire.
  public static func kind(of edit: Edit) -> String {
    switch edit {
    case .insert: "insert"
    case .rename: "rename"
    case .setIncluded: "include"
    case .remove: "remove"
    case .move: "move"
    case .reverse: "reverse"
    case .sort: "sort"
    case .restore: "restore"
    case .undo: "undo"
    case .withdraw: "withdraw"
    }
  }

  private static func write(_ placement: Placement, to writer: inout JSONWriter) {
    writer.key("place")
    writer.array { writer in
      switch placement.spot {
      case .first: writer.string("first")
      case .last: writer.string("last")
      case .before(let id):
        writer.string("before")
        writer.identifier(id)
      case .after(let id):
        writer.string("after")
        writer.identifier(id)
      }
    }
    writer.field("orientation", placement.orientation.rawValue)
  }
}

/// Collects an edit's fields in whatever order they come.
struct EditFields {
  private var kind: String?
  private var ids: [LabelID] = []
  private var name: String?
  private var base: String?
  private var seen: Revision?
  private var isIncluded: Bool?
  private var orientation: Orientation?
  private var spot: Placement.Spot?
  private var areIDsReadable = true
  private var target: EditSequence?
  private var language: LanguageTag?
  private(set) var group: GroupID?
  private var isGroupReadable = true

  /// Takes in a field if it is an edit's; false leaves the value unread.
  mutating func read(_ key: String, from reader: inout JSONReader) throws(JSONReader.Failure) -> Bool {
    switch key {
    case "kind": kind = try reader.string()
    case "ids": try readIDs(from: &reader)
    case "name": name = try reader.string()
    case "base": base = try reader.string()
    case "seen": seen = try reader.integer()
    case "isIncluded": isIncluded = try reader.bool()
    case "orientation": orientation = try reader.integer().flatMap(Orientation.init(rawValue:))
    case "place": try readPlace(from: &reader)
    case "collation": language = try reader.string().flatMap { LanguageTag($0) }
    case "target": target = try reader.integer()
    case "group":
      group = try reader.string().flatMap { GroupID($0) }
      isGroupReadable = group != nil
    default: return false
    }
    return true
  }

  /// The edit, or nil if the fields make none.
  var edit: Edit? {
    guard areIDsReadable, isGroupReadable, let kind else { return nil }
    switch kind {
    case "insert":
      guard let id = onlyID, let name, let isIncluded, let placement else { return nil }
      return .insert(Label(id: id, name: name, isIncluded: isIncluded), at: placement)
    case "rename":
      guard let id = onlyID, let name, let base, let seen, seen >= 0 else { return nil }
      return .rename(id, to: name, base: base, seen: seen)
    case "include": return isIncluded.map { .setIncluded(ids, $0) }
    case "remove": return .remove(ids)
    case "move": return placement.map { .move(ids, to: $0) }
    case "reverse": return orientation.map { .reverse(from: $0) }
    case "sort":
      guard let language, let orientation else { return nil }
      return .sort(by: language, orientation: orientation)
    case "restore": return .restore(ids)
    case "undo": return target.flatMap { $0 > 0 ? .undo($0) : nil }
    case "withdraw": return .withdraw
    default: return nil
    }
  }

  private var onlyID: LabelID? { ids.count == 1 ? ids.first : nil }

  private var placement: Placement? {
    guard let spot, let orientation else { return nil }
    return Placement(spot, orientation: orientation)
  }

  private mutating func readIDs(from reader: inout JSONReader) throws(JSONReader.Failure) {
    ids = []
    areIDsReadable = try reader.enterArray()
    guard areIDsReadable else { return }
    while try reader.nextElement() {
      if let id = try reader.string().flatMap({ LabelID($0) }) {
        ids.append(id)
      } else {
        areIDsReadable = false
      }
    }
  }

  private mutating func readPlace(from reader: inout JSONReader) throws(JSONReader.Failure) {
    spot = nil
    guard try reader.enterArray() else { return }
    var words: [String?] = []
    while try reader.nextElement() {
      let word = try reader.string()
      if words.count < 3 { words.append(word) }
    }
    let anchor = words.count == 2 ? words[1].flatMap { LabelID($0) } : nil
    switch (words.first ?? nil, words.count, anchor) {
    case ("first", 1, _): spot = .first
    case ("last", 1, _): spot = .last
    case ("before", 2, let id?): spot = .before(id)
    case ("after", 2, let id?): spot = .after(id)
    default: break
    }
  }
}
