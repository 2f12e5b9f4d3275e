import Foundation
import Labels

/// The files in `Tests/Vectors`.
enum Vectors {
  static let folder = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "Vectors")

  static func decode<Value: Decodable>(_ type: Value.Type, from file: String) throws -> Value {
    try JSONDecoder().decode(type, from: Data(contentsOf: folder.appending(path: file)))
  }

  /// The files that hold a case each: a start, edits and an end.
  static var cases: [String] {
    get throws {
      try FileManager.default.contentsOfDirectory(atPath: folder.path)
        .filter { $0.hasSuffix(".json") && $0 != "merge.json" && $0 != "filter-vectors.json" }
        .sorted()
    }
  }
}

/// A list, edits in the order of their arrival with what becomes of each, and the list at the end.
struct VectorCase: Decodable {
  struct Limits: Decodable {
    let deadSlots: Int
    let labels: Int
    let nameGraphemes: Int
  }

  struct State: Decodable {
    let orientation: Int
    let labelsInCanonicalOrder: [VectorLabel]
    let shown: [String]?
  }

  struct Step: Decodable {
    let edit: VectorEdit
    let becomes: VectorOutcome
    let change: [VectorEffect]
  }

  let limits: Limits
  let start: State
  let steps: [Step]
  let end: State

  var listLimits: ListLimits {
    var limits = ListLimits()
    limits.deadSlots = self.limits.deadSlots
    limits.labels = self.limits.labels
    limits.nameGraphemes = self.limits.nameGraphemes
    return limits
  }
}

/// The fixed id that a letter in the vectors stands for.
func vectorID(_ name: String) -> LabelID {
  LabelID(high: 0xC01A_BE1, low: name.utf8.reduce(0) { $0 << 8 | UInt64($1) })
}

/// The author that a letter in the vectors stands for: "a" is 1.
func vectorAuthor(_ name: String) -> Author {
  name.utf8.reduce(0) { $0 << 8 | Int($1) } - Int(UInt8(ascii: "a")) + 1
}

/// A label as the vectors write it.
struct VectorLabel: Decodable {
  let label: Label

  private enum CodingKeys: CodingKey { case id, name, isIncluded }

  init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    label = Label(
      id: vectorID(try fields.decode(String.self, forKey: .id)),
      name: try fields.decode(String.self, forKey: .name),
      isIncluded: try fields.decode(Bool.self, forKey: .isIncluded))
  }
}

/// An edit as the vectors write it.
struct VectorEdit: Decodable {
  let author: Author
  let sequence: EditSequence
  let edit: Edit

  private enum CodingKeys: CodingKey {
    case author, sequence, kind, ids, name, base, seen, isIncluded, place, orientation, target
  }

  init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    author = vectorAuthor(try fields.decode(String.self, forKey: .author))
    sequence = try fields.decode(Int.self, forKey: .sequence)
    edit = try Self.edit(of: fields)
  }

  private static func edit(of fields: KeyedDecodingContainer<CodingKeys>) throws -> Edit {
    func text(_ key: CodingKeys) throws -> String { try fields.decode(String.self, forKey: key) }
    let ids = try fields.decodeIfPresent([String].self, forKey: .ids)?.map(vectorID) ?? []
    switch (try text(.kind), ids.first) {
    case ("insert", let id?):
      let label = Label(
        id: id, name: try text(.name), isIncluded: try fields.decode(Bool.self, forKey: .isIncluded))
      return .insert(label, at: try placement(of: fields))
    case ("rename", let id?):
      let seen = try fields.decode(Int.self, forKey: .seen)
      return .rename(id, to: try text(.name), base: try text(.base), seen: seen)
    case ("include", _): return .setIncluded(ids, try fields.decode(Bool.self, forKey: .isIncluded))
    case ("remove", _): return .remove(ids)
    case ("move", _): return .move(ids, to: try placement(of: fields))
    case ("reverse", _): return .reverse(from: try orientation(of: fields))
    case ("restore", _): return .restore(ids)
    case ("undo", _): return .undo(try fields.decode(Int.self, forKey: .target))
    case (let kind, _):
      throw DecodingError.dataCorruptedError(forKey: .kind, in: fields, debugDescription: kind)
    }
  }

  private static func placement(of fields: KeyedDecodingContainer<CodingKeys>) throws -> Placement {
    let place = try fields.decode([String].self, forKey: .place)
    let orientation = try orientation(of: fields)
    return switch (place.first, place.count) {
    case ("first", 1): Placement(.first, orientation: orientation)
    case ("last", 1): Placement(.last, orientation: orientation)
    case ("before", 2): Placement(.before(vectorID(place[1])), orientation: orientation)
    case ("after", 2): Placement(.after(vectorID(place[1])), orientation: orientation)
    default: throw DecodingError.dataCorruptedError(forKey: .place, in: fields, debugDescription: "\(place)")
    }
  }

  private static func orientation(of fields: KeyedDecodingContainer<CodingKeys>) throws -> Orientation {
    let number = try fields.decode(Int.self, forKey: .orientation)
    guard let orientation = Orientation(rawValue: number) else {
      throw DecodingError.dataCorruptedError(forKey: .orientation, in: fields, debugDescription: "\(number)")
    }
    return orientation
  }
}

/// An outcome as the vectors write it: who removed a label is not in them.
struct VectorOutcome: Decodable, Equatable {
  let outcome: String
  let asOf: Revision
  let code: String?
  /// By the letter that stands for the label.
  let labels: [String: String]?

  init(_ outcome: Outcome, letters: [LabelID: String]) {
    asOf = outcome.asOf
    switch outcome.result {
    case .applied: (self.outcome, code, labels) = ("applied", nil, nil)
    case .noEffect: (self.outcome, code, labels) = ("noEffect", nil, nil)
    case .rejected(let rejection): (self.outcome, code, labels) = ("rejected", rejection.code, nil)
    case .mixed(let results):
      let pairs = results.map { result in
        (letters[result.id] ?? "?", result.rejection?.code ?? (result.hadEffect ? "applied" : "noEffect"))
      }
      (self.outcome, code, labels) = ("mixed", nil, Dictionary(pairs) { $1 })
    }
  }
}
