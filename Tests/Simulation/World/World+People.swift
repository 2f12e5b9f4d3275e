import LabelEngine
import LabelWire
import Labels

/// Steps of people.
extension World {
  mutating func takePersonal(_ step: Step) throws(Violation) {
    if step.kind == .open { return open(person: step.a % settings.people, list: step.b) }
    guard !tabs.isEmpty else { return }
    let tab = step.a % tabs.count
    switch step.kind {
    case .closeTab: closeTab(tab, isStored: step.b % 2 == 0)
    case .make: try make(tab, step)
    case .type: try type(tab, step)
    case .blur: tabs[tab].editor = nil
    case .poison: try poison(tab)
    case .garble: try garble(tab)
    default: break
    }
  }

  /// Opens a tab: it takes over an outbox that nobody holds, else it becomes a new client.
  mutating func open(person: Int, list choice: Int) {
    guard tabs.count < settings.tabs else { return }
    let list = choice % 4 == 3 ? 1 : 0
    lastTab += 1
    let replica: Replica
    let orphan = browsers[person].orphan(of: list)
    if let orphan {
      replica = Replica(orphan, list: browsers[person].caches[list])
    } else {
      var fresh = Replica.Stored(newClient: nextClient(), secret: "")
      fresh.secret = secret(of: fresh.client)
      replica = Replica(fresh, list: browsers[person].caches[list])
    }
    browsers[person].lock(replica.client)
    tabs.append(Tab(number: lastTab, person: person, list: list, replica: replica))
    tabs[tabs.count - 1].lastStored = orphan
    tabs[tabs.count - 1].lastStoredPoint = replica.point
  }

  mutating func nextClient() -> ClientID {
    lastClient += 1
    return ClientID(high: 0xC11E, low: lastClient)
  }

  func secret(of client: ClientID) -> String { "the-secret-of-client-\(client.low)" }

  /// The tab is gone, whether or not its last transaction made it.
  mutating func closeTab(_ index: Int, isStored: Bool) {
    if isStored { completeTransaction(index) }
    let tab = tabs.remove(at: index)
    for client in [tab.replica.client] + tab.former { browsers[tab.person].unlock(client) }
    clientFaults[tab.replica.client, default: FaultCounts()][.tabClosed] += 1
    if let session = tab.session { letGo(session) }
  }

  // MARK: Edits

  private mutating func make(_ index: Int, _ step: Step) throws(Violation) {
    let tab = tabs[index]
    guard tab.replica.pendingCount < 8 else { return }
    if step.b % 16 > 11 { return try undo(index, step) }
    let view = tab.replica.visible
    let shown = view.shown.map(\.id)
    guard let edit = draft(step, on: view, shown: shown, replica: tab.replica) else { return }
    try make(edit, in: index)
  }

  /// Takes back one of the last edits, or all that were made in one group with it, last first.
  private mutating func undo(_ index: Int, _ step: Step) throws(Violation) {
    let tab = tabs[index]
    guard let last = tab.undoable.last else { return }
    let target = step.c % 3 == 0 ? last : tab.undoable[step.c % tab.undoable.count]
    guard let group = tab.groups[target], step.d % 2 == 0 else { return try make(.undo(target), in: index) }
    let members = tab.undoable.filter { tab.groups[$0] == group }
    let own = nextGroup()
    for member in members.suffix(3).reversed() { try make(.undo(member), group: own, in: index) }
  }

  private mutating func nextGroup() -> GroupID {
    lastGroup += 1
    return GroupID(high: 0x6409, low: lastGroup)
  }

  mutating func make(_ edit: Edit, group: GroupID? = nil, in index: Int) throws(Violation) {
    let count = tabs[index].replica.pendingCount
    tabs[index].replica.make(edit, group: group)
    if tabs[index].replica.pendingCount > count {
      var screen: Screen?
      if edit.placement != nil {
        let view = tabs[index].replica.visible
        screen = Screen(orientation: view.orientation, shown: view.shown.map(\.id))
      }
      tabs[index].screens.append(screen)
    }
    try checkView(tabs[index].replica)
  }

  private mutating func draft(
    _ step: Step, on view: LabelList, shown: [LabelID], replica: Replica
  ) -> Edit? {
    let orientation = view.orientation
    let placement = Placement(spot(step.d, shown), orientation: orientation)
    if step.b % 16 < 2 {
      let label = Label(id: nextLabel(step), name: nextScalar(), isIncluded: step.c % 2 == 0)
      return .insert(label, at: placement)
    }
    if step.b % 16 == 2 {
      return step.c % 3 == 0
        ? .sort(by: .undetermined, orientation: orientation) : .reverse(from: orientation)
    }
    if step.b % 16 == 3 { return restore(step) }
    guard let id = pick(step.c, shown) else { return nil }
    let several = [step.c, step.c / 5, step.c + 1].compactMap { pick($0, shown) }
    let ids = shown.filter(several.contains)
    switch step.b % 16 {
    case 4, 5:
      guard let name = view[id]?.name else { return nil }
      return .rename(id, to: retyped(name, step.d), base: name, seen: replica.point?.revision ?? 0)
    case 6: return .setIncluded([id], !(view[id]?.isIncluded ?? false))
    case 7: return .setIncluded(ids, step.d % 2 == 0)
    case 8: return .remove([id])
    case 9: return step.d % 3 == 0 ? .remove(ids) : nil
    case 10: return placement.anchor == id ? nil : .move([id], to: placement)
    default: return placement.anchor.map(ids.contains) == true ? nil : .move(ids, to: placement)
    }
  }

