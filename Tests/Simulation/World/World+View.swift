import LabelEngine
import Labels

extension World {
  /// What a person has made and not heard of yet stands in what they see.
  func checkView(_ replica: Replica) throws(Violation) {
    let pending = replica.pending
    guard !pending.isEmpty else { return }
    let view = replica.visible
    if pending.allSatisfy(\.isSort), !view.labels.elementsEqual(replica.confirmed.labels) {
      throw Violation("a pending sort is in view")
    }
    var earlier: Set<LabelID> = []
    for (index, edit) in pending.enumerated() {
      defer { earlier.formUnion(edit.labels) }
      // Whose id was in use before is refused, here as there.
      if case .insert(let label, _) = edit, earlier.contains(label.id) { continue }
      let later = Set(pending[(index + 1)...].flatMap(\.labels))
      for id in edit.labels where !later.contains(id) {
        try check(edit, of: id, in: view, confirmed: replica.confirmed)
      }
    }
  }

  private func check(_ edit: Edit, of id: LabelID, in view: LabelList, confirmed: LabelList) throws(Violation)
  {
    switch edit {
    case .insert(let label, _):
      let isAllowed = settings.limits.list.allow(name: label.name)
      guard view[id] != nil || !isAllowed else { throw Violation("a pending insert is not in view", "\(id)") }
    case .remove:
      guard view[id] == nil else { throw Violation("a pending removal is not in view", "\(id)") }
    case .setIncluded(_, let value):
      guard view[id].map({ $0.isIncluded == value }) ?? true else {
        throw Violation("a pending inclusion is not in view", "\(id)")
      }
    case .rename(_, let name, let base, _):
      guard let shown = view[id]?.name.unicodeScalars else { return }
      let typed = name.unicodeScalars.filter { !base.unicodeScalars.contains($0) }
      guard typed.allSatisfy(shown.contains) else { throw Violation("pending text is not in view", "\(id)") }
    case .move, .reverse, .sort, .restore, .undo, .withdraw: break
    }
  }
}
