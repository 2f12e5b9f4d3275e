import LabelEngine
import LabelWire
import Labels
import Testing

@Suite("Coming back")
struct ResumeTests {
  let tile = numberedID(2)

  /// Makes and settles edits of person 0.
  func edit(_ count: Int, in world: inout World) throws {
    for _ in 0..<count {
      let value = world.server.list[tile]?.isIncluded == false
      try world.edit(0, .setIncluded([tile], value))
      try world.settle()
    }
  }

  /// Says person 1's hello and gives what it is answered, which the person has not received yet.
  func comeBack(in world: inout World) throws -> (welcome: Welcome, rest: [ServerMessage]) {
    world.connect(1)
    try world.deliver(1)
    try world.finishWork()
    try world.flush()
    let messages = try world.connection(of: 1).messages()
    guard case .welcome(let welcome)? = messages.first else { throw Violation("no welcome in \(messages)") }
    return (welcome, Array(messages.dropFirst()))
  }

  func isDiff(_ message: ServerMessage) -> Bool {
    if case .diff = message { true } else { false }
  }

  func isSnapshot(_ message: ServerMessage) -> Bool {
    if case .snapshot = message { true } else { false }
  }

  @Test("Within the fan-out log, diffs go on from the resume point, and the store isn't asked")
  func withinFanOutLog() throws {
    var world = try World(people: 2)
    try world.connectAll()
    try edit(1, in: &world)
    try world.cut(1)
    try edit(2, in: &world)
    world.connect(1)
    try world.deliver(1)
    #expect(world.work.count == 1)
    try world.perform()
    try world.announce()
    #expect(world.work.isEmpty)
    try world.flush()
    let messages = try world.connection(of: 1).messages()
    guard case .welcome(let welcome)? = messages.first else { throw Violation("no welcome") }
    #expect(!welcome.isReset && !welcome.isSnapshotComing)
    #expect(messages.count == 3 && messages.dropFirst().allSatisfy(isDiff))
    try world.settle()
    try world.checkAtRest()
  }

  @Test("At the head nothing but the welcome is sent")
  func atHead() throws {
    var world = try World(people: 2)
    try world.connectAll()
    try edit(1, in: &world)
    try world.cut(1)
    let (welcome, rest) = try comeBack(in: &world)
    #expect(!welcome.isReset && !welcome.isSnapshotComing && rest.isEmpty)
    try world.settle()
    try world.checkAtRest()
  }

  /// Limits by which the fan-out log keeps nothing that everybody has read.
  var forgetful: EngineLimits {
    var limits = EngineLimits()
    limits.resumeBytes = 0
    return limits
  }

  @Test("Behind the fan-out log, the missed changes are read from the store", arguments: [0, 1])
  func byLogRead(before: Int) throws {
    var world = try World(people: 2, limits: forgetful)
    try world.connectAll()
    try edit(before, in: &world)
    try world.cut(1)
    try edit(3, in: &world)
    let (welcome, rest) = try comeBack(in: &world)
    #expect(!welcome.isReset && !welcome.isSnapshotComing)
    #expect(rest.count == 1 && rest.allSatisfy(isDiff))
    try world.settle()
    try world.checkAtRest()
  }

  @Test("What is published while the log is read follows what was read")
  func publishedDuringLogRead() throws {
    var world = try World(people: 2, limits: forgetful)
    try world.connectAll()
    try world.cut(1)
    try edit(3, in: &world)
    world.connect(1)
    try world.deliver(1)
    try world.perform()
    try world.announce()
    try world.perform()
    try world.edit(0, .remove([tile]))
    try world.deliver(0)
    try world.evaluate()
    try world.performAppend()
    try world.announceCommit()
    try world.settle()
    #expect(world.people[1].replica.point?.revision == 4)
    try world.checkAtRest()
  }

  @Test("Too far behind, a snapshot comes, which is no reset")
  func tooFarBehind() throws {
    var limits = forgetful
    limits.resumeEntries = 2
    var world = try World(people: 2, limits: limits)
    try world.connectAll()
    try edit(1, in: &world)
    try world.cut(1)
    try edit(4, in: &world)
    let (welcome, rest) = try comeBack(in: &world)
    #expect(!welcome.isReset && welcome.isSnapshotComing)
    #expect(rest.count == 1 && rest.allSatisfy(isSnapshot))
    try world.settle()
    try world.checkAtRest()
  }

  /// How a hello's resume point can fail to fit.
  enum Misfit: CaseIterable {
    case otherHash, otherHashAtZero, aboveHead, otherEpoch, otherList

    func point(at head: ResumePoint, two: ResumePoint) -> ResumePoint {
      var point = two
      switch self {
      case .otherHash: point.hash ^= 1
      case .otherHashAtZero: (point.revision, point.hash) = (0, 1)
      case .aboveHead: (point.revision, point.hash) = (head.revision + 1, head.hash)
      case .otherEpoch: point.epoch = "another"
      case .otherList: point.list = ListID(high: 9, low: 9)
      }
      return point
    }
  }

