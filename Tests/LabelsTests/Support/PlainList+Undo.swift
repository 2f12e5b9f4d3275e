import Labels

/// Undo as the log tells what happened since, and what that means for the list's stamps.
extension PlainList {
  mutating func undo(_ target: UndoTarget, by stamp: EditStamp, _ limits: ListLimits) -> Verdicts {
    guard case .change(let change) = target else { return [(nil, .failure(.nothingToUndo))] }
    return change.effects.reversed().map { effect in
      let verdict = invert(effect, of: change, by: stamp, limits)
      guard change.effects.count > limits.labelsPerEdit, case .failure(.removed) = verdict else {
        return (effect.label, verdict)
      }
      return (effect.label, .failure(.changedSince))
    }
  }

  private mutating func invert(
    _ effect: Effect, of change: Change, by stamp: EditStamp, _ limits: ListLimits
  ) -> Result<Effect?, Rejection> {
    let stands = log.isStanding(effect, of: change)
    switch effect {
    case .reversed(_, let value, _):
      return stands ? .success(reverse(value)) : .failure(.changedSince)
    case .removed(let label, _, _):
      if livePosition(of: label.id) != nil { return .success(nil) }
      if position(of: label.id) == nil {
        let isOfChange = removals[label.id]?.revision == change.revision
        return .failure(isOfChange ? .tooOld : .changedSince)
      }
      return stands ? restore(label.id, limits) : .failure(.changedSince)
    case .inserted(let label, _, _), .restored(let label, _, _, _):
      if livePosition(of: label.id) == nil { return .success(nil) }
      let later = log.later(than: change, to: label.id)
      return later.contains { $0.author != stamp.author }
        ? .failure(.changedSince) : remove(label.id, stamp, limits)
    case .included(let id, let replaced, _, _):
      if livePosition(of: id) == nil { return .failure(absence(of: id)) }
      return stands ? setIncluded(id, replaced) : .failure(.changedSince)
    case .renamed(let id, let replaced, let value, _):
      let isNamedByOthers = log.later(than: change, to: id).contains { later in
        if case .renamed = later.effect { later.author != stamp.author } else { false }
      }
      return renameBack(id, from: value, to: replaced, isNamedByOthers, by: stamp, limits)
    case .moved(let id, _, _, let source, _):
      guard let position = livePosition(of: id) else { return .failure(absence(of: id)) }
      return stands ? moveBack(id, at: position, to: source) : .failure(.changedSince)
    }
  }

  private mutating func renameBack(
    _ id: LabelID, from value: String, to replaced: String, _ isNamedByOthers: Bool, by stamp: EditStamp,
    _ limits: ListLimits
  ) -> Result<Effect?, Rejection> {
    guard let position = livePosition(of: id) else { return .failure(absence(of: id)) }
    let slot = slots[position]
    let current = slot.label.name
    if isNamedByOthers, current.hasSameBytes(as: value) { return .failure(.changedSince) }
    guard case .merged(let name) = NameMerge.merge(base: value, current: current, new: replaced),
      limits.allow(name: name)
    else { return .failure(.changedSince) }
    if name.hasSameBytes(as: current) { return .success(nil) }
    let namings = (slot.namings.filter { $0.author != stamp.author } + [stamp]).suffix(limits.namersPerLabel)
    slots[position] = LabelList.Slot(
      label: Label(id: id, name: name, isIncluded: slot.label.isIncluded), namings: Array(namings),
      overwrites: slot.overwrites, stamps: slot.stamps)
    return .success(.renamed(id, replaced: current, value: name, overwrote: []))
  }

  private mutating func moveBack(
    _ id: LabelID, at position: Int, to source: Effect.Source
  ) -> Result<Effect?, Rejection> {
    if source.slotBefore == nil, source.slotAfter == nil { return .success(nil) }
    let order = slots.map { $0.label.id }.filter { $0 != id }
    for (before, after) in [(source.slotBefore, source.slotAfter), (source.labelBefore, source.labelAfter)] {
      if let before, order.contains(before) { return .success(move(id, at: position, behind: before)) }
      if let after, let index = order.firstIndex(of: after) {
        return .success(move(id, at: position, behind: index > 0 ? order[index - 1] : nil))
      }
      if before == nil { return .success(move(id, at: position, behind: nil)) }
      if after == nil { return .success(move(id, at: position, behind: order.last)) }
    }
    return .failure(.tooOld)
  }

  // MARK: Stamps

  /// Notes an effect on its label's slot, if that is still there.
  mutating func note(_ effect: Effect, by stamp: EditStamp) {
    guard let id = effect.label, let position = position(of: id) else { return }
    let slot = slots[position]
    let old = slot.stamps
    func state(_ field: Effect.Field, _ old: Revision) -> Revision {
      effect.field == field ? effect.transition.end(at: stamp.revision) : old
    }
    let stamps = ChangeStamps(
      included: state(.inclusion, old.included), place: state(.place, old.place),
      life: state(.life, old.life), latest: stamp.revision, latestAuthor: stamp.author,
      latestByOthers: stamp.author == old.latestAuthor ? old.latestByOthers : old.latest)
    slots[position] = LabelList.Slot(
      label: slot.label, isDead: slot.isDead, namings: slot.namings, overwrites: slot.overwrites,
      stamps: stamps)
  }
}
