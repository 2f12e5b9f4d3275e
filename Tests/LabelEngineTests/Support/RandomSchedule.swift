import LabelEngine
import LabelWire
import Labels

/// A world in which everything happens in an order drawn from a seed, with limits so tight that each is hit.
struct RandomSchedule {
  private(set) var world: World
  private var generator: SeededGenerator
  private var lastLabel = 3

  init(seed: UInt64) throws {
    generator = SeededGenerator(seed: seed)
    world = try World(people: 3, limits: Self.limits(seed: seed))
  }

  private static func limits(seed: UInt64) -> EngineLimits {
    var limits = EngineLimits()
    limits.list.labels = 8
    limits.list.deadSlots = 3
    limits.list.namersPerLabel = 2
    limits.openEdits = 5
    limits.queuedBytes = 700
    limits.ownBytes = 6_000
    limits.resumeBytes = seed % 3 == 0 ? 0 : 600
    limits.fanOutBytes = seed % 2 == 0 ? 1_200 : 6_000
    limits.resumeEntries = 4
    limits.frameBytes = 300
    limits.chunkBytes = 200
    limits.turnBytes = 700
    limits.snapshotAfterBytes = 500
    return limits
  }

  mutating func run(steps: Int) throws {
    for _ in 0..<steps { try step() }
    for id in world.sessions { world.connections[id]?.isBlocked = false }
    try world.settle()
    for id in world.sessions where world.connections[id]?.isAlive == false { try world.notice(id) }
    // Who was closed as too slow comes back.
    for _ in 0..<3 {
      for person in world.people.indices {
        world.people[person].replica.seal()
        try world.send(person)
      }
      try world.connectAll()
    }
    try world.checkAtRest()
  }

  // MARK: Steps

  private mutating func draw(_ range: Range<Int>) -> Int { Int.random(in: range, using: &generator) }

  private mutating func session() -> SessionID? { world.sessions.randomElement(using: &generator) }

  private mutating func step() throws {
    let person = draw(0..<world.people.count)
    switch draw(0..<100) {
    case 0..<18: try edit(person)
    case 18..<36: if let id = session() { try world.deliverOne(id) }
    case 36..<54: try receive(person)
    case 54..<66: if let id = session() { try world.flush(id, bytes: draw(1..<700)) }
    case 66..<72: try world.evaluate()
    case 72..<80: if !world.work.isEmpty { try world.perform(draw(0..<world.work.count)) }
    case 80..<88: if !world.answers.isEmpty { try world.announce(draw(0..<world.answers.count)) }
    case 88..<90: world.server.trimFanOut()
    case 90: world.server.beat()
    case 91..<93: toggleBlocked()
    case 93..<96: try reconnect(person)
    case 96: try world.cut(person)
    case 97: try noticeLostOne()
    case 98: if draw(0..<4) == 0 { try world.restart() }
    default: world.people[person].replica.seal()
    }
  }

  private mutating func receive(_ person: Int) throws {
    if draw(0..<3) == 0 { try world.receive(person) } else { try world.receiveOne(person) }
  }

  private mutating func toggleBlocked() {
    if let id = session() { world.connections[id]?.isBlocked.toggle() }
  }

  /// The server may hear of the lost connection later than of the new one.
  private mutating func reconnect(_ person: Int) throws {
    if draw(0..<2) == 0 { try world.cut(person) }
    world.connect(person)
  }

  private mutating func noticeLostOne() throws {
    let lost = world.sessions.filter { world.connections[$0]?.isAlive == false }
    if let id = lost.randomElement(using: &generator) { try world.notice(id) }
  }

  // MARK: Edits

  private mutating func edit(_ person: Int) throws {
    let edit = draft(on: world.people[person].replica)
    world.people[person].replica.make(edit)
    if draw(0..<3) > 0 { world.people[person].replica.seal() }
    try world.send(person)
  }

  private mutating func draft(on replica: Replica) -> Edit {
    let list = replica.visible
    switch draw(0..<100) {
    case 0..<25:
      lastLabel += 1
      let id = draw(0..<12) == 0 ? anyID() : numberedID(lastLabel)
      return .insert(Label(id: id, name: name(), isIncluded: true), at: placement(on: list))
    case 25..<45:
      let id = id(on: list)
      let base = list[id]?.name ?? "gone"
      let seen = max(0, (replica.point?.revision ?? 0) - draw(0..<4))
      return .rename(id, to: draw(0..<2) == 0 ? base + name() : name() + base, base: base, seen: seen)
    case 45..<55: return .setIncluded(ids(on: list), draw(0..<2) == 0)
    case 55..<72: return .remove(ids(on: list))
    case 72..<86: return .move(ids(on: list), to: placement(on: list))
    case 86..<93: return .reverse(from: list.orientation)
    default: return .restore([anyID()])
    }
  }

  private mutating func anyID() -> LabelID { numberedID(draw(1..<lastLabel + 2)) }

  private mutating func id(on list: LabelList) -> LabelID {
    if draw(0..<8) == 0 { return anyID() }
    return list.labels.map(\.id).randomElement(using: &generator) ?? anyID()
  }

  private mutating func ids(on list: LabelList) -> [LabelID] { (0..<draw(1..<4)).map { _ in id(on: list) } }

  private mutating func placement(on list: LabelList) -> Placement {
    let spot: Placement.Spot =
      switch draw(0..<4) {
      case 0: .first
      case 1: .last
      case 2: .before(id(on: list))
      default: .after(id(on: list))
      }
    return Placement(spot, orientation: list.orientation)
  }

  private mutating func name() -> String {
    ["a", "b", "\u{E9}", "e\u{301}", "\u{1F469}\u{200D}\u{1F4BB}"].randomElement(using: &generator) ?? "c"
  }
}
