import LabelEngine
import LabelWire
import Labels

extension Oracle {
  /// A placed label stands where its author put it, as seen on the author's own screen.
  func checkIntention(of record: SealedRecord, _ key: EditName, done change: Change) throws(Violation) {
    guard let screen = record.screen, let placement = record.edit.placement else { return }
    let content = history.content
    let now = content.orientation == screen.orientation ? content.shown : content.shown.reversed()
    let done = record.edit.labels.filter(now.contains)
    switch placement.spot {
    case .first:
      guard now.first == done.first else {
        throw Violation("a label is not first, as its author saw", "\(key)")
      }
    case .last:
      guard now.last == done.last else { throw Violation("a label is not last, as its author saw", "\(key)") }
    case .before(let anchor), .after(let anchor):
      let group = now.contains(anchor) ? done + [anchor] : done
      guard group.allSatisfy(screen.shown.contains) else { return }
      guard screen.shown.filter(group.contains) == now.filter(group.contains) else {
        throw Violation("labels do not stand as their author saw them", "\(key) \(screen.shown) \(now)")
      }
    }
  }
}

extension Oracle {
  /// After a sort names stand in order on its author's screen; before it, if it says that nothing had to move. Names have
  /// only characters whose order is that of their numbers.
  func checkSorted(by edit: Edit, _ key: EditName, _ outcome: Outcome) throws(Violation) {
    guard case .sort(_, let orientation) = edit, outcome.rejectionCode == nil else { return }
    let canonical = history.content.labels.map(\.name)
    let seen = orientation == .forward ? canonical : canonical.reversed()
    let isSorted = zip(seen, seen.dropFirst()).allSatisfy { name, next in
      !next.unicodeScalars.lexicographicallyPrecedes(name.unicodeScalars)
    }
    guard isSorted else { throw Violation("a sort did not bring names into order", "\(key) \(seen)") }
  }
}

extension Edit {
  /// Whether it sorts the list.
  var isSort: Bool { if case .sort = self { true } else { false } }

  /// Whether the edit may have an effect on a label: on one that it names or, by a sort, on the place of any.
  func mayTouch(_ id: LabelID, by effect: Effect) -> Bool {
    if case .sort = self, case .moved = effect { return true }
    return labels.contains(id)
  }

  /// Where the edit puts something; nil if it doesn't.
  var placement: Placement? {
    switch self {
    case .insert(_, let placement), .move(_, let placement): placement
    default: nil
    }
  }
}
