import Labels

/// A log in an array, searched from end to end.
struct PlainLog {
  private struct Subject: Hashable {
    let field: Effect.Field
    let label: LabelID?
  }

  private(set) var changes: [Change] = []
  private var states: [Subject: Revision] = [:]

  mutating func add(_ effects: [Effect], by stamp: EditStamp) {
    guard !effects.isEmpty else { return }
    for effect in effects {
      guard let field = effect.field else { continue }
      states[Subject(field: field, label: effect.label)] = effect.transition.end(at: stamp.revision)
    }
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

  /// The state of a field of a label, or of the whole list, as the changes left it.
  func state(_ field: Effect.Field, of id: LabelID?) -> Revision {
    states[Subject(field: field, label: id)] ?? 0
  }

  /// Whether a field is as an effect of a change left it.
  func isStanding(_ effect: Effect, of change: Change) -> Bool {
    effect.field.map { state($0, of: effect.label) } == effect.transition.end(at: change.revision)
  }

  /// An effect with the transition that it makes, when it takes back what `undone` did.
  func completed(_ effect: Effect, undoing undone: Change?) -> Effect {
    guard let field = effect.field else { return effect }
    let origin = undone?.effects.first { $0.field == field && $0.label == effect.label }
    let restored = origin.flatMap { origin in
      undone.flatMap { isStanding(origin, of: $0) ? origin.transition.from : nil }
    }
    return effect.with(Transition(from: state(field, of: effect.label), to: restored))
  }
}

extension Effect {
  /// What an undo may find changed since.
  enum Field { case inclusion, place, life, orientation }

  /// nil: an insert, which begins them all, and a rename, which is merged.
  var field: Field? {
    switch self {
    case .inserted, .renamed: nil
    case .included: .inclusion
    case .moved: .place
    case .removed, .restored: .life
    case .reversed: .orientation
    }
  }

  var transition: Transition {
    switch self {
    case .inserted, .renamed: Transition()
    case .included(_, _, _, let transition), .moved(_, _, _, _, let transition),
      .reversed(_, _, let transition),
      .removed(_, _, let transition), .restored(_, _, _, let transition):
      transition
    }
  }

  func with(_ transition: Transition) -> Effect {
    switch self {
    case .inserted, .renamed: self
    case .included(let id, let replaced, let value, _):
      .included(id, replaced: replaced, value: value, transition)
    case .moved(let id, let slot, let after, let source, _):
      .moved(id, slot: slot, after: after, source: source, transition)
    case .reversed(let replaced, let value, _): .reversed(replaced: replaced, value: value, transition)
    case .removed(let label, let after, _): .removed(label, after: after, transition)
    case .restored(let label, let after, let overwrote, _):
      .restored(label, after: after, overwrote: overwrote, transition)
    }
  }
}
