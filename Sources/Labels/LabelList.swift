/// An ordered list of labels, as the server or a replica holds it: a value.
///
/// It is a linked order over *slots*. A slot holds a live label or, on the server, a removed one that still marks its
/// place, until newer removals push it out (`ListLimits.deadSlots`). The ids of removed labels are kept for the list's
/// life. The order is *canonical*; `orientation` says which end of it is shown first.
///
/// Reading and changing one label takes constant time at any length; only an anchor inside a run of dead slots costs
/// as many steps as there are to the nearer end of the run.
///
/// A copy is cheap, and so are the changes while it is kept: the first one copies the references to all parts of the list,
/// about 1,500 for 100,000 labels, and each one the parts that it changes, of some hundred labels.
public struct LabelList: Sendable {
  /// Which end of the canonical order is shown first.
  public internal(set) var orientation: Orientation
  /// The state of the orientation, see `Transition`.
  public internal(set) var reversal: Revision
  var table = SlotTable()
  var indexes = LabelIndex()
  var tombstones = TombstoneTable()

  /// An empty list.
  public init() {
    orientation = .forward
    reversal = 0
  }

  /// How many labels are live.
  public var count: Int { table.liveCount }

  /// How many removed labels still mark their place.
  public var deadCount: Int { table.deadCount }

  /// How many ids were removed and not restored.
  public var removedCount: Int { tombstones.count }

  /// The live label of this id; nil if it was removed or never was.
  public subscript(id: LabelID) -> Label? {
    liveIndex(of: id).map { table.slots[$0].label }
  }

  /// Who removed the label of this id, and when; nil while it is live and if it never was.
  public func removal(of id: LabelID) -> Removal? {
    tombstones[id]
  }

  /// The last time for each author that text of theirs in this live label did not survive a rename unseen, oldest
  /// first; at most `ListLimits.namersPerLabel`.
  public func overwrites(of id: LabelID) -> [Overwrite] {
    liveIndex(of: id).map { table.slots[$0].overwrites } ?? []
  }

  /// The live labels in canonical order.
  public var labels: LiveLabels { LiveLabels(table: table, orientation: .forward) }

  /// The live labels as they are shown.
  public var shown: LiveLabels { LiveLabels(table: table, orientation: orientation) }

  /// Where a live label's slot is.
  func liveIndex(of id: LabelID) -> Int? {
    guard let index = indexes[id], !table.slots[index].isDead else { return nil }
    return index
  }

  /// The label in a slot; nil for the anchor.
  func id(at index: Int) -> LabelID? {
    index == SlotTable.anchor ? nil : table.slots[index].label.id
  }
}

/// The live labels of a list at one moment, in one direction. Keeping it costs the list's changes as
/// much as a copy of the list does.
public struct LiveLabels: Sequence, Sendable {
  let table: SlotTable
  let orientation: Orientation

  /// How many there are.
  public var underestimatedCount: Int { table.liveCount }

  /// Starts at the first one.
  public func makeIterator() -> Iterator {
    Iterator(table: table, orientation: orientation)
  }

  /// Walks from one live label to the next.
  public struct Iterator: IteratorProtocol, Sendable {
    let table: SlotTable
    let orientation: Orientation
    var index = SlotTable.anchor

    /// The next label.
    public mutating func next() -> Label? {
      index = orientation == .forward ? table.liveAfter(index) : table.liveBefore(index)
      return index == SlotTable.anchor ? nil : table.slots[index].label
    }
  }
}
