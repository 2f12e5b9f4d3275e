import Foundation
import LabelEngine
import LabelWire
import Labels

/// A case of a replica: messages from the server, edits of the person and faults of the link, and what is to come of each. The
/// same files are run by the page's tests.
struct ReplicaVector: Decodable {
  let why: String
  let start: Snapshot
  let steps: [Step]

  static var all: [String] {
    get throws {
      try FileManager.default.contentsOfDirectory(
        atPath: Vectors.folder.appending(path: "replica").path
      ).filter { $0.hasSuffix(".json") }.sorted()
    }
  }

  /// Exactly one of these is there, and what is expected of it.
  struct Step: Decodable {
    let edit: VectorRequest?
    let type: VectorRequest?
    let seal: Bool?
    let cut: Bool?
    let close: Int?
    let expired: Bool?
    let hello: Bool?
    let welcome: Greeting?
    let snapshot: Snapshot?
    let diff: Diff?
    let settled: [VectorSettlement]?
    let expect: Expectation?
  }

  struct Greeting: Decodable {
    let snapshot: Bool
    let reset: Bool?
    let list: String?
    let epoch: String?
    let author: Int?
    let outcomes: [VectorSettlement]?
  }

  struct Snapshot: Decodable {
    let revision: Int
    let labels: [ShortLabel]
    let orientation: Int
    let list: String?
    let epoch: String?
    let overwrote: [String: [OverwriteFields]]?

    struct OverwriteFields: Decodable {
      let author: Int
      let revision: Int
    }
  }

  struct Diff: Decodable {
    let author: Int
    let sequence: Int
    let partial: Bool?
    let revision: Int?
    let effects: [VectorDiffEffect]
  }

  struct Expectation: Decodable {
    let sent: [Int]?
    let edits: [String: EditFields]?
    let confirmed: [ShortLabel]?
    let visible: [String]?
    let pending: Int?
    let notices: [[String?]]?
    let hello: HelloFields?
    let fault: Bool?
  }

  struct EditFields: Decodable {
    let kind: String?
    let name: String?
    let base: String?
    let seen: Int?
  }

  struct HelloFields: Decodable {
    let revision: Int?
    let claimed: Bool
    let acknowledgedThrough: Int
  }
}

/// A label as `["x", "Grid", true]`, or with whose text was overwritten in it behind that.
struct ShortLabel: Decodable, Equatable {
  let label: Label
  let overwrites: [Overwrite]

  init(_ label: Label) { (self.label, overwrites) = (label, []) }

  init(from decoder: any Decoder) throws {
    var fields = try decoder.unkeyedContainer()
    label = Label(
      id: vectorID(try fields.decode(String.self)), name: try fields.decode(String.self),
      isIncluded: try fields.decode(Bool.self))
    let overwrote = fields.isAtEnd ? [] : try fields.decode([ReplicaVector.Snapshot.OverwriteFields].self)
    overwrites = overwrote.map { Overwrite(author: $0.author, revision: $0.revision) }
  }
}

/// An edit without author and sequence.
struct VectorRequest: Decodable {
  let edit: Edit

  private enum CodingKeys: CodingKey {
    case kind, ids, name, base, seen, isIncluded, place, orientation, target
  }

  init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    func text(_ key: CodingKeys) throws -> String { try fields.decode(String.self, forKey: key) }
    func number(_ key: CodingKeys) throws -> Int { try fields.decode(Int.self, forKey: key) }
    let ids = try fields.decodeIfPresent([String].self, forKey: .ids)?.map(vectorID) ?? []
    func placement() throws -> Placement {
      let place = try fields.decode([String].self, forKey: .place)
      let spot: Placement.Spot =
        switch place[0] {
        case "first": .first
        case "last": .last
        case "before": .before(vectorID(place[1]))
        default: .after(vectorID(place[1]))
        }
      return Placement(spot, orientation: try number(.orientation) == 0 ? .forward : .reversed)
    }
    switch try text(.kind) {
    case "insert":
      let isIncluded = try fields.decode(Bool.self, forKey: .isIncluded)
      edit = .insert(Label(id: ids[0], name: try text(.name), isIncluded: isIncluded), at: try placement())
    case "rename":
      edit = .rename(ids[0], to: try text(.name), base: try text(.base), seen: try number(.seen))
    case "include": edit = .setIncluded(ids, try fields.decode(Bool.self, forKey: .isIncluded))
    case "remove": edit = .remove(ids)
    case "move": edit = .move(ids, to: try placement())
    case "reverse": edit = .reverse(from: try number(.orientation) == 0 ? .forward : .reversed)
    case "undo": edit = .undo(try number(.target))
    case let kind:
      throw DecodingError.dataCorruptedError(forKey: .kind, in: fields, debugDescription: kind)
    }
  }
}

