import LabelEngine
import LabelWire
import Labels
import Testing

@Suite("Snapshots for those who join or fall behind")
struct SnapshotTests {
  let grid = numberedID(1)
  let tile = numberedID(2)

  func snapshots(_ messages: [ServerMessage]) -> [SnapshotChunk] {
    messages.compactMap { if case .snapshot(let chunk) = $0 { chunk } else { nil } }
  }

  @Test("A long list comes in chunks of bounded size, and replaces the replica's with the last one")
  func chunks() throws {
    var limits = EngineLimits()
    limits.chunkBytes = 300
    var world = try World(people: 1, labels: (1...20).map { "Label \($0)" }, limits: limits)
    world.connect(0)
    try world.deliver(0)
    try world.finishWork()
    try world.flush()
    let connection = try world.connection(of: 0)
    let chunks = snapshots(try connection.messages())
    #expect(chunks.count > 3)
    #expect(chunks.map(\.chunk) == Array(0..<chunks.count))
    #expect(chunks.allSatisfy { $0.chunks == chunks.count })
    #expect(connection.downstream.allSatisfy { $0.count < 800 })
    for _ in chunks {
      #expect(world.people[0].replica.point == nil)
      try world.receiveOne(0)
    }
    try world.receiveOne(0)
    #expect(world.people[0].replica.confirmed.count == 20)
    try world.settle()
    try world.checkAtRest()
  }

  @Test("Those who join together share one snapshot, and the next one gets it too, with the log behind it")
  func snapshotIsShared() throws {
    var world = try World(people: 3)
    for person in 0...1 {
      world.connect(person)
      try world.deliver(person)
    }
    while !world.work.isEmpty {
      try world.perform()
      if world.work.count < 2 { try world.announce() }
    }
    try world.settle()
    try world.edit(0, .remove([tile]))
    try world.settle()
    world.connect(2)
    try world.deliver(2)
    try world.perform()
    try world.announce()
    #expect(world.work.isEmpty)
    try world.flush()
    #expect(snapshots(try world.connection(of: 2).messages()).map(\.point.revision) == [0])
    try world.settle()
    try world.checkAtRest()
  }

  /// Falls off the fan-out log's tail: it keeps next to nothing.
  var tight: EngineLimits {
    var limits = EngineLimits()
    limits.fanOutBytes = 400
    limits.resumeBytes = 0
    return limits
  }

  /// Person 0 makes edits that person 1 does not read.
  func overtake(_ count: Int = 6, in world: inout World) throws {
    let id = try #require(world.people[1].session)
    world.connections[id]?.isBlocked = true
    for _ in 0..<count {
      try world.edit(0, .setIncluded([grid], world.server.list[grid]?.isIncluded == false))
      try world.publish()
      try world.receive(0)
      world.server.trimFanOut()
    }
    world.connections[id]?.isBlocked = false
  }

  @Test("A connection that falls off the log's tail is resynced by a snapshot and the log behind it")
  func slowReader() throws {
    var world = try World(people: 2, limits: tight)
    try world.connectAll()
    try overtake(in: &world)
    try world.settle()
    #expect(try world.connection(of: 1).closed == nil)
    try world.checkAtRest()
  }

  @Test("A resync whose snapshot holds the author's own change settles the edit, applied once")
  func snapshotHoldsOwnChange() throws {
    var world = try World(people: 2, limits: tight)
    try world.connectAll()
    let id = try #require(world.people[1].session)
    world.connections[id]?.isBlocked = true
    try world.edit(1, .remove([tile]))
    try world.publish()
    try overtake(in: &world)
    try world.flush()
    try world.finishWork()
    try world.flush()
    let messages = try world.connection(of: 1).messages()
    guard case .settled(let settlements)? = messages.first else { throw Violation("\(messages)") }
    #expect(settlements == [Settlement(sequence: 1, outcome: Outcome(.applied, asOf: 1))])
    #expect(snapshots(messages).map(\.point.revision) == [7])
    try world.receiveOne(1)
    #expect(world.people[1].replica.pending == [.remove([tile])])
    try world.settle()
    #expect(world.people[1].outcomes == [1: Outcome(.applied, asOf: 1)])
    try world.checkAtRest()
  }

  @Test("An edit published while its author awaits a snapshot is answered by a message, though applied")
  func publishedWhileAwaitingSnapshot() throws {
    var world = try World(people: 2, limits: tight)
    try world.connectAll()
    try overtake(in: &world)
    try world.edit(1, .remove([tile]))
    try world.flush()
    #expect(world.work.count == 1)
    try world.deliver(1)
    try world.evaluate()
    try world.performAppend()
    try world.announceCommit()
    try world.flush()
    try world.settle()
    #expect(world.people[1].outcomes == [1: Outcome(.applied, asOf: 7)])
    try world.checkAtRest()
  }

