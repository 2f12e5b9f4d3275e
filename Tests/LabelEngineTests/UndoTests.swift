import LabelEngine
import LabelWire
import Labels
import Testing

@Suite("Undo, resolved by the server")
struct UndoTests {
  let tile = numberedID(2)
  let ring = numberedID(3)

  private func names(_ world: World) -> [String] { world.server.list.labels.map(\.name) }

  @Test("An edit and its undo in one batch: the undo finds it without the store")
  func inOneBatch() throws {
    var world = try World(people: 1)
    try world.connectAll()
    try world.edit(0, .remove([tile]))
    try world.edit(0, .undo(1))
    try world.deliver(0)
    try world.evaluate()
    #expect(world.work.count == 1)
    try world.settle()
    #expect(names(world) == ["Grid", "Tile", "Ring"])
    #expect(world.people[0].outcomes.mapValues(\.result) == [1: .applied, 2: .applied])
    try world.checkAtRest()
  }

  @Test("An undo that comes while its edit is being committed waits for that, then for the store")
  func behindItsCommit() throws {
    var world = try World(people: 2)
    try world.connectAll()
    try world.edit(0, .remove([tile]))
    try world.deliver(0)
    try world.evaluate()
    try world.edit(0, .undo(1))
    try world.deliver(0)
    try world.evaluate()
    #expect(world.work.count == 1, "the store is not asked for what it does not have yet")
    try world.performAppend()
    try world.announceCommit()
    try world.evaluate()
    guard case .readEntries(let keys)? = world.work.first else {
      return #expect(Bool(false), "\(world.work)")
    }
    #expect(keys == [EditKey(author: 1, sequence: 1)])
    try world.settle()
    #expect(names(world) == ["Grid", "Tile", "Ring"])
    try world.checkAtRest()
  }

  @Test("While the store looks an entry up, edits behind the undo wait, and those ahead of it don't")
  func edgesOfTheWait() throws {
    var world = try World(people: 2)
    try world.connectAll()
    try world.edit(0, .remove([tile]))
    try world.settle()
    try world.edit(1, .setIncluded([ring], false))
    try world.deliver(1)
    try world.edit(0, .undo(1))
    try world.deliver(0)
    try world.edit(1, .setIncluded([ring], true))
    try world.deliver(1)
    try world.evaluate()
    let batch = try #require(
      world.work.compactMap { if case .append(let batch) = $0 { batch } else { nil } }.first)
    #expect(batch.outcomes.map(\.author) == [2])
    try world.settle()
    #expect(world.people[1].outcomes.mapValues(\.result) == [1: .applied, 2: .applied])
    #expect(names(world) == ["Grid", "Tile", "Ring"])
    try world.checkAtRest()
  }

  @Test(
    "The undo of what had no effect, was refused, or is the client's own future undoes nothing",
    arguments: [1, 2, 3, 4])
  func nothing(target: EditSequence) throws {
    var world = try World(people: 1)
    try world.connectAll()
    try world.edit(0, .setIncluded([tile], true))
    try world.edit(0, .remove([numberedID(99)]))
    try world.edit(0, .undo(target))
    try world.settle()
    #expect(world.people[0].outcomes[3]?.result == .rejected(.nothingToUndo))
    try world.checkAtRest()
  }

  @Test(
    "The undo of an edit whose log entry was trimmed is too old, before a restart and after it",
    arguments: [false, true])
  func trimmed(isRestarted: Bool) throws {
    var limits = EngineLimits()
    limits.historyEntries = 2
    limits.snapshotAfterBytes = 300
    var world = try World(people: 1, limits: limits)
    try world.connectAll()
    try world.edit(0, .remove([tile]))
    for number in 0..<20 {
      try world.edit(0, .setIncluded([ring], number.isMultiple(of: 2) == false))
      try world.settle()
    }
    #expect(world.store.trimmedThrough > 1)
    if isRestarted {
      try world.restart()
      try world.connectAll()
    }
    try world.edit(0, .undo(1))
    try world.edit(0, .undo(21))
    try world.settle()
    #expect(world.people[0].outcomes[22]?.result == .rejected(.tooOld))
    #expect(world.people[0].outcomes[23]?.result == .applied)
    #expect(names(world) == ["Grid", "Ring"])
  }

  @Test("More undos than one lookup takes are all resolved, in order")
  func manyUndos() throws {
    var limits = EngineLimits()
    limits.undoReads = 3
    var world = try World(people: 1, limits: limits)
    try world.connectAll()
    for value in 0..<10 { try world.edit(0, .setIncluded([tile], value.isMultiple(of: 2) == false)) }
    try world.settle()
    for target in (1...10).reversed() { try world.edit(0, .undo(target)) }
    try world.settle()
    #expect((11...20).allSatisfy { world.people[0].outcomes[$0]?.result == .applied })
    #expect(world.server.list[tile]?.isIncluded == true)
    try world.checkAtRest()
  }

  @Test("An undo sent again after a lost link is answered as before, and undoes once")
  func resent() throws {
    var world = try World(people: 1)
    try world.connectAll()
    try world.edit(0, .remove([tile]))
    try world.settle()
    try world.edit(0, .undo(1))
    try world.publish()
    try world.cut(0)
    try world.connectAll()
    #expect(world.people[0].outcomes[2] == Outcome(.applied, asOf: 2))
    #expect(world.store.log.count == 2)
    try world.checkAtRest()
  }

  @Test("A group's changes carry it to everybody, and its edits are told apart from those without")
  func groups() throws {
    let group = GroupID(high: 1, low: 2)
    let plain = EditCoding.fingerprint(.undo(1))
    #expect(EditCoding.fingerprint(.undo(1), group: group) != plain)
    #expect(
      EditCoding.fingerprint(.undo(1), group: GroupID(high: 1, low: 3))
        != EditCoding.fingerprint(.undo(1), group: group))
    var state = ListState(
      head: ResumePoint(list: ListID(high: 0, low: 1), epoch: "e", revision: 0, hash: 0), alias: "demo",
      exists: true, list: LabelList(), limits: EngineLimits(), beatSeconds: 15)
    let id = SessionID(1)
    state.opened(id)
    let hello = Hello(
      client: ClientID(high: 1, low: 1), secret: "0123456789abcdef", isClaimed: false,
      acknowledgedThrough: 0, resume: nil)
    state.received(ClientMessage.hello(hello).json, from: id)
    state.claimed(
      .granted(ClaimedClient(author: 1, lastSequence: 0, acknowledgedThrough: 0, outcomes: [])), for: id)
    let edit = EditMessage(
      sequence: 1, acknowledgedThrough: 0,
      content: .success(
        .insert(Label(id: tile, name: "Tile", isIncluded: true), at: Placement(.last, orientation: .forward))),
      group: group)
    state.received(ClientMessage.edit(edit).json, from: id)
    state.evaluate(at: 1)
    let batch = try #require(
      state.takeCommands().compactMap { if case .append(let batch) = $0 { batch } else { nil } }.first)
    #expect(batch.entries.map(\.change.group) == [group])
  }
}
