/// What a replica is told of an effect: enough to follow, and no dead slots, which replicas do not keep.
public enum DiffEffect: Equatable, Sendable {
  /// A new label stands behind the live label `after` in canonical order; nil: at the front.
  case inserted(Label, after: LabelID?)
  case renamed(LabelID, value: String, overwrote: [Naming])
  case included(LabelID, value: Bool)
  case moved(LabelID, after: LabelID?)
  case reversed(value: Orientation)
  case removed(LabelID)
  case restored(Label, after: LabelID?, overwrote: [Overwrite] = [])

  /// The label concerned; nil for a reverse.
  public var label: LabelID? {
    switch self {
    case .inserted(let label, _), .restored(let label, _, _): label.id
    case .renamed(let id, _, _), .included(let id, _), .moved(let id, _), .removed(let id): id
    case .reversed: nil
    }
  }

  /// Names are compared by their bytes.
  public static func == (left: DiffEffect, right: DiffEffect) -> Bool {
    switch (left, right) {
    case (.inserted(let a, let n), .inserted(let b, let m)): a == b && n == m
    case (.renamed(let a, let v, let o), .renamed(let b, let w, let p)):
      a == b && v.hasSameBytes(as: w) && o == p
    case (.included(let a, let v), .included(let b, let w)): a == b && v == w
    case (.moved(let a, let n), .moved(let b, let m)): a == b && n == m
    case (.reversed(let v), .reversed(let w)): v == w
    case (.removed(let a), .removed(let b)): a == b
    case (.restored(let a, let n, let o), .restored(let b, let m, let p)): a == b && n == m && o == p
    default: false
    }
  }
}

extension Effect {
  /// The same effect without what only the log and the server's list need.
  public var diff: DiffEffect {
    switch self {
    case .inserted(let label, _, let after): .inserted(label, after: after)
    case .renamed(let id, _, let value, let overwrote): .renamed(id, value: value, overwrote: overwrote)
    case .included(let id, _, let value, _): .included(id, value: value)
    case .moved(let id, _, let after, _, _): .moved(id, after: after)
    case .reversed(_, let value, _): .reversed(value: value)
    case .removed(let label, _, _): .removed(label.id)
    case .restored(let label, let after, let overwrote, _):
      .restored(label, after: after, overwrote: overwrote)
    }
  }
}
