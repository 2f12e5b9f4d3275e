extension LabelList {
  /// A place in the order, with all that is known of its label.
  public struct Slot: Hashable, Sendable {
    /// The label, also when it was removed.
    public var label: Label
    /// The label was removed; the slot marks where it stood.
    public internal(set) var isDead: Bool
    /// Every author's last naming of the label, oldest first; at most `ListLimits.namersPerLabel`.
    public internal(set) var namings: [EditStamp]
    /// The last time that each author's unseen text was overwritten, oldest first; at most
    /// `ListLimits.namersPerLabel`.
    public internal(set) var overwrites: [Overwrite]

    /// When it was changed last.
    public internal(set) var stamps: ChangeStamps

    /// A slot of these parts.
    public init(
      label: Label, isDead: Bool = false, namings: [EditStamp] = [], overwrites: [Overwrite] = [],
      stamps: ChangeStamps = ChangeStamps()
    ) {
      self.label = label
      self.isDead = isDead
      self.namings = namings
      self.overwrites = overwrites
      self.stamps = stamps
    }

    static let vacant = Slot(label: Label(id: LabelID(high: 0, low: 0), name: "", isIncluded: false))
  }

  /// All slots in canonical order, dead ones included.
  public var slots: Slots { Slots(table: table) }

  /// The removed labels that still mark their place, in the order of their removal.
  public var deadOldestFirst: [LabelID] {
    sequence(first: table.newerDead(SlotTable.graveyard)) { table.newerDead($0) }
      .prefix(table.deadCount)
      .map { table.slots[$0].label.id }
  }

  /// The removed ids, in ascending order. Sorts them: O(n log n).
  public var sortedTombstones: [Tombstone] { tombstones.sorted }

  /// Rebuilds a list from its parts, as a stored snapshot or a server's message holds them. O(n).
  ///
  /// - Parameters:
  ///   - slots: every slot in canonical order; a replica's has no dead ones.
  ///   - deadOldestFirst: the ids of the dead slots in the order of their removal.
  ///   - tombstones: the removed ids, those of the dead slots among them, in any order.
  ///   - reversal: the state of the orientation.
  /// - Throws: `InconsistentList` if the parts contradict one another.
  public init(
    orientation: Orientation, slots: some Sequence<Slot>, deadOldestFirst: [LabelID] = [],
    tombstones: [Tombstone] = [], reversal: Revision = 0
  ) throws(InconsistentList) {
    self.init()
    self.orientation = orientation
    self.reversal = reversal
    indexes.reserveCapacity(slots.underestimatedCount)
    for tombstone in tombstones {
      guard self.tombstones[tombstone.id] == nil else { throw .removedTwice(tombstone.id) }
      self.tombstones.insert(tombstone)
    }
    for slot in slots {
      guard indexes[slot.label.id] == nil else { throw .twoSlots(slot.label.id) }
      guard slot.isDead == (self.tombstones[slot.label.id] != nil) else {
        throw .tombstoneMismatch(slot.label.id)
      }
      append(slot)
    }
    guard deadOldestFirst.count == table.deadCount else { throw .deadOrderMismatch }
    try buryAgain(deadOldestFirst)
  }

  private mutating func append(_ slot: Slot) {
    insert(slot, behind: table.slotBefore(SlotTable.anchor))
  }

  /// Puts the dead slots, which are in the order of their places, into the order of their age.
  private mutating func buryAgain(_ ids: [LabelID]) throws(InconsistentList) {
    var seen: Set<LabelID> = []
    for id in ids {
      guard let index = indexes[id], table.slots[index].isDead, seen.insert(id).inserted else {
        throw .deadOrderMismatch
      }
      table.makeNewestDead(index)
    }
  }
}

/// All slots of a list at one moment, in canonical order. Keeping it costs the list's changes as much as a
/// copy of the list does.
public struct Slots: Sequence, Sendable {
  let table: SlotTable

  /// How many there are.
  public var underestimatedCount: Int { table.liveCount + table.deadCount }

  /// Starts at the first one.
  public func makeIterator() -> Iterator {
    Iterator(table: table)
  }

  /// Walks from one slot to the next.
  public struct Iterator: IteratorProtocol, Sendable {
    let table: SlotTable
    var index = SlotTable.anchor

    /// The next slot.
    public mutating func next() -> LabelList.Slot? {
      index = table.slotAfter(index)
      return index == SlotTable.anchor ? nil : table.slots[index]
    }
  }
}

/// Why a list cannot be rebuilt from the parts given.
public enum InconsistentList: Error, Hashable, Sendable {
  /// The id stands in two slots.
  case twoSlots(LabelID)
  /// The id has two tombstones.
  case removedTwice(LabelID)
  /// A dead slot without a tombstone, or a live one with one.
  case tombstoneMismatch(LabelID)
  /// The order of the dead does not hold exactly the dead slots.
  case deadOrderMismatch
}

extension LabelList: Equatable {
  /// The same slots, dead ones and all that is known of their labels included, in the same order, with the same
  /// orientation and removed ids. O(n log n).
  public static func == (left: LabelList, right: LabelList) -> Bool {
    left.orientation == right.orientation && left.reversal == right.reversal
      && left.slots.elementsEqual(right.slots)
      && left.deadOldestFirst == right.deadOldestFirst && left.sortedTombstones == right.sortedTombstones
  }
}
