import LabelEngine
import LabelWire
import Labels

/// What an undo may do: take back this very change, as far as it still stands, and nothing of anybody else's.
extension Oracle {
  /// The change that an edit is to take back; nil: it is no undo, or of an edit without effect.
  func target(of edit: Edit, by client: ClientID) -> Change? {
    guard case .undo(let sequence) = edit else { return nil }
    return history.change(of: EditName(client: client, sequence: sequence))
  }

  /// Nobody interfered: then it is not refused for that.
  func checkRefusal(of key: EditName, undoing target: Change, _ outcome: Outcome) throws(Violation) {
    guard outcome.rejectionCode == Rejection.changedSince.code else { return }
    let labels = target.effects.map(\.label)
    let isTouched = history.changes[target.revision...].contains { change in
      change.effects.contains { labels.contains($0.label) }
    }
    guard isTouched else { throw Violation("an undo was refused, though nothing had changed", "\(key)") }
  }

  mutating func check(_ change: Change, of key: EditName, undoing target: Change) throws(Violation) {
    for effect in change.effects {
      let undone = target.effects.filter { $0.label == effect.label }
      guard !undone.isEmpty else { throw Violation("an undo touched another label", "\(key) \(effect)") }
      switch effect {
      case .renamed(let id, let old, let new, let overwrote):
        guard overwrote.isEmpty else { throw Violation("an undo overwrote text", "\(key)") }
        try checkText(of: id, from: old, to: new, undone, by: key, at: change.revision)
      case .included, .moved, .reversed, .restored:
        guard history.fields.stands(effect, since: target) else {
          throw Violation("an undo took back what does not stand any more", "\(key) \(effect)")
        }
      case .removed:
        guard !isTouched(effect.label, byOthersThan: change.author, since: target) else {
          throw Violation("an undo removed what others had changed", "\(key) \(effect)")
        }
      case .inserted: throw Violation("an undo inserted a label", "\(key)")
      }
    }
  }

  /// The names come from what the undone edit had put in, and go back to what it had taken out.
  private mutating func checkText(
    of id: LabelID, from old: String, to new: String, _ undone: [Effect], by key: EditName,
    at revision: Revision
  ) throws(Violation) {
    let put = undone.flatMap { effect -> [Unicode.Scalar] in
      guard case .renamed(_, _, let value, _) = effect else { return [] }
      return Array(value.unicodeScalars)
    }
    let kept = Array(new.unicodeScalars)
    for scalar in old.unicodeScalars where !kept.contains(scalar) && !put.contains(scalar) {
      throw Violation("an undo took away somebody's text", "\(key) \(scalar)")
    }
    for scalar in kept where !old.unicodeScalars.contains(scalar) { own(scalar, of: id, by: key, revision) }
  }

  private func isTouched(_ label: LabelID?, byOthersThan author: Author, since target: Change) -> Bool {
    history.changes[target.revision...].contains { change in
      change.author != author && change.effects.contains { $0.label == label }
    }
  }

  /// If nothing but other labels' fields changed in between, everything is as before.
  func checkExact(_ change: Change, of key: EditName, undoing target: Change) throws(Violation) {
    guard !change.isPartial else { return }
    let labels = target.effects.map(\.label)
    var gone: [LabelID] = []
    for effect in history.changes[target.revision..<history.changes.count - 1].flatMap(\.effects) {
      switch effect {
      case .renamed(let id, _, _, _), .included(let id, _, _, _): if labels.contains(id) { return }
      case .removed(let label, _, _):
        if labels.contains(label.id) { return }
        gone.append(label.id)
      case .inserted, .moved, .restored, .reversed: return
      }
    }
    let before = history.contents[target.revision - 1]
    let now = history.content
    guard before.labels.map(\.id).filter({ !gone.contains($0) }) == now.labels.map(\.id),
      before.orientation == now.orientation
    else { throw Violation("an undo did not bring the order back", "\(key)") }
    for label in before.labels where labels.contains(label.id) {
      guard now.label(label.id) == label else {
        throw Violation("an undo did not bring a label back", "\(key)")
      }
    }
  }
}
