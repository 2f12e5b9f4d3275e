@testable import LabelEngine
import LabelWire
import Labels
import Testing

/// Faults that people reported of other programs, each by its public report. Those of rows, focus and carets are tests of the
/// page; those of sockets, of the network.
@Suite("Faults reported elsewhere")
struct ReportedFaultTests {
  let grid = numberedID(1)
  let tile = numberedID(2)
  let ring = numberedID(3)

  private func rename(_ id: LabelID, to name: String, from base: String) -> Edit {
    .rename(id, to: name, base: base, seen: 0)
  }

  private func names(_ world: World) -> [String] { world.server.list.shown.map(\.name) }

  @Test(
    "Comcast/react-data-grid#532, 6pac/SlickGrid#233, inngest/inngest#3890: an edit reaches the label that was meant, however the order changed"
  )
  func rightRow() throws {
    var world = try World(people: 2)
    try world.connectAll()
    try world.edit(0, rename(ring, to: "Ring Two", from: "Ring"))
    try world.edit(0, .remove([tile]))
    try world.edit(1, .reverse(from: .forward))
    try world.edit(1, .move([ring], to: Placement(.first, orientation: .reversed)))
    try world.deliver(1)
    try world.settle()
    #expect(names(world) == ["Ring Two", "Grid"])
    try world.checkAtRest()
  }

  @Test(
    "LTplus-AG/ifc-lite#4241: an edit of what somebody removed is told to its author, with the work that it was"
  )
  func editAgainstRemoval() throws {
    var world = try World(people: 2)
    try world.connectAll()
    try world.edit(1, .remove([tile]))
    let typed = rename(tile, to: "a long text", from: "Tile")
    try world.edit(0, typed)
    try world.deliver(1)
    try world.settle()
    guard case .settled(1, typed, let outcome)? = world.people[0].notices.first else {
      throw Violation("nothing was told: \(world.people[0].notices)")
    }
    guard case .rejected(.removed(let removal)) = outcome.result else { throw Violation("\(outcome)") }
    #expect(removal.author == 2)
    try world.checkAtRest()
  }

