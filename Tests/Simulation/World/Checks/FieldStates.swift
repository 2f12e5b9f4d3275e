import Labels

/// The state of each field that can be undone, by the checker's own reckoning: the revision that made it, or the one to which
/// an undo has brought it back.
struct FieldStates {
  private enum Field: Hashable {
    case inclusion(LabelID), place(LabelID), life(LabelID), orientation
  }

  private struct Step {
    let from: Revision
    let to: Revision
  }

  private var states: [Field: Revision] = [:]
  /// By revision.
  private var steps: [Revision: [Field: Step]] = [:]

  /// Whether what a change did to the field that an effect changes still stands.
  func stands(_ effect: Effect, since change: Change) -> Bool {
    guard let field = Self.field(of: effect), let step = steps[change.revision]?[field] else { return false }
    return states[field] == step.to
  }

  mutating func take(_ change: Change, undoing target: Revision?) {
    for effect in change.effects {
      guard let field = Self.field(of: effect) else { continue }
      let former = target.flatMap { steps[$0]?[field]?.from }
      let step = Step(from: states[field] ?? 0, to: former ?? change.revision)
      steps[change.revision, default: [:]][field] = step
      states[field] = step.to
    }
  }

  private static func field(of effect: Effect) -> Field? {
    switch effect {
    case .included(let id, _, _, _): .inclusion(id)
    case .moved(let id, _, _, _, _): .place(id)
    case .removed(let label, _, _), .restored(let label, _, _, _): .life(label.id)
    case .reversed: .orientation
    case .inserted, .renamed: nil
    }
  }
}
