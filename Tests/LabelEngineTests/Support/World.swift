import LabelEngine
import LabelWire
import Labels

/// One list's server, its store, and people with replicas, joined by messages in order. Every step is taken by the
/// test; after each one that shows something, the rules are checked.
struct World {
  let limits: EngineLimits
  var store: FakeStore
  var server: ListState
  var people: [Person] = []
  var connections: [SessionID: Connection] = [:]
  /// Asked of the store, not done.
  var work: [Work] = []
  /// Done by the store, not told.
  var answers: [Answer] = []
  var reports: [RejectedEdit] = []
  var history: History
  /// Connections for which the server has said that something waits, and that were not written to since.
  var due: Set<SessionID> = []
  /// The end of the fan-out log when it was last looked at.
  var seenEnd = 0
  private var time: Int64 = 0
  private var lastSession: UInt64 = 0
  private var lastClient: Int

  /// A list with these labels, numbered from 1; it exists if there are any.
  init(
    people count: Int, labels names: [String] = ["Grid", "Tile", "Ring"],
    limits: EngineLimits = EngineLimits()
  )
    throws
  {
    let slots = names.enumerated().map { index, name in
      LabelList.Slot(label: Label(id: numberedID(index + 1), name: name, isIncluded: true))
    }
    try self.init(people: count, origin: LabelList(orientation: .forward, slots: slots), limits: limits)
  }

  init(people count: Int, origin: LabelList, limits: EngineLimits = EngineLimits()) throws {
    self.limits = limits
    store = FakeStore(list: ListID(high: 0x1157, low: 1), origin: origin)
    server = try store.load(limits: limits)
    history = History(origin: origin)
    people = (0..<count).map { Person(number: $0) }
    lastClient = count
  }

  // MARK: Connections

  /// Opens a connection on which the test speaks for itself.
  mutating func open(for person: Int? = nil) -> SessionID {
    lastSession += 1
    let id = SessionID(lastSession)
    connections[id] = Connection(person: person)
    server.opened(id)
    return id
  }

  /// Opens a person's next connection and says hello; a former one is forgotten by the person, not by the server.
  mutating func connect(_ person: Int) {
    if let former = people[person].session { lose(former) }
    let id = open(for: person)
    people[person].session = id
    connections[id]?.upstream.append(ClientMessage.hello(people[person].replica.hello()).json)
  }

  /// The client's end is gone; the server hasn't noticed.
  mutating func lose(_ id: SessionID) {
    connections[id]?.isAlive = false
    connections[id]?.downstream = []
    guard let person = connections[id]?.person, people[person].session == id else { return }
    people[person].session = nil
    people[person].replica.disconnected(byServer: false)
  }

  /// The server notices that a connection is gone; what was on its way is lost.
  mutating func notice(_ id: SessionID) throws {
    lose(id)
    connections[id] = nil
    server.closed(id)
    try runCommands()
  }

  /// The link breaks, and both ends notice.
  mutating func cut(_ person: Int) throws {
    guard let id = people[person].session else { return }
    try notice(id)
  }

  /// The server closes a person's connection, which learns of it.
  mutating func close(_ person: Int, _ reason: Disconnect) throws {
    guard let id = people[person].session else { return }
    server.disconnect(id, reason)
    try runCommands()
    try flush()
    try receive(person)
  }

  /// Another list stands under the alias.
  mutating func recreate(as store: FakeStore) throws {
    history = History(origin: store.origin)
    try restart(from: store)
  }

  func connection(of person: Int) throws -> Connection {
    guard let id = people[person].session, let connection = connections[id] else {
      throw Violation("person \(person) is not connected")
    }
    return connection
  }

  // MARK: Steps of clients

  /// A person makes an edit, which goes out at once if there is a connection.
  mutating func edit(_ person: Int, _ edit: Edit) throws {
    people[person].replica.make(edit)
    people[person].replica.seal()
    try send(person)
  }

