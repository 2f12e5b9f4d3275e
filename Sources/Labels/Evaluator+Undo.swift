extension Evaluator {
  /// Takes back what the target did, last first. A change still stands if it is the latest of its field, not merely equal to
  /// what the field holds.
  mutating func undo(on list: inout LabelList) throws(Rejection) -> Outcome.Result {
    switch target {
    case .nothing: throw .nothingToUndo
    case .trimmed: throw .tooOld
    case .change(let change):
      if case .reversed(_, let value)? = change.effects.first {
        guard list.lastReversal == change.revision else { throw .changedSince }
        return result(reverse(from: value, on: &list))
      }
      let effects = change.effects.reversed().compactMap { effect in effect.label.map { ($0, effect) } }
      return forEach(effects, label: { $0.0 }) { evaluator, item throws(Rejection) in
        try evaluator.invert(item.1, of: change.revision, on: &list)
      }
    }
  }

  /// What takes an effect of a revision back; nil if nothing is left to do.
  private mutating func invert(
    _ effect: Effect, of revision: Revision, on list: inout LabelList
  ) throws(Rejection) -> Effect? {
    switch effect {
    case .inserted(let label, _, _), .restored(let label, _):
      return try takeOut(label.id, ifUntouchedSince: revision, on: &list)
    case .removed(let label, _):
      guard list.liveIndex(of: label.id) == nil else { return nil }
      guard list.removal(of: label.id)?.revision == revision else { throw .changedSince }
      return try restore(label.id, on: &list)
    case .included(let id, let replaced, _):
      guard list.table.slots[try list.liveSlot(of: id)].stamps.included == revision else {
        throw .changedSince
      }
      return try setIncluded(id, replaced, on: &list)
    case .renamed(let id, let replaced, let value, _):
      return try renameBack(id, from: value, to: replaced, on: &list)
    case .moved(let id, _, _, let source):
      let index = try list.liveSlot(of: id)
      guard list.table.slots[index].stamps.moved == revision else { throw .changedSince }
      guard let slot = try list.formerSlot(source, of: index) else { return nil }
      return list.moveEffect(of: index, behind: slot, by: stamp)
    case .reversed: return nil
    }
  }

  private func takeOut(
    _ id: LabelID, ifUntouchedSince revision: Revision, on list: inout LabelList
  ) throws(Rejection) -> Effect? {
    guard let index = list.liveIndex(of: id) else { return nil }
    guard !list.table.slots[index].stamps.isChanged(byOthersThan: stamp.author, after: revision) else {
      throw .changedSince
    }
    return try remove(id, on: &list)
  }

  /// Merges the old name back, where no later text touches it.
  private func renameBack(
    _ id: LabelID, from value: String, to replaced: String, on list: inout LabelList
  ) throws(Rejection) -> Effect? {
    let index = try list.liveSlot(of: id)
    let current = list.table.slots[index].label.name
    guard case .merged(let name) = NameMerge.merge(base: value, current: current, new: replaced),
      limits.allow(name: name)
    else { throw .changedSince }
    guard !name.hasSameBytes(as: current) else { return nil }
    list.rename(index, to: name, overwrote: [], by: stamp, limits: limits)
    return .renamed(id, replaced: current, value: name, overwrote: [])
  }
}

extension LabelList {
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
