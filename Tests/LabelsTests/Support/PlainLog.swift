import Labels

/// A log in an array, searched from end to end.
struct PlainLog {
  private(set) var changes: [Change] = []

  mutating func add(_ effects: [Effect], by stamp: EditStamp) {
    guard !effects.isEmpty else { return }
    changes.append(
      Change(
        revision: stamp.revision, author: stamp.author, sequence: stamp.sequence, time: 0, effects: effects,
        isPartial: false))
  }

  /// What the log holds of the edit that another takes back.
  func target(of edit: Edit, by author: Author) -> UndoTarget {
    guard case .undo(let sequence) = edit,
      let change = changes.first(where: { $0.author == author && $0.sequence == sequence })
    else { return .nothing }
    return .change(change)
  }

  /// What was done to a label, or to the whole list, behind a change.
  func later(than change: Change, to id: LabelID?) -> [(author: Author, effect: Effect)] {
    changes.filter { $0.revision > change.revision }
      .flatMap { later in later.effects.map { (later.author, $0) } }
      .filter { $0.1.label == id }
  }
}