  @Test("apache/pouchdb#6666: what was removed does not come back by edits that were made offline")
  func removedStaysRemoved() throws {
    var world = try World(people: 2)
    try world.connectAll()
    try world.cut(0)
    try world.edit(0, rename(tile, to: "Tile Two", from: "Tile"))
    try world.edit(0, .setIncluded([tile], false))
    try world.edit(0, .move([tile], to: Placement(.first, orientation: .forward)))
    try world.edit(1, .remove([tile]))
    try world.settle()
    try world.connectAll()
    #expect(names(world) == ["Grid", "Ring"])
    #expect(
      (1...3).allSatisfy {
        if case .rejected(.removed) = world.people[0].outcomes[$0]?.result { true } else { false }
      })
    try world.checkAtRest()
  }

  @Test(
    "ueberdosis/hocuspocus#84, jupyter-collaboration#621: content does not double when a restart meets clients that send again, nor when a backup comes back"
  )
  func contentDoesNotDouble() throws {
    var world = try World(people: 2)
    try world.connectAll()
    let backup = world.store
    let new = Label(id: numberedID(10), name: "New", isIncluded: true)
    try world.edit(0, .insert(new, at: Placement(.last, orientation: .forward)))
    try world.publish()
    try world.restart()
    try world.connectAll()
    #expect(names(world) == ["Grid", "Tile", "Ring", "New"])
    var restored = backup
    restored.epoch = "another"
    try world.restart(from: restored)
    try world.connectAll()
    #expect(names(world) == ["Grid", "Tile", "Ring"])
    #expect(world.people[1].replica.confirmed.count == 3)
    try world.edit(0, rename(grid, to: "Grid Two", from: "Grid"))
    try world.settle()
    #expect(names(world) == ["Grid Two", "Tile", "Ring"])
  }

  @Test(
    "share/sharedb#717: with several edits pending, each acknowledgement settles its own and the others stay as they are"
  )
  func severalPending() throws {
    var world = try World(people: 2)
    try world.connectAll()
    let edits = [
      rename(grid, to: "Grid A", from: "Grid"), rename(grid, to: "Grid AB", from: "Grid A"),
      .remove([tile]), rename(ring, to: "Ring A", from: "Ring"),
    ]
    for edit in edits { try world.edit(0, edit) }
    try world.edit(1, rename(grid, to: "The Grid", from: "Grid"))
    try world.deliver(1)
    try world.evaluate()
    for count in 1...edits.count {
      guard let id = world.people[0].session else { throw Violation("not connected") }
      try world.deliverOne(id)
      try world.finishWork()
      try world.evaluate()
      try world.finishWork()
      try world.flush()
      while try world.receiveOne(0) {}
      #expect(world.people[0].replica.pending == Array(edits.dropFirst(count)))
      let visible = Array(world.people[0].replica.visible.labels.map(\.name))
      #expect(visible.last == "Ring A" && visible.first?.hasSuffix("Grid AB") == true)
    }
    try world.settle()
    #expect(names(world) == ["The Grid AB", "Ring A"])
    try world.checkAtRest()
  }

  @Test(
    "share/sharedb#355: a client returns after the log was trimmed: it gets a snapshot, and its pending edits count once"
  )
  func returnAfterTrim() throws {
    var limits = EngineLimits()
    limits.historyEntries = 2
    limits.snapshotAfterBytes = 300
    limits.resumeBytes = 0
    var world = try World(people: 2, limits: limits)
    try world.connectAll()
    try world.edit(0, .setIncluded([ring], false))
    try world.publish()
    try world.cut(0)
    try world.edit(0, rename(grid, to: "Grid Two", from: "Grid"))
    for number in 0..<20 {
      try world.edit(1, rename(tile, to: "Tile \(number)", from: number == 0 ? "Tile" : "Tile \(number - 1)"))
      try world.settle()
    }
    #expect(world.store.trimmedThrough > 5)
    try world.restart()
    try world.connectAll()
    #expect(names(world) == ["Grid Two", "Tile 19", "Ring"])
    #expect(world.people[0].outcomes.mapValues(\.result) == [1: .applied, 2: .applied])
    #expect(world.people[0].replica.pending.isEmpty)
  }

  @Test(
    "aws-mobile-appsync-sdk-ios#576: a client that dies before it notes the answer sends again, and the edit counts once",
    arguments: [false, true])
  func diesBeforeNoting(serverDiesToo: Bool) throws {
    var world = try World(people: 1)
    try world.connectAll()
    let new = Label(id: numberedID(10), name: "New", isIncluded: true)
    try world.edit(0, .insert(new, at: Placement(.last, orientation: .forward)))
    try world.edit(0, .reverse(from: .forward))
    let stored = world.people[0].replica.stored
    try world.publish()
    try world.cut(0)
    if serverDiesToo { try world.restart() }
    world.people[0].replica = Replica(stored)
    world.people[0].replica.didStore(stored)
    try world.connectAll()
    #expect(names(world) == ["New", "Ring", "Tile", "Grid"])
    #expect(world.store.log.count == 2)
    #expect(world.people[0].outcomes.mapValues(\.result) == [1: .applied, 2: .applied])
  }

  @Test("rocicorp/replicache#466: a rejected edit leaves the screen at once")
  func rejectedLeavesTheScreen() throws {
    var limits = EngineLimits()
    limits.list.labels = 3
    var world = try World(people: 1, limits: limits)
    try world.connectAll()
    let new = Label(id: numberedID(10), name: "New", isIncluded: true)
    try world.edit(0, .insert(new, at: Placement(.last, orientation: .forward)))
    #expect(world.people[0].replica.visible[new.id] == new)
    try world.publish()
    try world.receiveOne(0)
    #expect(world.people[0].replica.visible[new.id] == nil)
    #expect(world.people[0].outcomes[1]?.result == .rejected(.listFull))
    try world.settle()
    try world.checkAtRest()
  }

  @Test(
    "yjs/yjs#390, microsoft/live-share#1439: an undo takes back one's own change and nobody else's, or says why it can't"
  )
  func undoIsOnesOwn() throws {
    var world = try World(people: 2)
    try world.connectAll()
    try world.edit(0, rename(grid, to: "Grid A", from: "Grid"))
    try world.edit(0, .setIncluded([tile], false))
    try world.settle()
    try world.edit(1, rename(grid, to: "The Grid A", from: "Grid A"))
    try world.edit(1, .setIncluded([tile], true))
    try world.settle()
    try world.edit(0, .undo(2))
    try world.edit(0, .undo(1))
    try world.settle()
    #expect(world.people[0].outcomes[3]?.result == .rejected(.changedSince))
    #expect(world.people[0].outcomes[4]?.result == .applied)
    #expect(names(world).first == "The Grid")
    #expect(world.server.list[tile]?.isIncluded == true)
    try world.checkAtRest()
  }

  @Test(
    "micronaut-core#8984, websockets/ws#1830: one who never reads costs a bounded amount, and nobody else anything"
  )
  func pausedReader() throws {
    var limits = EngineLimits()
    limits.fanOutBytes = 4_000
    limits.resumeBytes = 1_000
    limits.resyncs = 0
    var world = try World(people: 3, limits: limits)
    try world.connectAll()
    guard let lazy = world.people[2].session else { throw Violation("not connected") }
    world.connections[lazy]?.isBlocked = true
    for number in 0..<200 {
      try world.edit(0, rename(grid, to: "Grid \(number)", from: number == 0 ? "Grid" : "Grid \(number - 1)"))
      try world.publish()
      try world.receive(0)
      try world.receive(1)
      world.server.trimFanOut()
      #expect(world.server.fanOut.byteCount <= 4_000 + 500)
    }
    #expect(world.people[1].replica.confirmed[grid]?.name == "Grid 199")
    world.connections[lazy]?.isBlocked = false
    try world.settle()
    #expect(world.people[2].lastClose == .tooSlow)
    try world.connectAll()
    try world.checkAtRest()
  }

  @Test(
    "redis/redis#4122, centrifugal/centrifugo#1189: a change that is missing or out of order is noticed, never skipped"
  )
  func gapsAreNoticed() throws {
    var world = try World(people: 2)
    try world.connectAll()
    for value in [false, true, false] { try world.edit(0, .setIncluded([tile], value)) }
    try world.publish()
    guard let id = world.people[1].session else { throw Violation("not connected") }
    try #require(world.connections[id]?.downstream.isEmpty == false)
    let diff = try #require(world.connections[id]?.downstream.first)
    guard case .diff(let changes)? = try ServerMessage.read(json: diff) else { throw Violation("no diff") }
    #expect(changes.count == 3)
    for broken in [Array(changes.dropFirst()), Array(changes.reversed()), [changes[0], changes[2]]] {
      var replica = world.people[1].replica
      #expect(throws: ReplicaFault.gap) { try replica.receive(.diff(broken)) }
      #expect(replica.point == nil, "it asks for the whole list")
    }
  }
}
