/// The only functions that change a list. They know slots, and expect that the caller has checked them. O(1) each.
extension LabelList {
  @discardableResult
  mutating func insert(_ slot: Slot, behind index: Int) -> Int {
    let added = table.add(slot, behind: index)
    indexes.updateValue(added, forKey: slot.label.id)
    return added
  }

  /// A new label, named by its author.
  mutating func insert(_ label: Label, behind index: Int, by stamp: EditStamp) {
    note(stamp, at: insert(Slot(label: label, namings: [stamp]), behind: index))
  }

  /// Notes that a slot's label was changed.
  mutating func note(_ stamp: EditStamp, at index: Int) {
    table.slots[index].stamps.note(stamp)
  }

  mutating func reverse(to value: Orientation, state: Revision) {
    orientation = value
    reversal = state
  }

  mutating func rename(
    _ index: Int, to name: String, overwrote: [Naming], by stamp: EditStamp, limits: ListLimits
  ) {
    note(stamp, at: index)
    table.slots[index].label.name = name
    table.slots[index].namings.removeAll { $0.author == stamp.author }
    table.slots[index].namings.append(stamp)
    table.slots[index].namings.keepLast(limits.namersPerLabel)
    for naming in overwrote {
      table.slots[index].overwrites.removeAll { $0.author == naming.author }
      table.slots[index].overwrites.append(Overwrite(author: naming.author, revision: stamp.revision))
    }
    table.slots[index].overwrites.keepLast(limits.namersPerLabel)
  }

  mutating func setIncluded(_ index: Int, _ isIncluded: Bool, by stamp: EditStamp, state: Revision) {
    note(stamp, at: index)
    table.slots[index].stamps.included = state
    table.slots[index].label.isIncluded = isIncluded
  }

  mutating func move(_ index: Int, behind previous: Int, by stamp: EditStamp, state: Revision) {
    note(stamp, at: index)
    table.slots[index].stamps.place = state
    table.move(index, behind: previous)
  }

  /// Removes a label; its slot stays in the order until newer removals push it out.
  mutating func bury(
    _ index: Int, by stamp: EditStamp, at time: Int64, state: Revision, limits: ListLimits
  ) {
    table.slots[index].stamps.life = state
    let removal = Removal(
      author: stamp.author, sequence: stamp.sequence, revision: stamp.revision, time: time)
    tombstones.insert(Tombstone(id: table.slots[index].label.id, removal: removal))
    note(stamp, at: index)
    table.bury(index)
    while table.deadCount > limits.deadSlots { drop(table.newerDead(SlotTable.graveyard)) }
  }

  /// Brings a removed label back at its own place.
  mutating func revive(_ index: Int, by stamp: EditStamp, state: Revision) {
    table.slots[index].stamps.life = state
    note(stamp, at: index)
    tombstones.remove(table.slots[index].label.id)
    table.revive(index)
  }

  /// Takes a slot out of the order.
  mutating func drop(_ index: Int) {
    indexes.removeValue(forKey: table.slots[index].label.id)
    table.vacate(index)
  }
}

extension Array {
  fileprivate mutating func keepLast(_ most: Int) {
    if count > most { removeFirst(count - most) }
  }
}
