/// The only functions that change a list. They know slots, and expect that the caller has checked them. O(1) each.
extension LabelList {
  mutating func insert(_ label: Label, behind index: Int, namings: [EditStamp]) {
    indexes[label.id] = table.add(Slot(label: label, namings: namings), behind: index)
  }

  mutating func rename(
    _ index: Int, to name: String, overwrote: [Naming], by stamp: EditStamp, limits: ListLimits
  ) {
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

  mutating func setIncluded(_ index: Int, _ isIncluded: Bool) {
    table.slots[index].label.isIncluded = isIncluded
  }

  mutating func move(_ index: Int, behind previous: Int) {
    table.move(index, behind: previous)
  }

  /// Removes a label; its slot stays in the order until newer removals push it out.
  mutating func bury(_ index: Int, by stamp: EditStamp, limits: ListLimits) {
    tombstones.insert(Tombstone(id: table.slots[index].label.id, removal: stamp))
    table.bury(index)
    while table.deadCount > limits.deadSlots { drop(table.newerDead(SlotTable.graveyard)) }
  }

  /// Brings a removed label back at its own place.
  mutating func revive(_ index: Int) {
    tombstones.remove(table.slots[index].label.id)
    table.revive(index)
  }

  /// Takes a slot out of the order.
  mutating func drop(_ index: Int) {
    indexes[table.slots[index].label.id] = nil
    table.vacate(index)
  }
}

extension Array {
  fileprivate mutating func keepLast(_ most: Int) {
    if count > most { removeFirst(count - most) }
  }
}
