import Labels

/// The same rules on a plain array, with a search for everything: slow, and plain to see.
struct PlainList {
  var slots: [LabelList.Slot] = [] {
    didSet { live = slots.filter { !$0.isDead }.map { $0.label } }
  }
  private(set) var live: [Label] = []
  private(set) var orientation = Orientation.forward
  /// Ids of the dead slots, oldest first.
  private(set) var dead: [LabelID] = []
  private(set) var removals: [LabelID: Removal] = [:]
  private(set) var log = PlainLog()

  /// What an edit comes to for each label that it names, in the order of evaluation.
  typealias Verdicts = [(id: LabelID?, verdict: Result<Effect?, Rejection>)]

  mutating func evaluate(_ edit: Edit, by stamp: EditStamp, limits: ListLimits) -> (
    effects: [Effect], outcome: Outcome
  ) {
    let verdicts = run(edit, by: stamp, limits: limits)
    let target = log.target(of: edit, by: stamp.author)
    let undone: Change? = if case .change(let change) = target { change } else { nil }
    let effects = verdicts.compactMap { try? $0.verdict.get() }.map { log.completed($0, undoing: undone) }
    for effect in effects { note(effect, by: stamp) }
    log.add(effects, by: stamp)
    let words = Set(verdicts.map { Self.word($0.verdict) })
    let result: Outcome.Result
    if words.count > 1 {
      result = .mixed(verdicts.compactMap(Self.labelResult).sorted { $0.id < $1.id })
    } else {
      switch verdicts.first?.verdict {
      case .success(let effect): result = effect == nil ? .noEffect : .applied
      case .failure(let rejection): result = .rejected(rejection)
      case nil: result = .rejected(.invalidEdit)
      }
    }
    return (effects, Outcome(result, asOf: effects.isEmpty ? stamp.revision - 1 : stamp.revision))
  }

  private mutating func run(_ edit: Edit, by stamp: EditStamp, limits: ListLimits) -> Verdicts {
    switch edit {
    case .insert(let label, let placement): [(label.id, insert(label, placement, stamp, limits))]
    case .rename(let id, let name, let base, let seen): [(id, rename(id, name, base, seen, stamp, limits))]
    case .reverse(let start): [(nil, .success(reverse(start)))]
    case .withdraw: [(nil, .failure(.withdrawn))]
    case .undo: undo(log.target(of: edit, by: stamp.author), by: stamp, limits)
    case .setIncluded(let ids, let value):
      each(ids, limits) { list, id in list.setIncluded(id, value) }
    case .remove(let ids): each(ids, limits) { list, id in list.remove(id, stamp, limits) }
    case .restore(let ids): each(ids, limits) { list, id in list.restore(id, limits) }
    case .move(let ids, let placement): move(ids, placement, limits)
    case .sort(let language, let orientation): sort(by: language, orientation, limits)
    }
  }

  private mutating func each(
    _ ids: [LabelID], _ limits: ListLimits, _ body: (inout PlainList, LabelID) -> Result<Effect?, Rejection>
  ) -> Verdicts {
    guard (1...limits.labelsPerEdit).contains(ids.count), Set(ids).count == ids.count else {
      return [(nil, .failure(.invalidEdit))]
    }
    return ids.map { ($0, body(&self, $0)) }
  }

  // MARK: Edits

  private mutating func insert(
    _ label: Label, _ placement: Placement, _ stamp: EditStamp, _ limits: ListLimits
  ) -> Result<Effect?, Rejection> {
    if position(of: label.id) != nil || removals[label.id] != nil { return .failure(.duplicateID) }
    if !limits.allow(name: label.name) { return .failure(.invalidName) }
    if live.count >= limits.labels { return .failure(.listFull) }
    return slot(for: placement, without: [label.id]).map { slot in
      put(LabelList.Slot(label: label, namings: [stamp]), behind: slot)
      return .inserted(label, slot: slot, after: liveBefore(label.id))
    }
  }

  private mutating func rename(
    _ id: LabelID, _ new: String, _ base: String, _ seen: Revision, _ stamp: EditStamp, _ limits: ListLimits
  ) -> Result<Effect?, Rejection> {
    guard let position = livePosition(of: id) else { return .failure(absence(of: id)) }
    if !limits.allow(name: new) { return .failure(.invalidName) }
    let slot = slots[position]
    var name = new
    var overwrote: [Naming] = []
    if case .merged(let merged) = NameMerge.merge(base: base, current: slot.label.name, new: new),
      limits.allow(name: merged)
    {
      name = merged
    } else {
      overwrote = slot.namings.filter { $0.revision > seen && $0.author != stamp.author }
        .map { Naming(author: $0.author, sequence: $0.sequence) }.sorted()
    }
    if name.hasSameBytes(as: slot.label.name) { return .success(nil) }
    let namings = (slot.namings.filter { $0.author != stamp.author } + [stamp]).suffix(limits.namersPerLabel)
    let authors = overwrote.map(\.author)
    let overwrites =
      slot.overwrites.filter { !authors.contains($0.author) }
      + authors.map { Overwrite(author: $0, revision: stamp.revision) }
    let label = Label(id: id, name: name, isIncluded: slot.label.isIncluded)
    slots[position] = LabelList.Slot(
      label: label, namings: Array(namings), overwrites: overwrites.suffix(limits.namersPerLabel),
      stamps: slot.stamps)
    return .success(.renamed(id, replaced: slot.label.name, value: name, overwrote: overwrote))
  }

  mutating func setIncluded(_ id: LabelID, _ value: Bool) -> Result<Effect?, Rejection> {
    guard let position = livePosition(of: id) else { return .failure(absence(of: id)) }
    let old = slots[position].label.isIncluded
    if old == value { return .success(nil) }
    slots[position].label.isIncluded = value
    return .success(.included(id, replaced: old, value: value))
  }