  /// Hands what a replica has to say to its connection.
  mutating func send(_ person: Int) throws {
    guard let id = people[person].session else { return }
    while let message = people[person].replica.nextMessage() {
      if case .edit(let edit) = message, case .success(let asked) = edit.content {
        try history.sent(asked, by: people[person].replica.client, sequence: edit.sequence)
      }
      connections[id]?.upstream.append(message.json)
    }
  }

  /// A person's replica takes in its next message; false: there is none.
  @discardableResult
  mutating func receiveOne(_ person: Int) throws -> Bool {
    guard let id = people[person].session, let next = connections[id]?.downstream.first else { return false }
    connections[id]?.downstream.removeFirst()
    guard let message = try ServerMessage.read(json: next) else { throw Violation("an unknown message") }
    try people[person].replica.receive(message)
    try takeNotices(of: person)
    try history.check(people[person].replica)
    try send(person)
    return true
  }

  /// A person's replica takes in everything that has come, the close too.
  mutating func receive(_ person: Int) throws {
    while try receiveOne(person) {}
    guard let id = people[person].session, let reason = connections[id]?.closed else { return }
    connections[id]?.isAlive = false
    people[person].session = nil
    people[person].lastClose = reason
    people[person].replica.disconnected(byServer: true)
    if reason == .clientExpired || reason == .wrongSecret {
      lastClient += 1
      people[person].outcomes = [:]
      people[person].replica.becomeNewClient(Person.client(lastClient), secret: Person.secret(lastClient))
      try takeNotices(of: person)
    }
  }

  private mutating func takeNotices(of person: Int) throws {
    for notice in people[person].replica.takeNotices() {
      people[person].notices.append(notice)
      guard case .settled(let sequence, let edit, let outcome) = notice else { continue }
      guard people[person].outcomes[sequence] == nil else { throw Violation("\(sequence) was settled twice") }
      people[person].outcomes[sequence] = outcome
      let client = people[person].replica.client
      guard history.asked(by: client, sequence) == edit else {
        throw Violation("\(sequence) settled another edit")
      }
      let stored = store.clients[client]?.outcomes[sequence]?.settlement.outcome
      guard stored == outcome || outcome.result == .rejected(.sequenceReused) else {
        throw Violation("told \(outcome) of \(sequence), stored \(String(describing: stored))")
      }
      guard let revision = people[person].replica.point?.revision, revision >= outcome.asOf else {
        throw Violation("\(sequence) was settled before its revision")
      }
    }
  }

  // MARK: Steps of the server

  /// The server reads the next message of a connection; false: there is none, or it is not read.
  @discardableResult
  mutating func deliverOne(_ id: SessionID) throws -> Bool {
    guard let connection = connections[id], connection.closed == nil, !connection.isPaused,
      let next = connection.upstream.first
    else { return false }
    connections[id]?.upstream.removeFirst()
    server.received(next, from: id)
    try runCommands()
    return true
  }

  /// The server reads everything that has come on a connection.
  mutating func deliver(_ id: SessionID) throws {
    while try deliverOne(id) {}
  }

  /// The server reads everything that a person has sent.
  mutating func deliver(_ person: Int) throws {
    if let id = people[person].session { try deliver(id) }
  }

  /// The end of a turn of the loop.
  mutating func evaluate() throws {
    time += 1
    server.evaluate(at: time)
    try runCommands()
  }

  /// Writes to a connection what it may get in a turn.
  mutating func flush(_ id: SessionID, bytes: Int? = nil) throws {
    noteDue()
    var room = bytes ?? limits.turnBytes
    while room > 0, let connection = connections[id], !connection.isBlocked {
      let written: [UInt8]
      switch server.nextOutput(for: id, limit: room) {
      case .nothing: written = []
      case .own(let bytes): written = bytes
      case .shared(let range):
        written = server.fanOut.withBytes(range) { span in span.indices.map { span[$0] } }
      }
      try runCommands()
      guard !written.isEmpty else {
        due.remove(id)
        break
      }
      guard due.contains(id) else { throw Violation("nobody was told that something waits for \(id)") }
      room -= written.count
      for payload in try FrameParser.payloads(written) {
        try history.checkDurable(payload, in: store)
        if connection.isAlive { connections[id]?.downstream.append(payload) }
      }
    }
    closeIfDone(id)
  }

