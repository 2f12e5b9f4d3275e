/// Runs one edit on a list and collects its effects.
///
/// The functions for one label say whether it had an effect, and throw why it was refused; then nothing has changed.
struct Evaluator {
  let stamp: EditStamp
  let time: Int64
  let limits: ListLimits
  let target: UndoTarget
  var effects: [Effect] = []
  /// Bytes of labels brought back.
  private var restoredBytes = 0

  init(stamp: EditStamp, time: Int64, limits: ListLimits, target: UndoTarget) {
    self.stamp = stamp
    self.time = time
    self.limits = limits
    self.target = target
  }

  mutating func run(_ edit: Edit, on list: inout LabelList) -> Outcome.Result {
    do {
      return switch edit {
      case .insert(let label, let placement): result(try insert(label, at: placement, on: &list))
      case .rename(let id, let name, let base, let seen):
        result(try rename(id, to: name, base: base, seen: seen, on: &list))
      case .setIncluded(let ids, let value): try setIncluded(ids, value, on: &list)
      case .remove(let ids): try remove(ids, on: &list)
      case .move(let ids, let placement): try move(ids, to: placement, on: &list)
      case .reverse(let start): result(reverse(from: start, on: &list))
      case .sort(let language, let orientation):
        result(try sort(by: language, seenAs: orientation, on: &list))
      case .restore(let ids): try restore(ids, on: &list)
      case .undo: try undo(on: &list)
      case .withdraw: .rejected(.withdrawn)
      }
    } catch {
      return .rejected(error)
    }
  }

  func result(_ hadEffect: Bool) -> Outcome.Result {
    hadEffect ? .applied : .noEffect
  }

  mutating func reverse(
    from start: Orientation, on list: inout LabelList, restoring state: Revision? = nil
  ) -> Bool {
    guard list.orientation == start else { return false }
    let transition = Transition(from: list.reversal, to: state)
    effects.append(.reversed(replaced: start, value: start.opposite, transition))
    list.reverse(to: start.opposite, state: transition.end(at: stamp.revision))
    return true
  }
}

// MARK: - Insert and rename

extension Evaluator {
  private mutating func insert(
    _ label: Label, at placement: Placement, on list: inout LabelList
  ) throws(Rejection) -> Bool {
    guard list.indexes[label.id] == nil, list.removal(of: label.id) == nil else { throw .duplicateID }
    guard limits.allow(name: label.name) else { throw .invalidName }
    guard list.count < limits.labels else { throw .listFull }
    let slot = try list.slot(for: placement, without: [label.id])
    let after = list.table.liveSlot(atOrBefore: slot)
    effects.append(.inserted(label, slot: list.id(at: slot), after: list.id(at: after)))
    list.insert(label, behind: slot, by: stamp)
    return true
  }

  private mutating func rename(
    _ id: LabelID, to new: String, base: String, seen: Revision, on list: inout LabelList
  ) throws(Rejection) -> Bool {
    let index = try list.liveSlot(of: id)
    guard limits.allow(name: new) else { throw .invalidName }
    let current = list.table.slots[index].label.name
    var name = new
    var overwrote: [Naming] = []
    switch NameMerge.merge(base: base, current: current, new: new) {
    case .merged(let merged) where limits.allow(name: merged): name = merged
    case .merged, .conflict: overwrote = namings(of: list.table.slots[index], unseenAfter: seen)
    }
    guard !name.hasSameBytes(as: current) else { return false }
    effects.append(.renamed(id, replaced: current, value: name, overwrote: overwrote))
    list.rename(index, to: name, overwrote: overwrote, by: stamp, limits: limits)
    return true
  }

  /// The last namings by others that the editor had not seen.
  private func namings(of slot: LabelList.Slot, unseenAfter seen: Revision) -> [Naming] {
    slot.namings.filter { $0.revision > seen && $0.author != stamp.author }
      .map { Naming(author: $0.author, sequence: $0.sequence) }
      .sorted()
  }
}

// MARK: - Edits of several labels

extension Evaluator {
  private mutating func setIncluded(
    _ ids: [LabelID], _ value: Bool, on list: inout LabelList
  ) throws(Rejection) -> Outcome.Result {
    try checkDistinct(ids)
    return forEach(ids) { evaluator, id throws(Rejection) in
      try evaluator.setIncluded(id, value, on: &list)
    }
  }

  func setIncluded(
    _ id: LabelID, _ value: Bool, on list: inout LabelList, restoring state: Revision? = nil
  ) throws(Rejection) -> Effect? {
    let index = try list.liveSlot(of: id)
    let old = list.table.slots[index].label.isIncluded
    guard old != value else { return nil }
    let transition = Transition(from: list.table.slots[index].stamps.included, to: state)
    list.setIncluded(index, value, by: stamp, state: transition.end(at: stamp.revision))
    return .included(id, replaced: old, value: value, transition)
  }

  /// Removing what is already removed has no effect, and is no fault.
  private mutating func remove(_ ids: [LabelID], on list: inout LabelList) throws(Rejection) -> Outcome.Result
  {
    try checkDistinct(ids)
    return forEach(ids) { evaluator, id throws(Rejection) in try evaluator.remove(id, on: &list) }
  }

  func remove(
    _ id: LabelID, on list: inout LabelList, restoring state: Revision? = nil
  ) throws(Rejection) -> Effect? {
    guard let index = list.liveIndex(of: id) else {
      guard list.removal(of: id) != nil else { throw .unknownLabel }
      return nil
    }
    let slot = list.table.slots[index]
    let transition = Transition(from: slot.stamps.life, to: state)
    let effect = Effect.removed(
      slot.label, after: list.id(at: list.table.liveBefore(index)), transition)
    list.bury(index, by: stamp, at: time, state: transition.end(at: stamp.revision), limits: limits)
    return effect
  }