  @Test(
    "A resume point of another history resets that client, by the fan-out log and by the store",
    arguments: Misfit.allCases, [true, false])
  func misfitResets(misfit: Misfit, isInFanOutLog: Bool) throws {
    var world = try World(people: 1, limits: isInFanOutLog ? EngineLimits() : forgetful)
    try world.connectAll()
    try edit(2, in: &world)
    let two = world.server.head
    try edit(2, in: &world)
    let id = world.open()
    let hello = Hello(
      client: Person.client(1), secret: Person.secret(1), isClaimed: false, acknowledgedThrough: 0,
      resume: misfit.point(at: world.server.head, two: two))
    world.connections[id]?.upstream = [ClientMessage.hello(hello).json]
    try world.settle()
    let messages = try #require(try world.connections[id]?.messages())
    guard case .welcome(let welcome)? = messages.first else { throw Violation("no welcome") }
    #expect(welcome.isReset && welcome.isSnapshotComing)
    #expect(messages.count > 1 && isSnapshot(messages[1]))
    #expect(messages.dropFirst(2).allSatisfy(isDiff))
    #expect(try world.connection(of: 0).closed == nil)
  }

  @Test("Restarted from an older copy, clients ahead of it are reset and send what is pending again")
  func olderCopy() throws {
    var world = try World(people: 3)
    try world.connectAll()
    try edit(1, in: &world)
    try world.cut(2)
    let copy = world.store
    try edit(2, in: &world)
    try world.edit(0, .remove([tile]))
    try world.edit(1, .rename(numberedID(1), to: "Grid Two", base: "Grid", seen: 0))
    try world.restart(from: copy)
    #expect(world.people[1].replica.point?.revision == 3)
    let (welcome, rest) = try comeBack(in: &world)
    #expect(welcome.isReset && welcome.isSnapshotComing && welcome.head.revision == 1)
    #expect(rest.count == 1 && rest.allSatisfy(isSnapshot))
    try world.connectAll()
    #expect(world.server.list.shown.map(\.name) == ["Grid Two", "Ring"])
    #expect(world.people[0].outcomes[4]?.result == .applied)
    #expect(world.people[1].outcomes[1]?.result == .applied)
    #expect(world.people[2].replica.point?.revision == 3)
    #expect(Content(world.people[1].replica.confirmed) == Content(world.server.list))
    #expect(Content(world.people[0].replica.confirmed) == Content(world.server.list))
    for person in world.people { #expect(person.replica.pending.isEmpty) }
  }

  @Test(
    "Restarted from an older copy at the same revision by other edits, the hash tells, and only the misled are reset"
  )
  func olderCopyGoesOn() throws {
    var world = try World(people: 2)
    try world.connectAll()
    try world.cut(1)
    let copy = world.store
    try edit(1, in: &world)
    try world.cut(0)
    try world.restart(from: copy)
    world.connect(1)
    try world.settle()
    try world.edit(1, .remove([numberedID(3)]))
    try world.settle()
    #expect(world.people[0].replica.point?.revision == world.server.head.revision)
    try world.connectAll()
    #expect(world.people[0].replica.point == world.server.head)
    #expect(Content(world.people[0].replica.confirmed) == Content(world.server.list))
  }

  @Test("A list recreated under its alias gets nothing that was pending for the former one")
  func recreatedList() throws {
    var world = try World(people: 2)
    try world.connectAll()
    let removal = Edit.remove([tile])
    try world.edit(0, removal)
    try world.cut(0)
    let offline = Edit.setIncluded([tile], false)
    try world.edit(0, offline)
    var store = FakeStore(list: ListID(high: 0x1157, low: 2), origin: world.store.origin)
    _ = store.claim(Person.client(7), secret: Person.secret(7), mayCreate: true)
    try world.recreate(as: store)
    try world.connectAll()
    #expect(world.people[0].notices == [.notSent(removal), .notSent(offline)])
    #expect(world.people[0].replica.pending.isEmpty)
    #expect(world.server.head.revision == 0)
    #expect(world.people[0].replica.point == world.server.head)
    try world.edit(0, removal)
    try world.settle()
    #expect(world.people[0].outcomes == [3: Outcome(.applied, asOf: 1)])
    #expect(world.people[1].replica.confirmed[tile] == nil)
  }

  @Test("Pending edits of a list that never existed go to the one that comes to be under its alias")
  func listThatComesToBe() throws {
    var world = try World(people: 1, labels: [])
    try world.connectAll()
    #expect(!world.server.exists)
    try world.cut(0)
    let label = Label(id: tile, name: "Tile", isIncluded: true)
    try world.edit(0, .insert(label, at: Placement(.last, orientation: .forward)))
    try world.recreate(as: FakeStore(list: ListID(high: 0x1157, low: 2), origin: LabelList()))
    try world.connectAll()
    #expect(world.server.list.labels.map(\.id) == [tile])
    #expect(world.server.exists)
    try world.checkAtRest()
  }
}
