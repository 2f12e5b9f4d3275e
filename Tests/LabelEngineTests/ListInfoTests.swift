import LabelEngine
import LabelWire
import Labels
import Testing

@Suite("A list's title and archive state")
struct ListInfoTests {
  let tile = numberedID(2)
  let archived = ListInfo(title: ListTitle("Tiles"), isArchived: true)

  @Test("Everybody is told of a change, and a welcome says what counts then")
  func toldToAll() throws {
    var world = try World(people: 3)
    world.connect(0)
    try world.settle()
    #expect(world.people[0].replica.info == ListInfo())
    world.server.infoChanged(to: archived)
    try world.settle()
    world.connect(1)
    try world.settle()
    #expect(world.people[0].replica.info == archived)
    #expect(world.people[1].replica.info == archived)
    world.server.infoChanged(to: ListInfo(title: ListTitle("Rings")))
    try world.connectAll()
    for person in world.people { #expect(person.replica.info == ListInfo(title: ListTitle("Rings"))) }
  }

  @Test("What did not change is not told")
  func unchanged() throws {
    var world = try World(people: 1)
    try world.connectAll()
    let end = world.server.fanOut.end
    world.server.infoChanged(to: ListInfo())
    #expect(world.server.fanOut.end == end)
  }

  @Test(
    "An archived list rejects every edit, with its text, and takes edits again later",
    arguments: [
      Edit.remove([numberedID(2)]), .setIncluded([numberedID(2)], false), .reverse(from: .forward),
      .insert(
        Label(id: numberedID(9), name: "Mesh", isIncluded: true),
        at: Placement(.last, orientation: .forward)),
      .rename(numberedID(2), to: "Tile Two", base: "Tile", seen: 0),
      .move([numberedID(2)], to: Placement(.first, orientation: .forward)),
      .sort(by: .undetermined, orientation: .forward),
    ])
  func rejected(edit: Edit) throws {
    var world = try World(people: 1)
    try world.connectAll()
    world.server.infoChanged(to: archived)
    try world.edit(0, edit)
    try world.settle()
    #expect(world.people[0].outcomes[1]?.result == .rejected(.archived))
    #expect(
      world.people[0].notices.contains { notice in
        if case .settled(1, edit, _) = notice { true } else { false }
      })
    world.server.infoChanged(to: ListInfo())
    try world.edit(0, edit)
    try world.settle()
    #expect(world.people[0].outcomes[2]?.result == .applied)
    try world.checkAtRest()
  }

  @Test("The outcome stays when the edit is sent again after the list was taken out")
  func durable() throws {
    var world = try World(people: 1)
    try world.connectAll()
    world.server.infoChanged(to: archived)
    try world.edit(0, .remove([tile]))
    try world.deliver(0)
    try world.evaluate()
    try world.finishWork()
    try world.cut(0)
    world.server.infoChanged(to: ListInfo())
    try world.connectAll()
    #expect(world.people[0].outcomes[1]?.result == .rejected(.archived))
    #expect(world.server.list.count == 3)
    try world.checkAtRest()
  }

  @Test("What was evaluated before the change is published ahead of it, what was queued is judged by it")
  func inFlight() throws {
    var world = try World(people: 2)
    try world.connectAll()
    try world.edit(0, .remove([tile]))
    try world.deliver(0)
    try world.evaluate()
    try world.edit(0, .setIncluded([numberedID(1)], false))
    try world.deliver(0)
    world.server.infoChanged(to: archived)
    #expect(world.server.latestInfo == archived)
    #expect(world.server.info == ListInfo())
    try world.finishWork()
    #expect(world.server.info == archived)
    try world.flush()
    let messages = try world.connection(of: 1).messages()
    guard case .diff? = messages.first else { return #expect(Bool(false), "\(messages)") }
    #expect(messages.last == .list(archived))
    try world.settle()
    #expect(world.people[0].outcomes.mapValues(\.result) == [1: .applied, 2: .rejected(.archived)])
    try world.checkAtRest()
  }

  @Test("Of several changes during a batch the last one counts")
  func lastOneCounts() throws {
    var world = try World(people: 1)
    try world.connectAll()
    try world.edit(0, .remove([tile]))
    try world.deliver(0)
    try world.evaluate()
    world.server.infoChanged(to: archived)
    world.server.infoChanged(to: ListInfo(title: ListTitle("Rings")))
    try world.settle()
    #expect(world.people[0].replica.info == ListInfo(title: ListTitle("Rings")))
  }

  @Test("On an archived list an undo is answered without the store, and a withdrawal as ever")
  func undoAndWithdrawal() throws {
    var world = try World(people: 1)
    try world.connectAll()
    try world.edit(0, .remove([tile]))
    try world.settle()
    world.server.infoChanged(to: archived)
    try world.edit(0, .undo(1))
    try world.deliver(0)
    try world.evaluate()
    #expect(world.isAppending, "it waits for nothing")
    try world.edit(0, .withdraw)
    try world.settle()
    #expect(
      world.people[0].outcomes.mapValues(\.result)
        == [1: .applied, 2: .rejected(.archived), 3: .rejected(.withdrawn)])
    try world.checkAtRest()
  }

  @Test("Who waits for a snapshot while the list is archived learns of it, whenever the snapshot is made")
  func changeWhileASnapshotIsAwaited() throws {
    var world = try World(people: 2)
    world.connect(0)
    try world.deliver(0)
    try world.runCommands()
    try world.finishWork()
    world.server.infoChanged(to: archived)
    try world.settle()
    #expect(world.people[0].replica.info == archived)
  }

  @Test("Who fell off the log and missed the change is told with the snapshot")
  func resync() throws {
    var limits = EngineLimits()
    limits.fanOutBytes = 1_000
    limits.resumeBytes = 0
    var world = try World(people: 2, limits: limits)
    try world.connectAll()
    let slow = try #require(world.people[1].session)
    world.connections[slow]?.isBlocked = true
    world.server.infoChanged(to: archived)
    world.server.infoChanged(to: ListInfo(title: ListTitle("Rings")))
    for value in 0..<40 {
      try world.edit(0, .setIncluded([tile], value % 2 == 1))
      try world.settle()
    }
    #expect(world.people[1].replica.info == ListInfo())
    world.connections[slow]?.isBlocked = false
    try world.flush()
    try world.settle()
    #expect(world.people[1].replica.info == ListInfo(title: ListTitle("Rings")))
    try world.checkAtRest()
  }

  @Test(
    "A title has 1 to 200 characters, no control characters, and not only white space",
    arguments: [
      ("Tiles", true), ("🧱", true), (String(repeating: "é", count: 200), true), ("", false), (" ", false),
      ("\u{3000}\u{A0}", false), (String(repeating: "x", count: 201), false), ("a\nb", false), ("a\0", false),
      ("e" + String(repeating: "\u{301}", count: 2_000), false),
    ])
  func titles(text: String, isAllowed: Bool) {
    #expect((ListTitle(text) != nil) == isAllowed)
  }

  @Test("A batch says how many labels the list has behind it")
  func labelCount() throws {
    var world = try World(people: 1)
    try world.connectAll()
    try world.edit(0, .remove([tile]))
    try world.deliver(0)
    try world.evaluate()
    guard case .append(let batch)? = world.work.first else { return #expect(Bool(false), "\(world.work)") }
    #expect(batch.labelCount == 2)
  }
}