  private mutating func restore(_ ids: [LabelID], on list: inout LabelList) throws(Rejection)
    -> Outcome.Result
  {
    try checkDistinct(ids)
    return forEach(ids) { evaluator, id throws(Rejection) in try evaluator.restore(id, on: &list) }
  }

  mutating func restore(
    _ id: LabelID, on list: inout LabelList, restoring state: Revision? = nil
  ) throws(Rejection) -> Effect? {
    guard list.liveIndex(of: id) == nil else { return nil }
    guard list.removal(of: id) != nil else { throw .unknownLabel }
    guard let index = list.indexes[id] else { throw .tooOld }
    guard list.count < limits.labels else { throw .listFull }
    let slot = list.table.slots[index]
    let bytes = ListLimits.restoredBytes(of: slot.label, overwrites: slot.overwrites.count)
    guard restoredBytes == 0 || restoredBytes + bytes <= limits.restoredBytes else { throw .tooLarge }
    restoredBytes += bytes
    let transition = Transition(from: slot.stamps.life, to: state)
    list.revive(index, by: stamp, state: transition.end(at: stamp.revision))
    return .restored(
      slot.label, after: list.id(at: list.table.liveBefore(index)), overwrote: slot.overwrites, transition)
  }

  /// Moves labels to one place, each behind the one before it. An order seen on a reversed screen is turned first.
  private mutating func move(
    _ ids: [LabelID], to placement: Placement, on list: inout LabelList
  ) throws(Rejection) -> Outcome.Result {
    let moved = try checkDistinct(ids)
    let inCanonicalOrder = placement.orientation == .forward ? ids : ids.reversed()
    var previous: Result<Int, Rejection> = Result { () throws(Rejection) in
      try list.slot(for: placement, without: moved)
    }
    return forEach(inCanonicalOrder) { evaluator, id throws(Rejection) in
      let index = try list.liveSlot(of: id)
      let slot = try previous.get()
      previous = .success(index)
      return list.moveEffect(of: index, behind: slot, by: evaluator.stamp)
    }
  }

  /// Runs `body` for every label and sums up what became of them. `body` says what it did, nil for nothing.
  private mutating func forEach(
    _ ids: [LabelID], _ body: (inout Evaluator, LabelID) throws(Rejection) -> Effect?
  ) -> Outcome.Result {
    forEach(ids, label: { $0 }, body)
  }

  /// The same for things that each concern one label.
  mutating func forEach<Item>(
    _ items: [Item], label: (Item) -> LabelID, _ body: (inout Evaluator, Item) throws(Rejection) -> Effect?
  ) -> Outcome.Result {
    var results: [Outcome.LabelResult] = []
    results.reserveCapacity(items.count)
    for item in items {
      let id = label(item)
      do {
        let effect = try body(&self, item)
        if let effect { effects.append(effect) }
        results.append(Outcome.LabelResult(id: id, rejection: nil, hadEffect: effect != nil))
      } catch {
        results.append(Outcome.LabelResult(id: id, rejection: error, hadEffect: false))
      }
    }
    return summary(of: results)
  }

  /// One result for the whole edit if all its labels have the same one (by its code), else one per label.
  private func summary(of results: [Outcome.LabelResult]) -> Outcome.Result {
    guard let first = results.first else { return .rejected(.invalidEdit) }
    let isUniform = results.allSatisfy {
      $0.hadEffect == first.hadEffect && $0.rejection?.code == first.rejection?.code
    }
    guard isUniform else { return .mixed(results.sorted { $0.id < $1.id }) }
    if let rejection = first.rejection { return .rejected(rejection) }
    return first.hadEffect ? .applied : .noEffect
  }

  /// An edit names at least one label, none twice, and not too many.
  @discardableResult
  private func checkDistinct(_ ids: [LabelID]) throws(Rejection) -> Set<LabelID> {
    guard !ids.isEmpty, ids.count <= limits.labelsPerEdit else { throw .invalidEdit }
    let distinct = Set(ids)
    guard distinct.count == ids.count else { throw .invalidEdit }
    return distinct
  }
}

extension LabelList {
  /// Where a live label is, or why it is not there.
  func liveSlot(of id: LabelID) throws(Rejection) -> Int {
    if let index = liveIndex(of: id) { return index }
    throw removal(of: id).map { .removed($0) } ?? .unknownLabel
  }

  /// Moves a label; nil and nothing done if it would stand between the same live labels as before.
  mutating func moveEffect(
    of index: Int, behind slot: Int, by stamp: EditStamp, restoring state: Revision? = nil
  ) -> Effect? {
    let before = table.liveBefore(index)
    let nearest = table.liveSlot(atOrBefore: slot)
    let after = nearest == index ? before : nearest
    guard after != before else { return nil }
    let source = Effect.Source(
      slotBefore: id(at: table.slotBefore(index)), slotAfter: id(at: table.slotAfter(index)),
      labelBefore: id(at: before), labelAfter: id(at: table.liveAfter(index)))
    let transition = Transition(from: table.slots[index].stamps.place, to: state)
    move(index, behind: slot, by: stamp, state: transition.end(at: stamp.revision))
    return .moved(
      table.slots[index].label.id, slot: id(at: slot), after: id(at: after), source: source, transition)
  }
}
