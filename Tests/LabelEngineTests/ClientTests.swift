import LabelEngine
import LabelWire
import Labels
import Testing

@Suite("Who a client is")
struct ClientTests {
  let tile = numberedID(2)

  func hello(
    _ number: Int, secret: String? = nil, isClaimed: Bool = false, resume: ResumePoint? = nil
  ) -> ClientMessage {
    .hello(
      Hello(
        client: Person.client(number), secret: secret ?? Person.secret(number), isClaimed: isClaimed,
        acknowledgedThrough: 0, resume: resume))
  }

  func say(_ message: ClientMessage, on id: SessionID, in world: inout World) throws {
    world.connections[id]?.upstream.append(message.json)
    try world.settle()
  }

  @Test(
    "The first message must be hello",
    arguments: [
      ClientMessage.beat, .acknowledge(through: 1),
      .edit(EditMessage(sequence: 1, acknowledgedThrough: 0, content: .success(.withdraw))),
    ])
  func helloComesFirst(message: ClientMessage) throws {
    var world = try World(people: 0)
    let id = world.open()
    try say(message, on: id, in: &world)
    if message == .beat {
      #expect(world.server.isAwaitingHello(id))
    } else {
      try expectClose(.helloExpected, on: id, in: world)
    }
    #expect(world.store.clients.isEmpty)
  }

  /// A fault of the client is explained in an `error` before the close.
  func expectClose(_ reason: Disconnect, on id: SessionID, in world: World) throws {
    let connection = try #require(world.connections[id])
    #expect(connection.closed == reason)
    let error = ServerMessage.error(code: reason.rawValue, message: reason.sentence)
    #expect(try connection.messages().last == (reason.isClientFault ? error : nil))
  }

  @Test("There is only one hello, before the welcome and behind it", arguments: [true, false])
  func helloComesOnce(isWelcomed: Bool) throws {
    var world = try World(people: 0)
    let id = world.open()
    world.connections[id]?.upstream = [hello(1).json]
    if isWelcomed { try world.settle() } else { try world.deliver(id) }
    world.connections[id]?.downstream = []
    try say(hello(1), on: id, in: &world)
    try expectClose(.helloExpected, on: id, in: world)
  }

  @Test("Nothing but the welcome may follow a hello")
  func editBeforeWelcome() throws {
    var world = try World(people: 0)
    let id = world.open()
    let edit = EditMessage(sequence: 1, acknowledgedThrough: 0, content: .success(.remove([tile])))
    world.connections[id]?.upstream = [hello(1).json, ClientMessage.edit(edit).json]
    try world.deliver(id)
    try world.settle()
    try expectClose(.helloExpected, on: id, in: world)
    #expect(world.server.head.revision == 0)
  }

