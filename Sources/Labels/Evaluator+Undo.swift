extension Evaluator {
  /// Takes back what the target did, last first. A change still stands if its field is in the state that it made, not merely
  /// of an equal value: if it is the field's latest change, or all later ones were undone.
  mutating func undo(on list: inout LabelList) throws(Rejection) -> Outcome.Result {
    switch target {
    case .nothing: throw .nothingToUndo
    case .trimmed: throw .tooOld
    case .change(let change):
      if case .reversed(_, let value, let transition)? = change.effects.first {
        guard list.reversal == transition.end(at: change.revision) else { throw .changedSince }
        return result(reverse(from: value, on: &list, restoring: transition.from))
      }
      let effects = change.effects.reversed().compactMap { effect in effect.label.map { ($0, effect) } }
      // Only a sort changes more labels than an edit may name. Who removed each of them would make its answer too long.
      let tellsRemovals = effects.count <= limits.labelsPerEdit
      return forEach(effects, label: { $0.0 }) { evaluator, item throws(Rejection) in
        do throws(Rejection) {
          return try evaluator.invert(item.1, of: change.revision, on: &list)
        } catch {
          guard case .removed = error, !tellsRemovals else { throw error }
          throw .changedSince
        }
      }
    }
  }

  /// What takes an effect of a revision back; nil if nothing is left to do.
  private mutating func invert(
    _ effect: Effect, of revision: Revision, on list: inout LabelList
  ) throws(Rejection) -> Effect? {
    switch effect {
    case .inserted(let label, _, _):
      return try takeOut(label.id, ifUntouchedSince: revision, on: &list)
    case .restored(let label, _, _, let transition):
      let stands = list.state(of: label.id, \.life) == transition.end(at: revision)
      return try takeOut(
        label.id, ifUntouchedSince: revision, on: &list, restoring: stands ? transition.from : nil)
    case .removed(let label, _, let transition):
      return try putBack(label.id, transition, of: revision, on: &list)
    case .included(let id, let replaced, _, let transition):
      let index = try list.liveSlot(of: id)
      guard list.table.slots[index].stamps.included == transition.end(at: revision) else {
        throw .changedSince
      }
      return try setIncluded(id, replaced, on: &list, restoring: transition.from)
    case .renamed(let id, let replaced, let value, _):
      return try renameBack(id, from: value, to: replaced, namedSince: revision, on: &list)
    case .moved(let id, _, _, let source, let transition):
      let index = try list.liveSlot(of: id)
      guard list.table.slots[index].stamps.place == transition.end(at: revision) else { throw .changedSince }
      guard let slot = try list.formerSlot(source, of: index) else { return nil }
      return list.moveEffect(of: index, behind: slot, by: stamp, restoring: transition.from)
    case .reversed: return nil
    }
  }

  private func takeOut(
    _ id: LabelID, ifUntouchedSince revision: Revision, on list: inout LabelList,
    restoring state: Revision? = nil
  ) throws(Rejection) -> Effect? {
    guard let index = list.liveIndex(of: id) else { return nil }
    guard !list.table.slots[index].stamps.isChanged(byOthersThan: stamp.author, after: revision) else {
      throw .changedSince
    }
    return try remove(id, on: &list, restoring: state)
  }

  private mutating func putBack(
    _ id: LabelID, _ transition: Transition, of revision: Revision, on list: inout LabelList
  ) throws(Rejection) -> Effect? {
    guard list.liveIndex(of: id) == nil else { return nil }
    guard let life = list.state(of: id, \.life) else {
      throw list.removal(of: id)?.revision == revision ? .tooOld : .changedSince
    }
    guard life == transition.end(at: revision) else { throw .changedSince }
    return try restore(id, on: &list, restoring: transition.from)
  }

  /// Merges the old name back, where no later text touches it. The same text given again by somebody else is theirs.
  private func renameBack(
    _ id: LabelID, from value: String, to replaced: String, namedSince revision: Revision,
    on list: inout LabelList
  ) throws(Rejection) -> Effect? {
    let index = try list.liveSlot(of: id)
    let current = list.table.slots[index].label.name
    let isNamedByOthers = list.table.slots[index].namings.contains {
      $0.revision > revision && $0.author != stamp.author
    }
    guard !isNamedByOthers || !current.hasSameBytes(as: value) else { throw .changedSince }
    guard case .merged(let name) = NameMerge.merge(base: value, current: current, new: replaced),
      limits.allow(name: name)
    else { throw .changedSince }
    guard !name.hasSameBytes(as: current) else { return nil }
    list.rename(index, to: name, overwrote: [], by: stamp, limits: limits)
    return .renamed(id, replaced: current, value: name, overwrote: [])
  }
}

extension LabelList {
  /// The state of a field of a label, also a removed one; nil if its slot is gone.
  fileprivate func state(of id: LabelID, _ field: KeyPath<ChangeStamps, Revision>) -> Revision? {
    indexes[id].map { table.slots[$0].stamps[keyPath: field] }
  }

  /// The slot behind which a moved label stood: by the slots that were beside it, else by the live labels. nil: it was the
  /// only one.
  ///
  /// - Throws: `tooOld` if none of them is left.
  fileprivate func formerSlot(_ source: Effect.Source, of index: Int) throws(Rejection) -> Int? {
    if source.slotBefore == nil, source.slotAfter == nil { return nil }
    let bySlots = slot(between: source.slotBefore, source.slotAfter, of: index)
    let byLabels = slot(between: source.labelBefore, source.labelAfter, of: index)
    guard let slot = bySlots ?? byLabels else { throw .tooOld }
    return slot
  }

  /// Behind the one or before the other, whichever is left; a nil stands for the end of the list.
  private func slot(between before: LabelID?, _ after: LabelID?, of index: Int) -> Int? {
    if let before, let slot = indexes[before] { return slot }
    if let after, let slot = indexes[after] { return self.slot(before: slot, skipping: index) }
    if before == nil { return SlotTable.anchor }
    return after == nil ? self.slot(before: SlotTable.anchor, skipping: index) : nil
  }

  private func slot(before index: Int, skipping skipped: Int) -> Int {
    let slot = table.slotBefore(index)
    return slot == skipped ? table.slotBefore(slot) : slot
  }
}