  /// A server writes at the end of a turn to those who are addressed, and to all when the log has grown.
  private mutating func noteDue() {
    due.formUnion(server.takeAddressed())
    if server.fanOut.end != seenEnd { due.formUnion(connections.keys) }
    seenEnd = server.fanOut.end
  }

  /// Writes to every connection until nothing is left.
  mutating func flush() throws {
    for id in sessions {
      while try hasFlushed(id) {}
    }
  }

  private mutating func hasFlushed(_ id: SessionID) throws -> Bool {
    let before = connections[id]?.downstream.count
    try flush(id)
    return connections[id]?.downstream.count != before
  }

  /// A close goes out behind what was written before.
  private mutating func closeIfDone(_ id: SessionID) {
    guard let reason = connections[id]?.closing, connections[id]?.isBlocked == false else { return }
    connections[id]?.closing = nil
    connections[id]?.closed = reason
    server.closed(id)
  }

  /// The connections in the order in which they were opened.
  var sessions: [SessionID] { connections.keys.sorted { $0.number < $1.number } }

  /// Notes what the server asks for.
  mutating func runCommands() throws {
    for command in server.takeCommands() {
      switch command {
      case .claim(let id, let client, let secret, let mayCreate, _):
        work.append(.claim(id, client, secret: secret, mayCreate: mayCreate))
      case .readLog(let id, let after, let through):
        work.append(.readLog(id, after: after, through: through))
      case .append(let batch):
        if isAppending { throw Violation("two appends at a time") }
        work.append(.append(batch))
      case .readEntries(let keys): work.append(.readEntries(keys))
      case .makeSnapshot(let source, let coding): work.append(.makeSnapshot(source, coding))
      case .storeSnapshot(let source): work.append(.storeSnapshot(source))
      case .disconnect(let id, let reason):
        connections[id]?.closing = reason
        due.insert(id)
      case .pauseReading(let id): connections[id]?.isPaused = true
      case .resumeReading(let id): connections[id]?.isPaused = false
      case .trim(let revision): work.append(.trim(through: revision))
      case .remember, .presenceIsDue: break
      case .report(let rejected): reports.append(rejected)
      }
    }
  }

  // MARK: To rest

  /// Lets everything happen that can, until nothing more does.
  mutating func settle() throws {
    for _ in 0..<1_000 {
      var hasMoved = false
      for id in sessions { while try deliverOne(id) { hasMoved = true } }
      try evaluate()
      if !work.isEmpty || !answers.isEmpty { hasMoved = true }
      try finishWork()
      try flush()
      server.trimFanOut()
      for person in people.indices {
        if try receiveOne(person) { hasMoved = true }
        try receive(person)
      }
      if !hasMoved { return }
    }
    throw Violation("it never comes to rest")
  }

  mutating func connectAll() throws {
    for person in people.indices where people[person].session == nil { connect(person) }
    try settle()
  }

  /// At rest: all are equal, nothing is pending, every edit has its one outcome, applied ones are in the log once.
  func checkAtRest() throws {
    let content = Content(server.list)
    guard history.content(at: server.head.hash) == content else {
      throw Violation("the list is not its history")
    }
    for person in people {
      guard person.replica.point == server.head else { throw Violation("a replica is behind") }
      guard Content(person.replica.confirmed) == content else { throw Violation("a replica differs") }
      guard person.replica.pending.isEmpty else { throw Violation("\(person.replica.pending) is pending") }
    }
    try history.checkOutcomes(of: people, in: store)
  }
}
