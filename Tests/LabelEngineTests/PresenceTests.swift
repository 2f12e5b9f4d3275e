import LabelWire
import Labels
import Testing

@testable import LabelEngine

@Suite("Presence")
struct PresenceTests {
  private static func state(limits: EngineLimits = EngineLimits()) -> ListState {
    ListState(
      head: ResumePoint(list: ListID(high: 0, low: 1), epoch: "e", revision: 0, hash: 0), alias: "demo",
      exists: true, list: LabelList(), limits: limits, beatSeconds: 15)
  }

  /// A client with this number, connected and welcomed; with a name it takes part from the start.
  private static func join(_ number: Int, name: String?, _ state: inout ListState) {
    let id = SessionID(UInt64(number))
    state.opened(id)
    let hello = Hello(
      client: ClientID(high: 1, low: UInt64(number)), secret: "0123456789abcdef", isClaimed: false,
      acknowledgedThrough: 0, resume: nil, person: name.flatMap { Labels.Person(name: $0, color: "#102030") })
    state.received(ClientMessage.hello(hello).json, from: id)
    state.claimed(
      .granted(ClaimedClient(author: number, lastSequence: 0, acknowledgedThrough: 0, outcomes: [])), for: id)
    deliverSnapshots(&state)
  }

  private static func deliverSnapshots(_ state: inout ListState) {
    for command in state.takeCommands() {
      if case .makeSnapshot(let source, let coding) = command {
        state.snapshotMade(source.messages.map(coding.frame), of: source.point, in: coding)
      }
    }
  }

  private static func say(_ number: Int, editing: LabelID?, name: String? = nil, _ state: inout ListState) {
    let person = name.flatMap { Labels.Person(name: $0, color: nil) }
    let message = ClientMessage.presence(PresenceUpdate(editing: editing, person: person))
    state.received(message.json, from: SessionID(UInt64(number)))
  }

  /// Everything that a connection may read now.
  private static func read(_ number: Int, _ state: inout ListState) throws -> [ServerMessage] {
    var messages: [ServerMessage] = []
    while true {
      let bytes: [UInt8]
      switch state.nextOutput(for: SessionID(UInt64(number)), limit: 1 << 20) {
      case .nothing: return messages
      case .own(let own): bytes = own
      case .shared(let range): bytes = state.fanOut.withBytes(range) { span in span.indices.map { span[$0] } }
      }
      for payload in try FrameParser.payloads(bytes) {
        if let message = try ServerMessage.read(json: payload) { messages.append(message) }
      }
    }
  }

  private static func presence(_ number: Int, _ state: inout ListState) throws -> [PresenceMessage] {
    try read(number, &state).compactMap { if case .presence(let presence) = $0 { presence } else { nil } }
  }

