public import Labels

/// An outcome's fields: the same on the wire, where a sequence stands beside them, and in the store.
public enum OutcomeCoding {
  /// An outcome as a JSON object, as it is stored.
  public static func encode(_ outcome: Outcome) -> [UInt8] {
    var writer = JSONWriter(reserving: 96)
    writer.object { write(outcome, to: &$0) }
    return writer.bytes
  }

  /// The outcome of a stored JSON object; nil if it is none.
  public static func decode(_ json: [UInt8]) -> Outcome? {
    var reader = JSONReader(json)
    var fields = OutcomeFields()
    do {
      guard try reader.enterObject() else { return nil }
      while let key = try reader.nextKey() {
        if !(try fields.read(key, from: &reader)) { try reader.skip() }
      }
      try reader.finish()
    } catch {
      return nil
    }
    return fields.outcome
  }

  /// Writes the fields of an outcome into the object at hand.
  static func write(_ outcome: Outcome, to writer: inout JSONWriter) {
    switch outcome.result {
    case .applied: writer.field("outcome", "applied")
    case .noEffect: writer.field("outcome", "noEffect")
    case .rejected(let rejection):
      writer.field("outcome", "rejected")
      write(rejection, to: &writer)
    case .mixed(let results):
      writer.field("outcome", "mixed")
      writer.key("labels")
      writer.array(results) { writer, result in writer.object { write(result, to: &$0) } }
    }
    writer.field("asOf", outcome.asOf)
  }

  private static func write(_ result: Outcome.LabelResult, to writer: inout JSONWriter) {
    writer.field("id", result.id)
    if let rejection = result.rejection {
      writer.field("outcome", "rejected")
      write(rejection, to: &writer)
    } else {
      writer.field("outcome", result.hadEffect ? "applied" : "noEffect")
    }
  }

  private static func write(_ rejection: Rejection, to writer: inout JSONWriter) {
    writer.field("code", rejection.code)
    guard case .removed(let removal) = rejection else { return }
    writer.key("removedBy")
    writer.object { writer in
      writer.field("author", removal.author)
      writer.field("sequence", removal.sequence)
      writer.field("revision", removal.revision)
      writer.field("time", Int(removal.time))
      guard let name = removal.name else { return }
      writer.field("name", name)
      writer.field("verified", false)
    }
  }
}

/// Collects an outcome's fields in whatever order they come.
struct OutcomeFields {
  private var word: String?
  private var code: String?
  private var removal: Removal?
  private var asOf: Revision?
  private var results: [Outcome.LabelResult] = []
  private var id: LabelID?

  /// Takes in a field if it is an outcome's; false leaves the value unread.
  mutating func read(_ key: String, from reader: inout JSONReader) throws(JSONReader.Failure) -> Bool {
    switch key {
    case "outcome": word = try reader.string()
    case "code": code = try reader.string()
    case "removedBy": removal = try readRemoval(from: &reader)
    case "asOf": asOf = try reader.integer()
    case "id": id = try reader.string().flatMap { LabelID($0) }
    case "labels": try readResults(from: &reader)
    default: return false
    }
    return true
  }

  var outcome: Outcome? {
    guard let asOf else { return nil }
    return switch word {
    case "applied": Outcome(.applied, asOf: asOf)
    case "noEffect": Outcome(.noEffect, asOf: asOf)
    case "rejected": rejection.map { Outcome(.rejected($0), asOf: asOf) }
    case "mixed": Outcome(.mixed(results), asOf: asOf)
    default: nil
    }
  }

  private var labelResult: Outcome.LabelResult? {
    guard let id else { return nil }
    return switch word {
    case "applied": Outcome.LabelResult(id: id, rejection: nil, hadEffect: true)
    case "noEffect": Outcome.LabelResult(id: id, rejection: nil, hadEffect: false)
    case "rejected": rejection.map { Outcome.LabelResult(id: id, rejection: $0, hadEffect: false) }
    default: nil
    }
  }

  private var rejection: Rejection? {
    switch code {
    case "removed": removal.map { .removed($0) }
    case "unknownLabel": .unknownLabel
    case "duplicateID": .duplicateID
    case "invalidName": .invalidName
    case "listFull": .listFull
    case "anchorGone": .anchorGone
    case "tooOld": .tooOld
    case "changedSince": .changedSince
    case "nothingToUndo": .nothingToUndo
    case "tooLarge": .tooLarge
    case "invalidEdit": .invalidEdit
    case "sequenceReused": .sequenceReused
    case "archived": .archived
    case "withdrawn": .withdrawn
    default: nil
    }
  }

  private mutating func readResults(from reader: inout JSONReader) throws(JSONReader.Failure) {
    results = []
    guard try reader.enterArray() else { return }
    while try reader.nextElement() {
      guard try reader.enterObject() else { continue }
      var fields = OutcomeFields()
      while let key = try reader.nextKey() {
        if !(try fields.read(key, from: &reader)) { try reader.skip() }
      }
      if let result = fields.labelResult { results.append(result) }
    }
  }

  private func readRemoval(from reader: inout JSONReader) throws(JSONReader.Failure) -> Removal? {
    guard try reader.enterObject() else { return nil }
    var author: Author?
    var sequence: EditSequence?
    var revision: Revision?
    var time: Int?
    var name: String?
    while let key = try reader.nextKey() {
      switch key {
      case "author": author = try reader.integer()
      case "sequence": sequence = try reader.integer()
      case "revision": revision = try reader.integer()
      case "time": time = try reader.integer()
      case "name": name = try reader.string()
      default: try reader.skip()
      }
    }
    guard let author, let sequence, let revision, let time else { return nil }
    return Removal(
      author: author, sequence: sequence, revision: revision, time: Int64(time), name: name)
  }
}
