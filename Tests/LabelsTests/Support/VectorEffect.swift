import Labels

/// An effect as the vectors write it: what replicas are told, and what it replaced.
struct VectorEffect: Decodable, Equatable {
  enum Replaced: Equatable {
    case name([UInt8])
    case isIncluded(Bool)
    case orientation(Orientation)
    case label(Label)
  }

  let diff: DiffEffect
  let replaced: Replaced?

  init(_ effect: Effect) {
    diff = effect.diff
    replaced =
      switch effect {
      case .renamed(_, let old, _, _): .name(Array(old.utf8))
      case .included(_, let old, _, _): .isIncluded(old)
      case .reversed(let old, _, _): .orientation(old)
      case .removed(let old, _, _): .label(old)
      case .inserted, .moved, .restored: nil
      }
  }

  private enum CodingKeys: CodingKey {
    case effect, id, label, replaced, value, afterInCanonicalOrder, overwrote
  }

  private struct VectorNaming: Decodable {
    let author: String
    let sequence: EditSequence
  }

  init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    let after = try fields.decodeIfPresent(String.self, forKey: .afterInCanonicalOrder).map(vectorID)
    func id() throws -> LabelID { vectorID(try fields.decode(String.self, forKey: .id)) }
    func label() throws -> Label { try fields.decode(VectorLabel.self, forKey: .label).label }
    switch try fields.decode(String.self, forKey: .effect) {
    case "inserted": (diff, replaced) = (.inserted(try label(), after: after), nil)
    case "restored": (diff, replaced) = (.restored(try label(), after: after), nil)
    case "moved": (diff, replaced) = (.moved(try id(), after: after), nil)
    case "renamed":
      let namings = try fields.decodeIfPresent([VectorNaming].self, forKey: .overwrote) ?? []
      let overwrote = namings.map { Naming(author: vectorAuthor($0.author), sequence: $0.sequence) }
      let value = try fields.decode(String.self, forKey: .value)
      diff = .renamed(try id(), value: value, overwrote: overwrote)
      replaced = .name(Array(try fields.decode(String.self, forKey: .replaced).utf8))
    case "included":
      diff = .included(try id(), value: try fields.decode(Bool.self, forKey: .value))
      replaced = .isIncluded(try fields.decode(Bool.self, forKey: .replaced))
    case "reversed":
      diff = .reversed(value: try Self.orientation(in: fields, .value))
      replaced = .orientation(try Self.orientation(in: fields, .replaced))
    case "removed":
      diff = .removed(try id())
      replaced = .label(try fields.decode(VectorLabel.self, forKey: .replaced).label)
    case let unknown:
      throw DecodingError.dataCorruptedError(forKey: .effect, in: fields, debugDescription: unknown)
    }
  }

  private static func orientation(
    in fields: KeyedDecodingContainer<CodingKeys>, _ key: CodingKeys
  ) throws -> Orientation {
    try fields.decode(Int.self, forKey: key) == 0 ? .forward : .reversed
  }
}
