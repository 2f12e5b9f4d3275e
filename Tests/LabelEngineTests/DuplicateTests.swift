import LabelEngine
import LabelWire
import Labels
import Testing

@Suite("An edit that comes twice")
struct DuplicateTests {
  let tile = numberedID(2)
  let unknown = numberedID(99)

  /// A world in which the test speaks for one client, welcomed.
  func welcomed(limits: EngineLimits = EngineLimits()) throws -> (World, SessionID) {
    var world = try World(people: 0, limits: limits)
    let id = world.open()
    let hello = Hello(
      client: Person.client(0), secret: Person.secret(0), isClaimed: false, acknowledgedThrough: 0,
      resume: nil)
    world.connections[id]?.upstream = [ClientMessage.hello(hello).json]
    try world.settle()
    world.connections[id]?.downstream = []
    return (world, id)
  }

  func say(_ edit: Edit, _ sequence: EditSequence, on id: SessionID, in world: inout World) throws {
    let message = EditMessage(sequence: sequence, acknowledgedThrough: 0, content: .success(edit))
    world.connections[id]?.upstream.append(ClientMessage.edit(message).json)
    try world.deliver(id)
  }

  func settlements(on id: SessionID, in world: World) throws -> [Settlement] {
    var all: [Settlement] = []
    for message in try world.connections[id]?.messages() ?? [] {
      if case .settled(let settlements) = message { all += settlements }
    }
    return all
  }

  @Test("Queued or in flight: the answer waits for the first one's commit, and it is applied once")
  func uncommittedDuplicate() throws {
    var (world, id) = try welcomed()
    try say(.remove([tile]), 1, on: id, in: &world)
    try say(.remove([tile]), 1, on: id, in: &world)
    try world.evaluate()
    try say(.remove([tile]), 1, on: id, in: &world)
    try world.flush()
    #expect(world.connections[id]?.downstream.isEmpty == true)
    try world.settle()
    #expect(try world.connections[id]?.messages().count == 1)
    #expect(world.store.log.map(\.change.sequence) == [1])
    #expect(world.store.clients[Person.client(0)]?.outcomes.count == 1)
  }

  @Test("Committed: it is answered again by the same outcome", arguments: [true, false])
  func committedDuplicate(isRestarted: Bool) throws {
    var (world, id) = try welcomed()
    try say(.remove([unknown]), 1, on: id, in: &world)
    try world.settle()
    if isRestarted {
      try world.restart()
      id = world.open()
      let hello = Hello(
        client: Person.client(0), secret: Person.secret(0), isClaimed: true, acknowledgedThrough: 0,
        resume: nil)
      world.connections[id]?.upstream = [ClientMessage.hello(hello).json]
      try world.settle()
      world.connections[id]?.downstream = []
    }
    try say(.remove([unknown]), 1, on: id, in: &world)
    try world.settle()
    let outcome = Settlement(sequence: 1, outcome: Outcome(.rejected(.unknownLabel), asOf: 0))
    #expect(try settlements(on: id, in: world) == Array(repeating: outcome, count: isRestarted ? 1 : 2))
    #expect(world.store.clients[Person.client(0)]?.outcomes.count == 1)
  }

  @Test(
    "With other content it is refused, whether the first one is queued, answered or acknowledged",
    arguments: ["queued", "answered", "acknowledged"])
  func sequenceReused(state: String) throws {
    var (world, id) = try welcomed()
    try say(.remove([unknown]), 1, on: id, in: &world)
    if state != "queued" { try world.settle() }
    if state == "acknowledged" {
      world.connections[id]?.upstream = [ClientMessage.acknowledge(through: 1).json]
      try world.settle()
    }
    world.connections[id]?.downstream = []
    try say(.remove([tile]), 1, on: id, in: &world)
    try world.settle()
    let refusal = Settlement(sequence: 1, outcome: Outcome(.rejected(.sequenceReused), asOf: 0))
    #expect(try settlements(on: id, in: world).first == refusal)
    #expect(world.server.head.revision == 0)
    #expect(world.reports.map(\.code).contains("sequenceReused"))
    #expect(world.connections[id]?.closed == nil)
    try say(.remove([tile]), 2, on: id, in: &world)
    try world.settle()
    #expect(world.server.head.revision == 1)
  }

  @Test("A sequence below one that was used is used up")
  func lowerSequence() throws {
    var (world, id) = try welcomed()
    try say(.remove([tile]), 5, on: id, in: &world)
    try say(.remove([numberedID(1)]), 4, on: id, in: &world)
    try world.settle()
    #expect(world.store.log.map(\.change.sequence) == [5])
    #expect(try settlements(on: id, in: world).map(\.outcome.result) == [.rejected(.sequenceReused)])
  }

  @Test("An edit that cannot be read has an outcome, stored and the same on every retry")
  func unreadableEdit() throws {
    var (world, id) = try welcomed()
    let messages = [
      (#"{"type":"edit","sequence":1,"kind":"explode"}"#, Rejection.invalidEdit),
      (#"{"type":"edit","sequence":2,"kind":"rename","name":"\uD83D"}"#, .invalidName),
    ]
    for (json, rejection) in messages + messages {
      world.connections[id]?.downstream = []
      world.connections[id]?.upstream = [Array(json.utf8)]
      try world.settle()
      #expect(try settlements(on: id, in: world).map(\.outcome) == [Outcome(.rejected(rejection), asOf: 0)])
    }
    #expect(world.store.clients[Person.client(0)]?.outcomes.count == 2)
  }

  @Test("Answers to a client that doesn't read are bounded: it is too slow", arguments: [true, false])
  func ownQueueIsBounded(isAsking: Bool) throws {
    var limits = EngineLimits()
    limits.ownBytes = 2_000
    var (world, id) = try welcomed(limits: limits)
    try say(.remove([unknown]), 1, on: id, in: &world)
    try world.settle()
    world.connections[id]?.isBlocked = isAsking
    for _ in 0..<40 {
      try say(.remove([unknown]), 1, on: id, in: &world)
      try world.flush()
    }
    #expect((world.connections[id]?.closing == .tooSlow) == isAsking)
    #expect(world.connections[id]?.closed == nil)
  }

  @Test("One edit more than may be open closes the connection")
  func tooManyOpen() throws {
    var limits = EngineLimits()
    limits.openEdits = 3
    var (world, id) = try welcomed(limits: limits)
    for sequence in 1...3 { try say(.remove([unknown]), sequence, on: id, in: &world) }
    try world.settle()
    #expect(world.connections[id]?.closed == nil)
    try say(.remove([unknown]), 4, on: id, in: &world)
    try world.settle()
    #expect(world.connections[id]?.closed == .tooManyOpen)
    #expect(world.store.clients[Person.client(0)]?.lastSequence == 3)
  }

  @Test("A replica holds back what would be too many, and sends all in the end")
  func replicaHoldsBack() throws {
    var limits = EngineLimits()
    limits.openEdits = 3
    var world = try World(people: 1, limits: limits)
    try world.connectAll()
    for value in 0..<10 { try world.edit(0, .setIncluded([tile], value % 2 == 1)) }
    #expect(try world.connection(of: 0).upstream.count == 3)
    try world.settle()
    #expect(world.server.head.revision == 10)
    try world.checkAtRest()
  }
}
