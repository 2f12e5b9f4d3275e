import LabelWire
import Labels

/// What people see of a list, as a plain array that follows effects in its own slow way.
struct PlainContent: Equatable {
  var orientation = Orientation.forward
  var labels: [Label] = []

  /// Labels as they are shown.
  var shown: [LabelID] {
    let ids = labels.map(\.id)
    return orientation == .forward ? ids : ids.reversed()
  }

  func label(_ id: LabelID) -> Label? { labels.first { $0.id == id } }

  func isEqual(to list: LabelList) -> Bool {
    guard orientation == list.orientation, labels.count == list.count else { return false }
    var index = 0
    for label in list.labels {
      guard label == labels[index] else { return false }
      index += 1
    }
    return true
  }

  mutating func apply(_ effect: DiffEffect) throws(Violation) {
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
    if labels.contains(where: { $0.id == label.id }) {
      throw Violation("a label is there twice", "\(label.id)")
    }
    labels.insert(label, at: try id.map { id throws(Violation) in try position(of: id) + 1 } ?? 0)
  }

  private func position(of id: LabelID) throws(Violation) -> Int {
    guard let position = labels.firstIndex(where: { $0.id == id }) else {
      throw Violation("an effect names a label that is not there", "\(id)")
    }
    return position
  }
}
