extension Evaluator {
  /// Puts the live labels into the order of their names, as it is seen under an orientation, with as few moves as that takes.
  /// O(n log n).
  mutating func sort(
    by language: LanguageTag, seenAs orientation: Orientation, on list: inout LabelList
  ) throws(Rejection) -> Bool {
    guard list.count <= limits.labelsPerSort else { throw .tooLarge }
    let former = list.liveSlotsInOrder
    let wanted = NameOrder(
      of: former.map { list.table.slots[$0].label.name }, in: language, seenAs: orientation
    )
    .positions
    var stays = [Bool](repeating: false, count: former.count)
    for position in longestIncreasingSubsequence(of: wanted) { stays[position] = true }
    var previous = SlotTable.anchor
    for position in wanted {
      let index = former[position]
      if !stays[position], let effect = list.moveEffect(of: index, behind: previous, by: stamp) {
        effects.append(effect)
      }
      previous = index
    }
    return !effects.isEmpty
  }
}

extension LabelList {
  /// The slots of the live labels in canonical order.
  fileprivate var liveSlotsInOrder: [Int] {
    Array(sequence(first: table.liveAfter(SlotTable.anchor)) { table.liveAfter($0) }.prefix(count))
  }
}
