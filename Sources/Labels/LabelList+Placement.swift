extension LabelList {
  /// The slot behind which a placement puts labels; those in `moved`, the labels to be placed, do not count as
  /// neighbours. Linear in `moved` at worst.
  ///
  /// - Throws: `invalidEdit` if the anchor is among the moved, `anchorGone` if its slot was reaped, `unknownLabel` if it
  ///   never was in the list.
  func slot(for placement: Placement, without moved: Set<LabelID>) throws(Rejection) -> Int {
    switch placement.canonicalSpot {
    case .first: SlotTable.anchor
    case .last: slot(before: SlotTable.anchor, without: moved)
    case .before(let id): slot(before: try anchor(id, without: moved), without: moved)
    case .after(let id): try anchor(id, without: moved)
    }
  }

  private func anchor(_ id: LabelID, without moved: Set<LabelID>) throws(Rejection) -> Int {
    guard !moved.contains(id) else { throw .invalidEdit }
    guard let index = indexes[id] else { throw removal(of: id) == nil ? .unknownLabel : .anchorGone }
    return index
  }

  private func slot(before index: Int, without moved: Set<LabelID>) -> Int {
    var index = table.slotBefore(index)
    while let id = id(at: index), moved.contains(id) { index = table.slotBefore(index) }
    return index
  }
}
