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

extension Edit {
  /// Where the edit puts something; nil if it doesn't.
  var placement: Placement? {
    switch self {
    case .insert(_, let placement), .move(_, let placement): placement
    default: nil
    }
  }
}