  @Test("Two resyncs without progress close the connection as too slow", arguments: [true, false])
  func tooSlow(makesProgress: Bool) throws {
    var limits = tight
    limits.chunkBytes = 1
    var world = try World(people: 2, limits: limits)
    try world.connectAll()
    let id = try #require(world.people[1].session)
    for resync in 1...3 {
      try overtake(in: &world)
      try world.flush(id, bytes: 1)
      try world.finishWork()
      #expect((world.connections[id]?.closed == .tooSlow) == (resync == 3 && !makesProgress))
      try world.flush(id, bytes: 1)
      if makesProgress {
        try world.edit(0, .reverse(from: world.server.list.orientation))
        try world.settle()
      }
    }
    try world.settle()
    #expect(world.people[1].lastClose == (makesProgress ? nil : .tooSlow))
    try world.connectAll()
    try world.checkAtRest()
  }

  @Test("A snapshot that begins anew in the middle replaces the unfinished one")
  func snapshotBeginsAnew() throws {
    var limits = tight
    limits.chunkBytes = 1
    var world = try World(people: 2, limits: limits)
    try world.connectAll()
    let id = try #require(world.people[1].session)
    try overtake(in: &world)
    try world.flush(id, bytes: 1)
    try world.finishWork()
    while snapshots(try world.connection(of: 1).messages()).isEmpty { try world.flush(id, bytes: 1) }
    try overtake(in: &world)
    try world.settle()
    #expect(world.people[1].replica.point == world.server.head)
    try world.checkAtRest()
  }

  @Test("A replica takes chunks in order only, and begins anew with chunk 0")
  func replicaAssemblesChunks() throws {
    var replica = Replica(client: Person.client(0), secret: Person.secret(0))
    _ = replica.hello()
    try replica.receive(Script.welcome(4))
    try replica.receive(Script.chunk(0, of: 2, revision: 4, labels: 1...3))
    try replica.receive(Script.chunk(0, of: 2, revision: 5, labels: 11...13))
    try replica.receive(Script.chunk(1, of: 2, revision: 5, labels: 14...15))
    #expect(replica.confirmed.labels.map(\.id) == (11...15).map(numberedID))
    #expect(replica.point == Script.point(5))
    #expect(throws: ReplicaFault.gap) { try replica.receive(Script.chunk(1, of: 2, revision: 6)) }
    #expect(replica.hello().resume == nil)
    try replica.receive(Script.welcome(6))
    try replica.receive(Script.chunk(0, of: 2, revision: 6, labels: 1...2))
    #expect(throws: ReplicaFault.misfit) {
      try replica.receive(Script.chunk(1, of: 2, revision: 6, labels: 2...3))
    }
  }

  @Test("A diff that skips a revision, or does not fit, is a fault after which a snapshot is asked for")
  func replicaFaults() throws {
    var replica = Replica(client: Person.client(0), secret: Person.secret(0))
    try Script.welcome(&replica, revision: 4)
    #expect(throws: ReplicaFault.gap) { try replica.receive(.diff([Script.reversal(revision: 6)])) }
    #expect(replica.hello().resume == nil)
    try Script.welcome(&replica, revision: 4)
    var misfit = Script.reversal(revision: 5)
    misfit.effects = [.removed(numberedID(77))]
    #expect(throws: ReplicaFault.misfit) { try replica.receive(.diff([misfit])) }
    #expect(replica.hello().resume == nil)
  }

  /// Otherwise nobody could join a list that is busier than a snapshot of it is made.
  @Test("While a snapshot is being made, the log behind it is kept, though all others have read it")
  func logIsKeptForSnapshot() throws {
    var limits = EngineLimits()
    limits.resumeBytes = 0
    var world = try World(people: 2, limits: limits)
    world.connect(0)
    try world.settle()
    try world.edit(0, .remove([tile]))
    try world.settle()
    world.connect(1)
    try world.deliver(1)
    try world.perform()
    try world.announce()
    try world.perform()
    for _ in 0..<3 {
      try world.edit(0, .reverse(from: world.server.list.orientation))
      try world.deliver(0)
      try world.evaluate()
      try world.performAppend()
      try world.announceCommit()
      try world.flush()
      try world.receive(0)
      world.server.trimFanOut()
    }
    try world.announce()
    #expect(world.work.isEmpty)
    try world.flush()
    #expect(snapshots(try world.connection(of: 1).messages()).count == 1)
    try world.settle()
    try world.checkAtRest()
  }
}