  mutating func remove(
    _ id: LabelID, _ stamp: EditStamp, _ limits: ListLimits
  ) -> Result<Effect?, Rejection> {
    guard let position = livePosition(of: id) else {
      return removals[id] == nil ? .failure(.unknownLabel) : .success(nil)
    }
    let label = slots[position].label
    let after = liveBefore(id)
    mark(position, isDead: true)
    dead.append(id)
    removals[id] = Removal(
      author: stamp.author, sequence: stamp.sequence, revision: stamp.revision, time: 0)
    while dead.count > limits.deadSlots {
      let oldest = dead.removeFirst()
      slots.removeAll { $0.label.id == oldest }
    }
    return .success(.removed(label, after: after))
  }

  mutating func restore(_ id: LabelID, _ limits: ListLimits) -> Result<Effect?, Rejection> {
    if livePosition(of: id) != nil { return .success(nil) }
    if removals[id] == nil { return .failure(.unknownLabel) }
    guard let position = position(of: id) else { return .failure(.tooOld) }
    if live.count >= limits.labels { return .failure(.listFull) }
    mark(position, isDead: false)
    dead.removeAll { $0 == id }
    removals[id] = nil
    return .success(
      .restored(slots[position].label, after: liveBefore(id), overwrote: slots[position].overwrites))
  }

  mutating func reverse(_ start: Orientation) -> Effect? {
    guard orientation == start else { return nil }
    orientation = start.opposite
    return .reversed(replaced: start, value: start.opposite)
  }

  private mutating func move(_ ids: [LabelID], _ placement: Placement, _ limits: ListLimits) -> Verdicts {
    var target = slot(for: placement, without: ids)
    let turned = placement.orientation == .reversed ? Array(ids.reversed()) : ids
    return each(turned, limits) { list, id in
      guard let position = list.livePosition(of: id) else { return .failure(list.absence(of: id)) }
      let behind: LabelID?
      switch target {
      case .failure(let rejection): return .failure(rejection)
      case .success(let slot): behind = slot
      }
      target = .success(id)
      return .success(list.move(id, at: position, behind: behind))
    }
  }

  mutating func move(_ id: LabelID, at position: Int, behind: LabelID?) -> Effect? {
    let before = self
    let beforeIDs = before.live.map { $0.id }
    let moved = slots.remove(at: position)
    put(moved, behind: behind)
    if live.map({ $0.id }) == beforeIDs {
      self = before
      return nil
    }
    let source = Effect.Source(
      slotBefore: before.neighbour(of: id, among: before.slots.map { $0.label.id }, -1),
      slotAfter: before.neighbour(of: id, among: before.slots.map { $0.label.id }, 1),
      labelBefore: before.neighbour(of: id, among: beforeIDs, -1),
      labelAfter: before.neighbour(of: id, among: beforeIDs, 1))
    return .moved(id, slot: behind, after: liveBefore(id), source: source)
  }

  // MARK: Places

  private func slot(for placement: Placement, without moved: [LabelID]) -> Result<LabelID?, Rejection> {
    var side: (isAfter: Bool, anchor: LabelID?)
    switch placement.spot {
    case .first: side = (false, nil)
    case .last: side = (true, nil)
    case .before(let id): side = (false, id)
    case .after(let id): side = (true, id)
    }
    if placement.orientation == .reversed { side.isAfter.toggle() }
    let order = slots.map { $0.label.id }.filter { !moved.contains($0) }
    guard let anchor = side.anchor else { return .success(side.isAfter ? order.last : nil) }
    if moved.contains(anchor) { return .failure(.invalidEdit) }
    guard let position = order.firstIndex(of: anchor) else {
      return .failure(removals[anchor] == nil ? .unknownLabel : .anchorGone)
    }
    if side.isAfter { return .success(anchor) }
    return .success(position > 0 ? order[position - 1] : nil)
  }

  mutating func put(_ slot: LabelList.Slot, behind id: LabelID?) {
    let index = id.flatMap { position(of: $0) }.map { $0 + 1 } ?? 0
    slots.insert(slot, at: index)
  }

  private mutating func mark(_ position: Int, isDead: Bool) {
    let slot = slots[position]
    slots[position] = LabelList.Slot(
      label: slot.label, isDead: isDead, namings: slot.namings, overwrites: slot.overwrites,
      stamps: slot.stamps)
  }

  func position(of id: LabelID) -> Int? { slots.firstIndex { $0.label.id == id } }

  func livePosition(of id: LabelID) -> Int? { slots.firstIndex { $0.label.id == id && !$0.isDead } }

  func absence(of id: LabelID) -> Rejection { removals[id].map { .removed($0) } ?? .unknownLabel }

  func liveBefore(_ id: LabelID) -> LabelID? { neighbour(of: id, among: live.map { $0.id }, -1) }

  func neighbour(of id: LabelID, among order: [LabelID], _ offset: Int) -> LabelID? {
    guard let position = order.firstIndex(of: id), order.indices.contains(position + offset) else {
      return nil
    }
    return order[position + offset]
  }

  private static func word(_ verdict: Result<Effect?, Rejection>) -> String {
    switch verdict {
    case .success(let effect): effect == nil ? "noEffect" : "applied"
    case .failure(let rejection): rejection.code
    }
  }

  private static func labelResult(
    _ id: LabelID?, _ verdict: Result<Effect?, Rejection>
  ) -> Outcome.LabelResult? {
    guard let id else { return nil }
    switch verdict {
    case .success(let effect): return Outcome.LabelResult(id: id, rejection: nil, hadEffect: effect != nil)
    case .failure(let rejection): return Outcome.LabelResult(id: id, rejection: rejection, hadEffect: false)
    }
  }
}