  private func restore(_ step: Step) -> Edit? {
    guard lastLabel > 0 else { return nil }
    let one = LabelID(high: 1, low: 1 + UInt64(step.c) % lastLabel)
    let other = LabelID(high: 1, low: 1 + UInt64(step.d) % lastLabel)
    return .restore(one == other || step.d % 2 == 0 ? [one] : [one, other])
  }

  private func pick(_ number: Int, _ shown: [LabelID]) -> LabelID? {
    shown.isEmpty ? nil : shown[number % shown.count]
  }

  private func spot(_ number: Int, _ shown: [LabelID]) -> Placement.Spot {
    guard let id = pick(number / 4, shown) else { return .first }
    return [.first, .last, .before(id), .after(id)][number % 4]
  }

  /// Mostly a new id; now and then one that was there.
  private mutating func nextLabel(_ step: Step) -> LabelID {
    if step.c % 40 == 0, lastLabel > 0 { return LabelID(high: 1, low: 1 + UInt64(step.d) % lastLabel) }
    lastLabel += 1
    return LabelID(high: 1, low: lastLabel)
  }

  /// A character that nobody has typed before, so that it can be traced: a syllable of Hangul, whose order is that of their
  /// numbers.
  private mutating func nextScalar() -> String {
    lastScalar += 1
    return Unicode.Scalar(0xAC00 + lastScalar % 11_172).map { String($0) } ?? "?"
  }

  private mutating func retyped(_ name: String, _ number: Int) -> String {
    var scalars = Array(name.unicodeScalars)
    let place = number % (scalars.count + 1)
    if number % 3 == 0, place < scalars.count {
      scalars.remove(at: place)
    } else {
      scalars.insert(contentsOf: nextScalar().unicodeScalars, at: place)
    }
    return String(String.UnicodeScalarView(scalars.prefix(settings.limits.list.nameGraphemes)))
  }

  // MARK: Typing

  private mutating func type(_ index: Int, _ step: Step) throws(Violation) {
    guard tabs[index].replica.pendingCount < 8 else { return }
    let view = tabs[index].replica.visible
    if tabs[index].editor.flatMap({ view[$0.label] }) == nil || step.b % 5 == 0 {
      guard let id = pick(step.c, view.shown.map(\.id)), let name = view[id]?.name else { return }
      let replica = tabs[index].replica
      tabs[index].editor = Tab.Editor(
        label: id, text: name, seen: replica.point?.revision ?? 0, history: replica.historyChanges,
        group: nextGroup())
    }
    guard let editor = tabs[index].editor else { return }
    let text = retyped(editor.text, step.d)
    tabs[index].editor?.text = text
    let seen = editor.history == tabs[index].replica.historyChanges ? editor.seen : 0
    try make(.rename(editor.label, to: text, base: editor.text, seen: seen), group: editor.group, in: index)
  }

  // MARK: Edits that cannot be taken in

  /// An edit that is too large for the network, which closes the connection for it.
  private mutating func poison(_ index: Int) throws(Violation) {
    guard tabs[index].replica.pendingCount < 8 else { return }
    lastLabel += 1
    let name = nextScalar() + String(repeating: "x", count: settings.limits.messageBytes)
    let label = Label(id: LabelID(high: 1, low: lastLabel), name: name, isIncluded: true)
    try make(.insert(label, at: Placement(.last, orientation: .forward)), in: index)
  }

  /// An edit of which only the sequence can be read.
  private mutating func garble(_ index: Int) throws(Violation) {
    guard tabs[index].replica.pendingCount < 8 else { return }
    lastLabel += 1
    try make(.remove([LabelID(high: Self.unreadableMark, low: lastLabel)]), in: index)
  }
}

extension Placement {
  /// The label that something is placed beside.
  var anchor: LabelID? {
    switch spot {
    case .first, .last: nil
    case .before(let id), .after(let id): id
    }
  }
}

extension Replica.Stored {
  /// A client that knows nothing yet.
  init(newClient client: ClientID, secret: String) {
    self.init(
      client: client, secret: secret, isClaimed: false, nextSequence: 1, acknowledgedThrough: 0,
      settledAbove: [], outbox: [], boundList: nil)
  }
}
