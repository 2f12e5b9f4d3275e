public import Labels

/// Effects as JSON: whole for the log, and as a diff tells them.
public enum EffectCoding {
  /// The effects of a change as the log keeps them: with what they replaced, and the slots.
  public static func encode(_ effects: [Effect]) -> [UInt8] {
    var writer = JSONWriter(reserving: 160)
    writer.array(effects) { writer, effect in writer.object { write(effect, to: &$0) } }
    return writer.bytes
  }

  /// The effects of a log entry; nil if the bytes are none.
  public static func decode(_ json: [UInt8]) -> [Effect]? {
    var reader = JSONReader(json)
    do {
      guard let fields = try EffectFields.readAll(from: &reader) else { return nil }
      try reader.finish()
      let effects = fields.compactMap(\.effect)
      return effects.count == fields.count ? effects : nil
    } catch {
      return nil
    }
  }

  /// Writes the fields of an effect as a diff tells it into the object at hand.
  static func write(_ effect: DiffEffect, to writer: inout JSONWriter) {
    switch effect {
    case .inserted(let label, let after):
      writer.field("effect", "inserted")
      write(label, "label", to: &writer)
      writer.field("after", after)
    case .renamed(let id, let value, let overwrote):
      writer.field("effect", "renamed")
      writer.field("id", id)
      writer.field("value", value)
      write(overwrote, to: &writer)
    case .included(let id, let value):
      writer.field("effect", "included")
      writer.field("id", id)
      writer.field("value", value)
    case .moved(let id, let after):
      writer.field("effect", "moved")
      writer.field("id", id)
      writer.field("after", after)
    case .reversed(let value):
      writer.field("effect", "reversed")
      writer.field("value", value.rawValue)
    case .removed(let id):
      writer.field("effect", "removed")
      writer.field("id", id)
    case .restored(let label, let after, let overwrote):
      writer.field("effect", "restored")
      writer.key("label")
      writer.object { write(label, overwrote: overwrote, to: &$0) }
      writer.field("after", after)
    }
  }

  /// Writes a label as an object under a key.
  static func write(_ label: Label, _ key: String, to writer: inout JSONWriter) {
    writer.key(key)
    writer.object { write(label, to: &$0) }
  }

  /// Writes the fields of a label into the object at hand.
  public static func write(_ label: Label, to writer: inout JSONWriter) {
    writer.field("id", label.id)
    writer.field("name", label.name)
    writer.field("isIncluded", label.isIncluded)
  }

  /// Writes the fields of a label and whose text was overwritten in it into the object at hand.
  static func write(_ label: Label, overwrote: [Overwrite], to writer: inout JSONWriter) {
    write(label, to: &writer)
    guard !overwrote.isEmpty else { return }
    writer.key("overwrote")
    writer.array(overwrote) { writer, overwrite in
      writer.object { writer in
        writer.field("author", overwrite.author)
        writer.field("revision", overwrite.revision)
      }
    }
  }

  private static func write(_ overwrote: [Naming], to writer: inout JSONWriter) {
    guard !overwrote.isEmpty else { return }
    writer.key("overwrote")
    writer.array(overwrote) { writer, naming in
      writer.object { writer in
        writer.field("author", naming.author)
        writer.field("sequence", naming.sequence)
      }
    }
  }

  /// An effect as a history shows it: as a diff does, with what it replaced.
  public static func writeWithReplaced(_ effect: Effect, to writer: inout JSONWriter) {
    write(effect.diff, to: &writer)
    switch effect {
    case .renamed(_, let replaced, _, _): writer.field("replaced", replaced)
    case .included(_, let replaced, _, _): writer.field("replaced", replaced)
    case .reversed(let replaced, _, _): writer.field("replaced", replaced.rawValue)
    case .removed(let label, let after, _):
      write(label, "label", to: &writer)
      writer.field("after", after)
    case .inserted, .moved, .restored: break
    }
  }

  /// What only the log keeps, after what a diff tells.
  private static func write(_ effect: Effect, to writer: inout JSONWriter) {
    write(effect.diff, to: &writer)
    switch effect {
    case .inserted(_, let slot, _):
      writer.field("slot", slot)
    case .renamed(_, let replaced, _, _):
      writer.field("replaced", replaced)
    case .included(_, let replaced, _, let transition):
      writer.field("replaced", replaced)
      write(transition, to: &writer)
    case .moved(_, let slot, _, let source, let transition):
      write(transition, to: &writer)
      writer.field("slot", slot)
      writer.key("source")
      writer.array([source.slotBefore, source.slotAfter, source.labelBefore, source.labelAfter]) {
        writer, id in
        if let id { writer.identifier(id) } else { writer.null() }
      }
    case .reversed(let replaced, _, let transition):
      writer.field("replaced", replaced.rawValue)
      write(transition, to: &writer)
    case .removed(let label, let after, let transition):
      write(label, "label", to: &writer)
      writer.field("after", after)
      write(transition, to: &writer)
    case .restored(_, _, _, let transition):
      write(transition, to: &writer)
    }
  }

  private static func write(_ transition: Transition, to writer: inout JSONWriter) {
    if transition.from != 0 { writer.field("from", transition.from) }
    if let state = transition.to { writer.field("to", state) }
  }
}

/// Collects an effect's fields in whatever order they come.
struct EffectFields {
  private var word: String?
  private var id: LabelID?
  private var labelFields: LabelFields?
  private var after: LabelID?
  private var slot: LabelID?
  private var text: String?
  private var truth: Bool?
  private var number: Int?
  private var replacedText: String?
  private var replacedTruth: Bool?
  private var replacedNumber: Int?
  private var overwrote: [Naming] = []
  private var source: [LabelID?] = []
  private var from: Revision?
  private var to: Revision?