  @Test(
    "Who comes hears who is there, and the others hear of the newcomer, of what is edited, and of the leaving"
  )
  func comingAndGoing() throws {
    var state = Self.state()
    Self.join(1, name: "Ada", &state)
    Self.join(2, name: "Bo", &state)
    state.publishPresence()
    let whole = try #require(try Self.presence(1, &state).first)
    #expect(whole.isWhole && whole.count == 2 && whole.people.map(\.author) == [1, 2])
    #expect(whole.people.map { $0.person?.name } == ["Ada", "Bo"])
    _ = try Self.presence(2, &state)
    Self.say(2, editing: numberedID(5), &state)
    #expect(state.takeCommands().contains { if case .presenceIsDue = $0 { true } else { false } })
    state.publishPresence()
    #expect(
      try Self.presence(1, &state) == [
        PresenceMessage(
          isWhole: false, count: 2,
          people: [
            .init(author: 2, person: Labels.Person(name: "Bo", color: "#102030"), editing: numberedID(5))
          ],
          left: [])
      ])
    state.closed(SessionID(2))
    state.publishPresence()
    #expect(
      try Self.presence(1, &state) == [PresenceMessage(isWhole: false, count: 1, people: [], left: [2])])
  }

  @Test("Who says nothing of themselves is not shown and hears nothing of others")
  func scripts() throws {
    var state = Self.state()
    Self.join(1, name: nil, &state)
    Self.join(2, name: "Bo", &state)
    state.publishPresence()
    #expect(try Self.presence(1, &state).isEmpty)
    let seen = try #require(try Self.presence(2, &state).first)
    #expect(seen.count == 1 && seen.people.map(\.author) == [2])
    Self.say(1, editing: nil, &state)
    state.publishPresence()
    #expect(try Self.presence(1, &state).first?.count == 2)
    #expect(try Self.presence(2, &state).first?.people.map(\.author) == [1])
  }

  @Test("A newer connection of the same client that says nothing of itself is not shown any more")
  func takeover() throws {
    var state = Self.state()
    for number in 1...2 { Self.join(number, name: "P\(number)", &state) }
    state.publishPresence()
    _ = try Self.presence(1, &state)
    let id = SessionID(7)
    state.opened(id)
    let hello = Hello(
      client: ClientID(high: 1, low: 2), secret: "0123456789abcdef", isClaimed: false,
      acknowledgedThrough: 0, resume: nil)
    state.received(ClientMessage.hello(hello).json, from: id)
    state.claimed(
      .granted(ClaimedClient(author: 2, lastSequence: 0, acknowledgedThrough: 0, outcomes: [])), for: id)
    state.closed(SessionID(2))
    state.publishPresence()
    #expect(try Self.presence(1, &state).map(\.left) == [[2]])
  }

  @Test("Only the latest state is told, however often it changed meanwhile")
  func latestOnly() throws {
    var state = Self.state()
    for number in 1...2 { Self.join(number, name: "P\(number)", &state) }
    state.publishPresence()
    _ = try Self.presence(1, &state)
    for label in 1...500 { Self.say(2, editing: numberedID(label), &state) }
    state.publishPresence()
    #expect(try Self.presence(1, &state).map { $0.people.map(\.editing) } == [[numberedID(500)]])
    Self.say(2, editing: numberedID(7), &state)
    Self.say(2, editing: numberedID(500), &state)
    state.publishPresence()
    #expect(try Self.presence(1, &state).allSatisfy { $0.people.map(\.editing) == [numberedID(500)] })
  }

  @Test(
    "The whole is told to its end although more have gone, since its first people came, than are remembered")
  func wholeAfterManyVisits() throws {
    var limits = EngineLimits()
    limits.presentPeople = 4
    limits.peoplePerMessage = 1
    var state = Self.state(limits: limits)
    for number in 1...3 { Self.join(number, name: "P\(number)", &state) }
    for number in 4...9 {
      Self.join(number, name: "Visitor", &state)
      state.closed(SessionID(UInt64(number)))
    }
    Self.join(10, name: "P10", &state)
    state.publishPresence()
    var told: [PresenceMessage] = []
    for _ in 1...20 {
      guard case .own(let bytes) = state.nextOutput(for: SessionID(10), limit: 1 << 20) else { break }
      for payload in try FrameParser.payloads(bytes) {
        if case .presence(let presence)? = try ServerMessage.read(json: payload) { told.append(presence) }
      }
    }
    #expect(told.map { $0.people.map(\.author) } == [[1], [2], [3], [10]])
    #expect(told.map(\.isWhole) == [true, false, false, false])
    #expect(told.allSatisfy { $0.left.isEmpty })
    state.closed(SessionID(2))
    state.publishPresence()
    #expect(try Self.presence(10, &state).map(\.left) == [[2]])
  }

  @Test("A mark that nobody renews goes")
  func expiry() throws {
    var limits = EngineLimits()
    limits.editingMilliseconds = 100
    var state = Self.state(limits: limits)
    for number in 1...2 { Self.join(number, name: "P\(number)", &state) }
    state.evaluate(at: 1_000)
    Self.say(2, editing: numberedID(1), &state)
    state.publishPresence()
    _ = try Self.presence(1, &state)
    state.expirePresence(at: 1_099)
    state.publishPresence()
    #expect(try Self.presence(1, &state).isEmpty)
    state.expirePresence(at: 1_100)
    state.publishPresence()
    #expect(
      try Self.presence(1, &state).first?.people == [
        .init(author: 2, person: Labels.Person(name: "P2", color: "#102030"), editing: nil)
      ])
  }

  @Test("Many people come in messages of bounded size, and of a crowd only the number")
  func crowds() throws {
    var limits = EngineLimits()
    limits.presentPeople = 7
    limits.peoplePerMessage = 3
    var state = Self.state(limits: limits)
    for number in 1...7 { Self.join(number, name: "P\(number)", &state) }
    state.publishPresence()
    let told = try Self.presence(1, &state)
    #expect(told.map(\.isWhole) == [true, false, false])
    #expect(told.flatMap(\.people).map(\.author).sorted() == Array(1...7))
    #expect(told.allSatisfy { $0.people.count <= 3 })
    Self.join(8, name: "P8", &state)
    state.publishPresence()
    #expect(
      try Self.presence(1, &state) == [PresenceMessage(isWhole: true, count: 8, people: [], left: [])])
    state.closed(SessionID(8))
    state.publishPresence()
    let again = try Self.presence(1, &state)
    #expect(again.first?.isWhole == true && again.flatMap(\.people).count == 7)
  }

  @Test("People who come and go while somebody lags come out right in the end", arguments: 0..<20)
  func laggards(seed: UInt64) throws {
    var limits = EngineLimits()
    limits.presentPeople = 6
    limits.peoplePerMessage = 2
    var state = Self.state(limits: limits)
    var generator = SeededGenerator(seed: seed)
    Self.join(1, name: "P1", &state)
    var known: [Author: PresenceMessage.Presence] = [:]
    var connected: Set<Int> = [1]
    for _ in 0..<300 {
      let number = Int.random(in: 2...9, using: &generator)
      switch (connected.contains(number), Int.random(in: 0..<4, using: &generator)) {
      case (false, _) where connected.count < 6:
        Self.join(number, name: "P\(number)", &state)
        connected.insert(number)
      case (true, 0):
        state.closed(SessionID(UInt64(number)))
        connected.remove(number)
      case (true, _): Self.say(number, editing: numberedID(Int.random(in: 1...3, using: &generator)), &state)
      default: break
      }
      if Int.random(in: 0..<3, using: &generator) == 0 { state.publishPresence() }
      guard Int.random(in: 0..<6, using: &generator) == 0 else { continue }
      for message in try Self.presence(1, &state) {
        if message.isWhole { known = [:] }
        for person in message.people { known[person.author] = person }
        for author in message.left { known[author] = nil }
      }
    }
    state.publishPresence()
    for message in try Self.presence(1, &state) {
      if message.isWhole { known = [:] }
      for person in message.people { known[person.author] = person }
      for author in message.left { known[author] = nil }
    }
    #expect(Set(known.keys) == connected)
    for number in connected { #expect(known[number] == state.presence.presence(of: number)) }
  }

  @Test("Presence is told last: not while anything else waits for the connection")
  func edits() throws {
    var state = Self.state()
    for number in 1...2 { Self.join(number, name: "P\(number)", &state) }
    state.publishPresence()
    state.beat()
    let messages = try Self.read(1, &state)
    #expect(messages.count == 4)
    guard case .presence? = messages.last else { return #expect(Bool(false), "\(messages)") }
  }

  @Test("A new name is stored, and named with what its author removed")
  func names() throws {
    var state = Self.state()
    Self.join(1, name: nil, &state)
    Self.say(1, editing: nil, name: "Ada", &state)
    let stored = state.takeCommands().contains {
      if case .remember(let person, of: 1) = $0 { person.name == "Ada" } else { false }
    }
    #expect(stored)
    #expect(state.people[1]?.name == "Ada")
  }

  @Test("Names of those who are gone are forgotten beyond a limit")
  func rememberedNames() {
    var limits = EngineLimits()
    limits.rememberedPeople = 3
    var state = Self.state(limits: limits)
    for number in 1...3 { Self.join(number, name: "P\(number)", &state) }
    state.closed(SessionID(1))
    Self.join(4, name: "P4", &state)
    #expect(Set(state.people.keys) == [2, 3, 4])
  }
}
