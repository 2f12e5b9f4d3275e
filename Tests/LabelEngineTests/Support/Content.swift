import LabelWire
import Labels

/// What people see of a list, as a plain array that follows diffs in its own slow way.
struct Content: Equatable {
  var orientation: Orientation
  var labels: [Label]

  init(_ list: LabelList) {
    orientation = list.orientation
    labels = Array(list.labels)
  }

  mutating func apply(_ change: DiffChange) throws(Violation) {
    for effect in change.effects { try apply(effect) }
  }

  private mutating func apply(_ effect: DiffEffect) throws(Violation) {
    switch effect {
    case .inserted(let label, let after), .restored(let label, let after, _): try put(label, behind: after)
    case .moved(let id, let after):
      let label = labels.remove(at: try position(of: id))
      try put(label, behind: after)
    case .removed(let id): labels.remove(at: try position(of: id))
    case .renamed(let id, let value, _): labels[try position(of: id)].name = value
    case .included(let id, let value): labels[try position(of: id)].isIncluded = value
    case .reversed(let value): orientation = value
    }
  }

  private mutating func put(_ label: Label, behind id: LabelID?) throws(Violation) {
    if labels.contains(where: { $0.id == label.id }) { throw Violation("\(label.id) is there twice") }
    labels.insert(label, at: try id.map { id throws(Violation) in try position(of: id) + 1 } ?? 0)
  }

  private func position(of id: LabelID) throws(Violation) -> Int {
    guard let position = labels.firstIndex(where: { $0.id == id }) else {
      throw Violation("\(id) is not there")
    }
    return position
  }

  /// The labels that an edit did not name.
  func without(_ ids: [LabelID]) -> [Label] { labels.filter { !ids.contains($0.id) } }
}