  @Test(
    "A message that cannot be read closes its own connection and no other",
    arguments: [
      ("{", .badMessage), ("[]", .badMessage), (#"{"type":"shout"}"#, .unknownMessage),
      (#"{"type":"hello"}"#, .badHello),
    ] as [(String, Disconnect)])
  func badMessages(json: String, reason: Disconnect) throws {
    var world = try World(people: 1)
    try world.connectAll()
    let id = world.open()
    world.connections[id]?.upstream = [Array(json.utf8), hello(1).json]
    try world.settle()
    try expectClose(reason, on: id, in: world)
    #expect(try world.connection(of: 0).closed == nil)
    try world.edit(0, .remove([tile]))
    try world.settle()
    try world.checkAtRest()
  }

  @Test("A client that was never welcomed is new, and known ever after by its number")
  func newClient() throws {
    var world = try World(people: 0)
    for connection in 0..<2 {
      for number in [5, 6] {
        let id = world.open()
        try say(hello(number), on: id, in: &world)
        guard case .welcome(let welcome)? = try world.connections[id]?.messages().first else {
          Issue.record("no welcome for \(number) at \(connection)")
          return
        }
        #expect(welcome.author == number - 4)
        #expect(welcome.head == world.server.head)
        #expect(welcome.exists && !welcome.isReset && welcome.isSnapshotComing)
        try world.notice(id)
      }
    }
  }

  @Test("Another secret than the first one's is refused, and the holder stays connected")
  func stolenClientID() throws {
    var world = try World(people: 1)
    try world.connectAll()
    let thief = world.open()
    let edit = EditMessage(sequence: 1, acknowledgedThrough: 0, content: .success(.remove([tile])))
    world.connections[thief]?.upstream = [hello(0, secret: "0123456789abcdef").json]
    try world.deliver(thief)
    try world.finishWork()
    world.connections[thief]?.upstream = [ClientMessage.edit(edit).json]
    try world.settle()
    try expectClose(.wrongSecret, on: thief, in: world)
    #expect(try world.connections[thief]?.messages().count == 1)
    #expect(world.server.head.revision == 0)
    try world.edit(0, .setIncluded([tile], false))
    try world.settle()
    #expect(world.people[0].outcomes == [1: Outcome(.applied, asOf: 1)])
    try world.checkAtRest()
  }

  @Test("A client that another holds goes on as a new one, with what it had not sent")
  func refusedClientStartsAnew() throws {
    var world = try World(people: 1)
    _ = world.store.claim(Person.client(0), secret: "0123456789abcdef", mayCreate: true)
    world.people[0].replica.make(.remove([tile]))
    world.people[0].replica.seal()
    try world.connectAll()
    #expect(world.people[0].lastClose == .wrongSecret)
    try world.connectAll()
    #expect(world.people[0].outcomes == [1: Outcome(.applied, asOf: 1)])
    try world.checkAtRest()
  }

  @Test("A client that says it was welcomed and is unknown has expired, unless it comes from another list")
  func expiryByHello() throws {
    var world = try World(people: 0)
    let expired = world.open()
    try say(hello(1, isClaimed: true, resume: world.store.head), on: expired, in: &world)
    try expectClose(.clientExpired, on: expired, in: world)
    let foreign = world.open()
    var elsewhere = world.store.head
    elsewhere.list = ListID(high: 9, low: 9)
    try say(hello(2, isClaimed: true, resume: elsewhere), on: foreign, in: &world)
    guard case .welcome(let welcome)? = try world.connections[foreign]?.messages().first else {
      Issue.record("no welcome")
      return
    }
    #expect(welcome.isReset && welcome.isSnapshotComing)
  }

  @Test("Any word of the server's own on the list makes the next hello say that the client is known")
  func claimedByWord() throws {
    let words: [(ServerMessage, Bool)] = [
      (.beat, false), (.settled([]), true), (.diff([Script.reversal(revision: 1)]), true),
      (Script.welcome(0), true), (Script.welcome(0, exists: false), false),
    ]
    for (word, isClaimed) in words {
      var replica = Replica(client: Person.client(0), secret: Person.secret(0))
      #expect(!replica.hello().isClaimed)
      try replica.receive(Script.welcome(0, exists: false))
      try replica.receive(Script.chunk(0, of: 1, revision: 0))
      try replica.receive(word)
      #expect(replica.hello().isClaimed == isClaimed, "\(word)")
    }
  }

  @Test("An expired client tells which sent edits may be applied, and sends the others as a new client")
  func clientExpired() throws {
    var world = try World(people: 2)
    try world.connectAll()
    try world.edit(0, .setIncluded([tile], false))
    try world.settle()
    let sent = Edit.rename(tile, to: "Sent", base: "Tile", seen: 1)
    try world.edit(0, sent)
    try world.cut(0)
    try world.edit(0, .rename(tile, to: "Tile Two", base: "Tile", seen: 1))
    world.store.clients[Person.client(0)] = nil
    try world.restart()
    try world.connectAll()
    #expect(world.people[0].lastClose == .clientExpired)
    #expect(world.people[0].notices.last == .maybeApplied(sent))
    try world.connectAll()
    #expect(world.people[0].replica.client != Person.client(0))
    #expect(world.people[0].replica.author == 3)
    #expect(world.people[0].replica.confirmed[tile]?.name == "Tile Two")
    #expect(world.people[0].outcomes == [1: Outcome(.applied, asOf: 2)])
    try world.checkAtRest()
  }

  @Test("Of two connections of one client the newer wins; nothing more is read from the older")
  func olderConnectionIsReplaced() throws {
    var world = try World(people: 1)
    try world.connectAll()
    let older = try #require(world.people[0].session)
    try world.edit(0, .setIncluded([tile], false))
    world.connect(0)
    try world.deliver(0)
    try world.finishWork()
    try world.deliver(older)
    try world.evaluate()
    #expect(world.work.isEmpty)
    try world.flush()
    #expect(world.connections[older]?.closed == .replaced)
    #expect(!Disconnect.replaced.isClientFault)
    try world.settle()
    #expect(world.server.head.revision == 1)
    try world.checkAtRest()
  }

  @Test("The newer connection wins also when the store answers its claim first")
  func newerConnectionWinsOutOfOrder() throws {
    var world = try World(people: 1)
    world.connect(0)
    let older = try #require(world.people[0].session)
    try world.deliver(older)
    world.connect(0)
    let newer = try #require(world.people[0].session)
    try world.deliver(newer)
    while !world.work.isEmpty { try world.perform() }
    try world.announce(world.answers.count - 1)
    while !world.answers.isEmpty { try world.announce() }
    try world.flush()
    #expect(world.connections[older]?.closed == .replaced)
    #expect(world.connections[newer]?.closed == nil)
    try world.settle()
    try world.edit(0, .setIncluded([tile], false))
    try world.settle()
    #expect(world.server.head.revision == 1)
    try world.checkAtRest()
  }

  @Test("An edit that the older connection brought in is not applied again by the newer one")
  func newerConnectionFindsItsEditQueued() throws {
    var world = try World(people: 1)
    try world.connectAll()
    try world.edit(0, .setIncluded([tile], false))
    try world.deliver(0)
    try world.evaluate()
    world.connect(0)
    try world.deliver(0)
    // The claim is answered while the append is not yet done.
    try world.perform(1)
    try world.announce()
    try world.settle()
    #expect(world.server.head.revision == 1)
    #expect(world.people[0].outcomes == [1: Outcome(.applied, asOf: 1)])
    try world.checkAtRest()
  }

  @Test("A claim read before an append and told after it does not make the client's edit new again")
  func claimOlderThanAppend() throws {
    var world = try World(people: 1)
    try world.connectAll()
    try world.edit(0, .setIncluded([tile], false))
    try world.deliver(0)
    try world.evaluate()
    let older = try #require(world.people[0].session)
    world.connect(0)
    try world.deliver(0)
    try world.perform(1)
    try world.notice(older)
    try world.performAppend()
    try world.announceCommit()
    try world.settle()
    #expect(world.server.head.revision == 1)
    try world.checkAtRest()
  }

  @Test("A poisoned edit is withdrawn after two closes, and told as withdrawn with what was asked")
  func withdrawal() throws {
    var world = try World(people: 1)
    try world.connectAll()
    let edit = Edit.remove([tile])
    try world.edit(0, edit)
    for _ in 0..<2 {
      try world.close(0, .badMessage)
      #expect(world.people[0].replica.pending.count == 1)
      world.connect(0)
      try world.deliver(0)
      try world.finishWork()
      try world.flush()
      try world.receiveOne(0)
    }
    #expect(world.people[0].replica.pending == [.withdraw])
    try world.settle()
    #expect(world.people[0].notices == [.settled(1, edit, Outcome(.rejected(.withdrawn), asOf: 0))])
    #expect(world.server.head.revision == 0)
    try world.edit(0, edit)
    try world.settle()
    #expect(world.people[0].outcomes[2] == Outcome(.applied, asOf: 1))
    try world.checkAtRest()
  }

  @Test(
    "A withdrawal of an edit that had arrived is answered by its real outcome, committed or not",
    arguments: [true, false])
  func withdrawalComesTooLate(isCommitted: Bool) throws {
    var world = try World(people: 1)
    try world.connectAll()
    let edit = Edit.remove([tile])
    try world.edit(0, edit)
    try world.deliver(0)
    try world.evaluate()
    if isCommitted { try world.finishWork() }
    for _ in 0..<2 {
      let id = try #require(world.people[0].session)
      world.lose(id)
      world.connect(0)
      try world.deliver(0)
      world.people[0].replica.disconnected(byServer: true)
      _ = world.people[0].replica.hello()
    }
    try world.settle()
    #expect(world.people[0].outcomes == [1: Outcome(.applied, asOf: 1)])
    #expect(world.people[0].notices == [.settled(1, edit, Outcome(.applied, asOf: 1))])
    try world.checkAtRest()
  }

  @Test(
    "A client that the store forgot while an edit of its waits is not taken for a new one, though the list is new"
  )
  func forgottenWithAnEditWaiting() throws {
    var state = ListState(
      head: ResumePoint(list: ListID(high: 0, low: 1), epoch: "e", revision: 0, hash: 0), alias: "demo",
      exists: false, list: LabelList(), limits: EngineLimits(), beatSeconds: 15)
    func hello(isClaimed: Bool) -> [UInt8] {
      let hello = Hello(
        client: ClientID(high: 1, low: 1), secret: "0123456789abcdef", isClaimed: isClaimed,
        acknowledgedThrough: 0, resume: nil)
      return ClientMessage.hello(hello).json
    }
    func granted(as author: Author) -> Claim {
      .granted(ClaimedClient(author: author, lastSequence: 0, acknowledgedThrough: 0, outcomes: []))
    }
    let (former, later) = (SessionID(1), SessionID(2))
    state.opened(former)
    state.received(hello(isClaimed: false), from: former)
    state.claimed(granted(as: 1), for: former)
    let edit = EditMessage(
      sequence: 1, acknowledgedThrough: 0, content: .success(.reverse(from: .forward)))
    state.received(ClientMessage.edit(edit).json, from: former)
    state.closed(former)
    state.opened(later)
    state.received(hello(isClaimed: true), from: later)
    _ = state.takeCommands()
    state.claimed(granted(as: 2), for: later)
    let commands = state.takeCommands()
    #expect(commands.contains { if case .disconnect(later, .clientExpired) = $0 { true } else { false } })
  }
}
