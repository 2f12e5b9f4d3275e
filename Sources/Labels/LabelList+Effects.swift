extension LabelList {
  /// Applies a change to the server's list, by slots.
  ///
  /// - Throws: `MisfitEffect` if an effect does not fit this list: the change is not one of this list at this revision.
  ///   The list is then half changed, and good for nothing.
  public mutating func apply(_ change: Change, limits: ListLimits) throws(MisfitEffect) {
    let stamp = EditStamp(author: change.author, sequence: change.sequence, revision: change.revision)
    for effect in change.effects { try apply(effect, by: stamp, at: change.time, limits: limits) }
  }

  /// Applies one effect to the server's list, by slots. O(1).
  ///
  /// A log may be read with a lower `ListLimits.deadSlots` than it was written with. Where a slot is gone for that reason,
  /// the effect's live neighbour stands in, so that the live labels come out the same.
  ///
  /// - Throws: `MisfitEffect`, and then nothing has changed.
  public mutating func apply(
    _ effect: Effect, by stamp: EditStamp, at time: Int64, limits: ListLimits
  ) throws(MisfitEffect) {
    switch effect {
    case .inserted(let label, let slot, let after):
      guard tombstones[label.id] == nil else { throw .alreadyThere(label.id) }
      insert(label, behind: try vacancy(for: label.id, behind: standing(slot, after)), by: stamp)
    case .moved(let id, let slot, let after, _, let transition):
      move(
        try existing(id), behind: try place(behind: standing(slot, after), of: id), by: stamp,
        state: transition.end(at: stamp.revision))
    case .removed(let label, _, let transition):
      bury(
        try existing(label.id), by: stamp, at: time, state: transition.end(at: stamp.revision), limits: limits
      )
    case .restored(let label, let after, let overwrote, let transition):
      try restore(
        Slot(label: label, overwrites: overwrote), behind: after, by: stamp,
        state: transition.end(at: stamp.revision))
    case .renamed(let id, _, let value, let overwrote):
      rename(try existing(id), to: value, overwrote: overwrote, by: stamp, limits: limits)
    case .included(let id, _, let value, let transition):
      setIncluded(try existing(id), value, by: stamp, state: transition.end(at: stamp.revision))
    case .reversed(_, let value, let transition):
      reverse(to: value, state: transition.end(at: stamp.revision))
    }
  }

  /// Applies one effect to a replica's list, which has no dead slots: places are behind live labels, and what is
  /// removed goes. O(1).
  ///
  /// - Throws: `MisfitEffect`, and then nothing has changed: the effect was made on another list or revision.
  public mutating func applyOnReplica(
    _ effect: DiffEffect, by stamp: EditStamp, limits: ListLimits
  ) throws(MisfitEffect) {
    switch effect {
    case .inserted(let label, let after):
      insert(label, behind: try vacancy(for: label.id, behind: after), by: stamp)
    case .restored(let label, let after, let overwrote):
      insert(Slot(label: label, overwrites: overwrote), behind: try vacancy(for: label.id, behind: after))
    case .moved(let id, let after):
      move(try existing(id), behind: try place(behind: after, of: id), by: stamp, state: stamp.revision)
    case .removed(let id):
      drop(try existing(id))
    case .renamed(let id, let value, let overwrote):
      rename(try existing(id), to: value, overwrote: overwrote, by: stamp, limits: limits)
    case .included(let id, let value):
      setIncluded(try existing(id), value, by: stamp, state: stamp.revision)
    case .reversed(let value):
      reverse(to: value, state: stamp.revision)
    }
  }

  private mutating func restore(
    _ slot: Slot, behind after: LabelID?, by stamp: EditStamp, state: Revision
  ) throws(MisfitEffect) {
    let label = slot.label
    guard liveIndex(of: label.id) == nil else { throw .alreadyThere(label.id) }
    guard tombstones[label.id] != nil else { throw .unknownLabel(label.id) }
    if let index = indexes[label.id] {
      revive(index, by: stamp, state: state)
    } else {
      let index = insert(slot, behind: try place(behind: after, of: label.id))
      note(stamp, at: index)
      table.slots[index].stamps.life = state
      tombstones.remove(label.id)
    }
  }

  /// Takes a change back on a list of live labels, whose state is the one behind the change: afterwards it is the one
  /// before it. Places and names only; who changed what is not taken back. O(effects).
  ///
  /// - Throws: `MisfitEffect`; the list is then half changed, and good for nothing.
  public mutating func revert(_ change: Change) throws(MisfitEffect) {
    for effect in change.effects.reversed() { try revert(effect) }
  }

  private mutating func revert(_ effect: Effect) throws(MisfitEffect) {
    let nobody = EditStamp(author: 0, sequence: 0, revision: 0)
    switch effect {
    case .inserted(let label, _, _), .restored(let label, _, _, _):
      drop(try existing(label.id))
    case .removed(let label, let after, _):
      insert(Slot(label: label), behind: try vacancy(for: label.id, behind: after))
    case .renamed(let id, let replaced, _, _):
      table.slots[try existing(id)].label.name = replaced
    case .included(let id, let replaced, _, _):
      table.slots[try existing(id)].label.isIncluded = replaced
    case .moved(let id, _, _, let source, _):
      move(try existing(id), behind: try place(behind: source.labelBefore, of: id), by: nobody, state: 0)
    case .reversed(let replaced, _, _):
      orientation = replaced
    }
  }

  /// The slot, unless it was reaped: then the live label.
  private func standing(_ slot: LabelID?, _ after: LabelID?) -> LabelID? {
    guard let slot, indexes[slot] == nil, tombstones[slot] != nil else { return slot }
    return after
  }

  private func existing(_ id: LabelID) throws(MisfitEffect) -> Int {
    guard let index = liveIndex(of: id) else { throw .unknownLabel(id) }
    return index
  }

  private func vacancy(for id: LabelID, behind neighbour: LabelID?) throws(MisfitEffect) -> Int {
    guard indexes[id] == nil else { throw .alreadyThere(id) }
    return try place(behind: neighbour, of: id)
  }

  private func place(behind neighbour: LabelID?, of id: LabelID) throws(MisfitEffect) -> Int {
    guard let neighbour else { return SlotTable.anchor }
    guard neighbour != id, let index = indexes[neighbour] else { throw .unknownNeighbour(neighbour) }
    return index
  }
}

/// Why an effect cannot be applied to a list: it was made on another one.
public enum MisfitEffect: Error, Hashable, Sendable {
  /// The label to change is not there.
  case unknownLabel(LabelID)
  /// The label to put in is there.
  case alreadyThere(LabelID)
  /// The slot or label to stand behind is not there, or is the label itself.
  case unknownNeighbour(LabelID)
}