/// An effect as a diff tells it.
struct VectorDiffEffect: Decodable {
  let effect: DiffEffect

  private enum CodingKeys: CodingKey { case effect, id, label, after, value, overwrote }

  private struct NamingFields: Decodable {
    let author: Int
    let sequence: Int
  }

  init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    func id() throws -> LabelID { vectorID(try fields.decode(String.self, forKey: .id)) }
    func label() throws -> Label { try fields.decode(ShortLabel.self, forKey: .label).label }
    let after = try fields.decodeIfPresent(String.self, forKey: .after).map(vectorID)
    switch try fields.decode(String.self, forKey: .effect) {
    case "inserted": effect = .inserted(try label(), after: after)
    case "restored":
      let label = try fields.decode(ShortLabel.self, forKey: .label)
      effect = .restored(label.label, after: after, overwrote: label.overwrites)
    case "moved": effect = .moved(try id(), after: after)
    case "removed": effect = .removed(try id())
    case "included": effect = .included(try id(), value: try fields.decode(Bool.self, forKey: .value))
    case "reversed":
      effect = .reversed(value: try fields.decode(Int.self, forKey: .value) == 0 ? .forward : .reversed)
    case "renamed":
      let overwrote = try fields.decodeIfPresent([NamingFields].self, forKey: .overwrote) ?? []
      effect = .renamed(
        try id(), value: try fields.decode(String.self, forKey: .value),
        overwrote: overwrote.map { Naming(author: $0.author, sequence: $0.sequence) })
    case let unknown:
      throw DecodingError.dataCorruptedError(forKey: .effect, in: fields, debugDescription: unknown)
    }
  }
}

/// An outcome under its sequence, its labels by their letters.
struct VectorSettlement: Decodable {
  let settlement: Settlement

  private struct Result: Decodable {
    let id: String
    let outcome: String
    let code: String?
    let removedBy: Remover?

    var result: Outcome.LabelResult {
      get throws {
        let rejection = try code.map { try VectorSettlement.rejection($0, removedBy) }
        return Outcome.LabelResult(
          id: vectorID(id), rejection: rejection, hadEffect: outcome == "applied")
      }
    }
  }

  private struct Remover: Decodable {
    let author: Int
    let sequence: Int
    let revision: Int
    let time: Int64
  }

  private enum CodingKeys: CodingKey { case sequence, outcome, code, asOf, labels, removedBy }

  init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    let result: Outcome.Result
    switch try fields.decode(String.self, forKey: .outcome) {
    case "applied": result = .applied
    case "noEffect": result = .noEffect
    case "mixed": result = .mixed(try fields.decode([Result].self, forKey: .labels).map { try $0.result })
    default:
      result = .rejected(
        try Self.rejection(
          fields.decode(String.self, forKey: .code),
          fields.decodeIfPresent(Remover.self, forKey: .removedBy)))
    }
    settlement = Settlement(
      sequence: try fields.decode(Int.self, forKey: .sequence),
      outcome: Outcome(result, asOf: try fields.decode(Int.self, forKey: .asOf)))
  }

  private static func rejection(_ code: String, _ by: Remover?) throws -> Rejection {
    switch (code, by) {
    case ("removed", let by?):
      .removed(Removal(author: by.author, sequence: by.sequence, revision: by.revision, time: by.time))
    case ("changedSince", _): .changedSince
    case ("withdrawn", _): .withdrawn
    default: throw Violation("a case has the code \(code)")
    }
  }
}
