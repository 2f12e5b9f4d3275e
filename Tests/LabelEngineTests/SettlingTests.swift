import LabelEngine
import LabelWire
import Labels
import Testing

@Suite("How a client learns what became of its edits")
struct SettlingTests {
  let grid = numberedID(1)
  let tile = numberedID(2)
  let ring = numberedID(3)

  func renaming(_ id: LabelID, to name: String, from base: String) -> Edit {
    .rename(id, to: name, base: base, seen: 0)
  }

  @Test("A rejection whose connection was lost is told by the next welcome, with the text that was typed")
  func rejectionAfterLostLink() throws {
    var world = try World(people: 2)
    try world.connectAll()
    try world.edit(1, .remove([tile]))
    try world.publish()
    let rename = renaming(tile, to: "Tile Two", from: "Tile")
    try world.edit(0, rename)
    try world.deliver(0)
    try world.evaluate()
    try world.finishWork()
    try world.cut(0)
    #expect(world.people[0].replica.pending == [rename])
    try world.connectAll()
    let removal = try #require(world.server.list.removal(of: tile))
    #expect(removal.author == 2 && removal.sequence == 1 && removal.revision == 1 && removal.time > 0)
    #expect(
      world.people[0].notices == [.settled(1, rename, Outcome(.rejected(.removed(removal)), asOf: 1))])
    #expect(world.people[0].replica.confirmed[tile] == nil)
    let report = try #require(world.reports.first)
    #expect(world.reports.count == 1)
    #expect(report.client == Person.client(0) && report.sequence == 1)
    #expect(report.label == tile && report.code == "removed")
    try world.checkAtRest()
  }

  @Test("An edit without effect is settled, and makes no revision")
  func noEffect() throws {
    var world = try World(people: 2)
    try world.connectAll()
    try world.edit(0, .setIncluded([grid], true))
    try world.settle()
    #expect(world.people[0].outcomes == [1: Outcome(.noEffect, asOf: 0)])
    #expect(world.server.head.revision == 0)
    try world.checkAtRest()
  }

  @Test(
    "An author need not wait for the others: it is addressed once its batch is durable, and nobody else is")
  func authorsAreAddressed() throws {
    var world = try World(people: 3)
    try world.connectAll()
    try world.edit(1, renaming(grid, to: "Grid Two", from: "Grid"))
    try world.deliver(1)
    try world.evaluate()
    #expect(world.server.takeAddressed() == [])
    #expect(world.server.isCommitting)
    world.server.committed()
    #expect(!world.server.isCommitting)
    #expect(world.server.takeAddressed() == [world.sessions[1]])
  }

  @Test("Neither diff nor outcome leaves before the server hears that the batch is durable")
  func nothingLeavesBeforeCommit() throws {
    var world = try World(people: 3)
    try world.connectAll()
    try world.edit(0, renaming(grid, to: "Grid Two", from: "Grid"))
    try world.edit(1, .setIncluded([numberedID(99)], false))
    for person in 0...1 { try world.deliver(person) }
    try world.evaluate()
    func written() throws -> [Int] { try (0...2).map { try world.connection(of: $0).downstream.count } }
    try world.flush()
    #expect(try written() == [0, 0, 0])
    #expect(world.server.head.revision == 0)
    try world.performAppend()
    try world.flush()
    #expect(try written() == [0, 0, 0])
    try world.announceCommit()
    try world.flush()
    #expect(try written() == [1, 2, 1])
    try world.settle()
    try world.checkAtRest()
  }

  @Test("While a batch is in flight the next one waits, and is then one append")
  func oneAppendAtATime() throws {
    var world = try World(people: 2)
    try world.connectAll()
    try world.edit(0, renaming(grid, to: "Grid Two", from: "Grid"))
    try world.deliver(0)
    try world.evaluate()
    for name in ["Tile Two", "Tile Three"] {
      try world.edit(1, renaming(tile, to: name, from: "Tile"))
      try world.deliver(1)
      try world.evaluate()
    }
    #expect(world.work.count == 1)
    try world.finishWork()
    #expect(world.server.head.revision == 1)
    try world.evaluate()
    #expect(world.work.count == 1)
    try world.settle()
    #expect(world.server.head.revision == 3)
    try world.checkAtRest()
  }

  @Test("An applied edit is settled by its own change alone")
  func appliedBySelf() throws {
    var world = try World(people: 1)
    try world.connectAll()
    try world.edit(0, .remove([tile]))
    try world.publish()
    let messages = try world.connection(of: 0).messages()
    #expect(messages.count == 1)
    guard case .diff(let changes)? = messages.first else {
      Issue.record("\(messages)")
      return
    }
    #expect(changes.map(\.author) == [1])
    #expect(changes.map(\.sequence) == [1])
    try world.receiveOne(0)
    #expect(world.people[0].outcomes == [1: Outcome(.applied, asOf: 1)])
  }

  @Test("An edit applied in part is marked in the diff, and settled only by the message behind it")
  func mixedBySettled() throws {
    var world = try World(people: 1)
    try world.connectAll()
    try world.edit(0, .remove([tile]))
    try world.settle()
    let edit = Edit.setIncluded([tile, ring], false)
    try world.edit(0, edit)
    try world.publish()
    try world.receiveOne(0)
    #expect(world.people[0].replica.confirmed[ring]?.isIncluded == false)
    #expect(world.people[0].replica.pending == [edit])
    try world.receiveOne(0)
    let removal = try #require(world.server.list.removal(of: tile))
    #expect(removal.author == 1 && removal.sequence == 1 && removal.revision == 1)
    let results = [
      Outcome.LabelResult(id: tile, rejection: .removed(removal), hadEffect: false),
      Outcome.LabelResult(id: ring, rejection: nil, hadEffect: true),
    ]
    #expect(world.people[0].outcomes[2] == Outcome(.mixed(results), asOf: 2))
    #expect(world.reports.map(\.code) == ["mixed"])
    try world.settle()
    try world.checkAtRest()
  }

  @Test("Outcomes follow the diff that reaches their revision, however little is written in a turn")
  func settledFollowsDiff() throws {
    var limits = EngineLimits()
    limits.frameBytes = 1
    var world = try World(people: 2, limits: limits)
    try world.connectAll()
    try world.edit(0, renaming(grid, to: "Grid Two", from: "Grid"))
    try world.edit(0, renaming(tile, to: "Tile Two", from: "Tile"))
    try world.edit(1, .setIncluded([ring], true))
    for person in 0...1 { try world.deliver(person) }
    try world.evaluate()
    try world.finishWork()
    let id = try #require(world.people[1].session)
    var kinds: [String] = []
    for _ in 0..<4 {
      try world.flush(id, bytes: 1)
      kinds = try world.connection(of: 1).messages().map { if case .diff = $0 { "diff" } else { "settled" } }
    }
    #expect(kinds == ["diff", "diff", "settled"])
    try world.receiveOne(1)
    try world.receiveOne(1)
    #expect(world.people[1].outcomes.isEmpty)
    try world.receiveOne(1)
    #expect(world.people[1].outcomes == [1: Outcome(.noEffect, asOf: 2)])
  }

  @Test("An outcome counts only once the replica has reached its revision")
  func outcomeWaitsForRevision() throws {
    var replica = Replica(client: Person.client(0), secret: Person.secret(0))
    try Script.welcome(&replica, revision: 4)
    replica.make(.remove([tile]))
    replica.seal()
    _ = replica.nextMessage()
    try replica.receive(.settled([Settlement(sequence: 1, outcome: Outcome(.noEffect, asOf: 5))]))
    #expect(replica.pending == [.remove([tile])])
    #expect(replica.takeNotices().isEmpty)
    try replica.receive(.diff([Script.reversal(revision: 5)]))
    #expect(replica.pending.isEmpty)
    #expect(replica.takeNotices() == [.settled(1, .remove([tile]), Outcome(.noEffect, asOf: 5))])
  }

  @Test("A welcome replaces the outcomes that waited on an earlier connection, and the edits are sent again")
  func welcomeReplacesWaitingOutcomes() throws {
    var replica = Replica(client: Person.client(0), secret: Person.secret(0))
    try Script.welcome(&replica, revision: 4)
    replica.make(.remove([tile]))
    replica.seal()
    _ = replica.nextMessage()
    try replica.receive(.settled([Settlement(sequence: 1, outcome: Outcome(.noEffect, asOf: 5))]))
    replica.disconnected(byServer: false)
    // The server lost revision 5, and that outcome with it.
    try Script.welcome(&replica, revision: 7)
    #expect(replica.pending == [.remove([tile])])
    let again = EditMessage(sequence: 1, acknowledgedThrough: 0, content: .success(.remove([tile])))
    #expect(replica.nextMessage() == .edit(again))
  }

  @Test("While a snapshot is on its way, the revision of a lost history settles nothing")
  func outcomeWaitsForSnapshot() throws {
    var replica = Replica(client: Person.client(0), secret: Person.secret(0))
    try Script.welcome(&replica, revision: 10)
    replica.make(.remove([tile]))
    replica.seal()
    replica.disconnected(byServer: false)
    _ = replica.hello()
    let outcome = Outcome(.noEffect, asOf: 3)
    try replica.receive(Script.welcome(3, outcomes: [Settlement(sequence: 1, outcome: outcome)]))
    #expect(replica.pending == [.remove([tile])])
    #expect(replica.nextMessage() == nil)
    try replica.receive(Script.chunk(0, of: 1, revision: 3))
    #expect(replica.takeNotices() == [.settled(1, .remove([tile]), outcome)])
  }

  @Test("With several edits pending, an outcome settles its own edit alone and the others stay on top")
  func severalPending() throws {
    var world = try World(people: 2)
    try world.connectAll()
    try world.edit(0, renaming(grid, to: "A", from: "Grid"))
    try world.edit(0, .remove([tile]))
    try world.edit(0, renaming(ring, to: "C", from: "Ring"))
    let id = try #require(world.people[0].session)
    try world.deliverOne(id)
    try world.edit(1, renaming(ring, to: "Ring!", from: "Ring"))
    try world.deliver(1)
    try world.evaluate()
    try world.finishWork()
    try world.flush()
    while try world.receiveOne(0) {}
    #expect(world.people[0].outcomes.keys.sorted() == [1])
    #expect(world.people[0].replica.confirmed.shown.map(\.name) == ["A", "Tile", "Ring!"])
    #expect(world.people[0].replica.pending.count == 2)
    #expect(world.people[0].replica.visible.shown.map(\.name) == ["A", "C"])
    try world.settle()
    #expect(world.people[0].outcomes.keys.sorted() == [1, 2, 3])
    try world.checkAtRest()
  }

  @Test("An acknowledgement goes alone when there is nothing to send, and frees the server of the outcomes")
  func acknowledgementAlone() throws {
    var world = try World(people: 1)
    try world.connectAll()
    try world.edit(0, .remove([tile]))
    try world.publish()
    try world.receiveOne(0)
    #expect(try world.connection(of: 0).upstream == [ClientMessage.acknowledge(through: 1).json])
    try world.settle()
    try world.cut(0)
    world.connect(0)
    try world.deliver(0)
    try world.finishWork()
    try world.flush()
    guard case .welcome(let welcome)? = try world.connection(of: 0).messages().first else {
      Issue.record("no welcome")
      return
    }
    #expect(welcome.outcomes.isEmpty)
    #expect(welcome.lastSequence == 1)
  }

  @Test("A rename whose text does not survive another's is told to its author, also by a snapshot")
  func overwrittenIsTold() throws {
    var limits = EngineLimits()
    limits.resumeEntries = 0
    limits.resumeBytes = 0
    var world = try World(people: 2, limits: limits)
    try world.connectAll()
    try world.edit(0, renaming(grid, to: "Grid of A", from: "Grid"))
    try world.settle()
    try world.edit(1, renaming(grid, to: "Grid of B", from: "Grid"))
    try world.settle()
    #expect(world.people[0].notices.last == .overwritten(grid))
    try world.edit(0, renaming(grid, to: "Grid of A again", from: "Grid of B"))
    try world.settle()
    try world.cut(0)
    try world.edit(1, renaming(grid, to: "Grid of B again", from: "Grid of B"))
    try world.settle()
    try world.connectAll()
    #expect(world.people[0].notices.last == .overwritten(grid))
    #expect(world.people[0].notices.count == 4)
  }
}