  /// Reads an array of effects; nil if the value is no array.
  static func readAll(from reader: inout JSONReader) throws(JSONReader.Failure) -> [EffectFields]? {
    guard try reader.enterArray() else { return nil }
    var all: [EffectFields] = []
    while try reader.nextElement() {
      var fields = EffectFields()
      if try reader.enterObject() {
        while let key = try reader.nextKey() { try fields.read(key, from: &reader) }
      }
      all.append(fields)
    }
    return all
  }

  private mutating func read(_ key: String, from reader: inout JSONReader) throws(JSONReader.Failure) {
    switch key {
    case "effect": word = try reader.string()
    case "id": id = try reader.string().flatMap { LabelID($0) }
    case "label": labelFields = try LabelFields.read(from: &reader)
    case "after": after = try reader.string().flatMap { LabelID($0) }
    case "slot": slot = try reader.string().flatMap { LabelID($0) }
    case "value": (text, truth, number) = try reader.scalar()
    case "replaced": (replacedText, replacedTruth, replacedNumber) = try reader.scalar()
    case "from": from = try reader.integer()
    case "to": to = try reader.integer()
    case "overwrote": overwrote = try readOverwrote(from: &reader)
    case "source":
      source = []
      guard try reader.enterArray() else { return }
      while try reader.nextElement() { source.append(try reader.string().flatMap { LabelID($0) }) }
    default: try reader.skip()
    }
  }

  private var label: Label? { labelFields?.label }

  private var transition: Transition { Transition(from: from ?? 0, to: to) }

  /// The effect as the log keeps it, or nil if the fields make none.
  var effect: Effect? {
    switch diff {
    case .inserted(let label, let after): .inserted(label, slot: slot, after: after)
    case .renamed(let id, let value, let overwrote):
      replacedText.map { .renamed(id, replaced: $0, value: value, overwrote: overwrote) }
    case .included(let id, let value):
      replacedTruth.map { .included(id, replaced: $0, value: value, transition) }
    case .moved(let id, let after):
      source.count == 4
        ? .moved(
          id, slot: slot, after: after,
          source: Effect.Source(
            slotBefore: source[0], slotAfter: source[1], labelBefore: source[2], labelAfter: source[3]),
          transition)
        : nil
    case .reversed(let value):
      replacedNumber.flatMap(Orientation.init(rawValue:)).map {
        .reversed(replaced: $0, value: value, transition)
      }
    case .removed: label.map { .removed($0, after: after, transition) }
    case .restored(let label, let after, let overwrote):
      .restored(label, after: after, overwrote: overwrote, transition)
    case nil: nil
    }
  }

  /// The effect as a diff tells it, or nil if the fields make none.
  var diff: DiffEffect? {
    switch word {
    case "inserted": label.map { .inserted($0, after: after) }
    case "renamed":
      if let id, let text { .renamed(id, value: text, overwrote: overwrote) } else { nil }
    case "included":
      if let id, let truth { .included(id, value: truth) } else { nil }
    case "moved": id.map { .moved($0, after: after) }
    case "reversed": number.flatMap(Orientation.init(rawValue:)).map { .reversed(value: $0) }
    case "removed": id.map { .removed($0) }
    case "restored": label.map { .restored($0, after: after, overwrote: labelFields?.overwrites ?? []) }
    default: nil
    }
  }

  private func readOverwrote(from reader: inout JSONReader) throws(JSONReader.Failure) -> [Naming] {
    var namings: [Naming] = []
    guard try reader.enterArray() else { return [] }
    while try reader.nextElement() {
      guard try reader.enterObject() else { continue }
      var author: Author?
      var sequence: EditSequence?
      while let key = try reader.nextKey() {
        switch key {
        case "author": author = try reader.integer()
        case "sequence": sequence = try reader.integer()
        default: try reader.skip()
        }
      }
      if let author, let sequence { namings.append(Naming(author: author, sequence: sequence)) }
    }
    return namings
  }
}

/// Collects a label's fields in whatever order they come.
struct LabelFields {
  private var id: LabelID?
  private var name: String?
  private var isIncluded: Bool?
  private(set) var overwrites: [Overwrite] = []

  /// Reads an object; nil if the value is none.
  static func read(from reader: inout JSONReader) throws(JSONReader.Failure) -> LabelFields? {
    guard try reader.enterObject() else { return nil }
    var fields = LabelFields()
    while let key = try reader.nextKey() {
      switch key {
      case "id": fields.id = try reader.string().flatMap { LabelID($0) }
      case "name": fields.name = try reader.string()
      case "isIncluded": fields.isIncluded = try reader.bool()
      case "overwrote": try fields.readOverwrites(from: &reader)
      default: try reader.skip()
      }
    }
    return fields
  }

  var label: Label? {
    guard let id, let name, let isIncluded else { return nil }
    return Label(id: id, name: name, isIncluded: isIncluded)
  }

  private mutating func readOverwrites(from reader: inout JSONReader) throws(JSONReader.Failure) {
    overwrites = []
    guard try reader.enterArray() else { return }
    while try reader.nextElement() {
      guard try reader.enterObject() else { continue }
      var author: Author?
      var revision: Revision?
      while let key = try reader.nextKey() {
        switch key {
        case "author": author = try reader.integer()
        case "revision": revision = try reader.integer()
        default: try reader.skip()
        }
      }
      if let author, let revision { overwrites.append(Overwrite(author: author, revision: revision)) }
    }
  }
}
