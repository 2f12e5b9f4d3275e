import LabelEngine
import LabelWire
import Labels
import Testing

@Suite("Limits of a list's engine")
struct LimitTests {
  let tile = numberedID(2)

  @Test("A full queue stops the reading of those who send, and the next batch starts it again")
  func queueBound() throws {
    var limits = EngineLimits()
    limits.queuedBytes = 300
    var world = try World(people: 2, limits: limits)
    try world.connectAll()
    try world.edit(1, .remove([numberedID(1)]))
    try world.deliver(1)
    try world.evaluate()
    for value in 0..<10 { try world.edit(0, .setIncluded([tile], value % 2 == 1)) }
    try world.deliver(0)
    let left = try world.connection(of: 0).upstream.count
    #expect(try world.connection(of: 0).isPaused)
    #expect((5..<9).contains(left))
    #expect(try !world.connection(of: 1).isPaused)
    try world.finishWork()
    try world.evaluate()
    #expect(try !world.connection(of: 0).isPaused)
    try world.settle()
    #expect(world.store.log.count == 11)
    try world.checkAtRest()
  }

  @Test(
    "However many edits and undos wait for a slow disk, one more costs no more than the first",
    .timeLimit(.minutes(1)))
  func longQueue() throws {
    var world = try World(people: 80)
    try world.connectAll()
    try world.edit(0, .remove([numberedID(1)]))
    try world.deliver(0)
    try world.evaluate()
    for person in 0..<80 {
      let session = try #require(world.people[person].session)
      for sequence in 2...250 {
        let edit: Edit = sequence.isMultiple(of: 2) ? .setIncluded([tile], person == 0) : .undo(sequence - 1)
        let message = EditMessage(sequence: sequence, acknowledgedThrough: 0, content: .success(edit))
        world.server.received(ClientMessage.edit(message).json, from: session)
      }
    }
    try world.performAppend()
    try world.announceCommit()
    world.server.evaluate(at: 2)
    let batches = world.server.takeCommands().compactMap {
      if case .append(let batch) = $0 { batch } else { nil }
    }
    #expect(batches.map(\.outcomes.count) == [80 * 249])
  }

  @Test("A beat goes to all who are welcomed, and to nobody who has not said hello")
  func beat() throws {
    var world = try World(people: 2)
    try world.connectAll()
    let silent = world.open()
    world.server.beat()
    try world.flush()
    for person in 0...1 {
      #expect(try world.connection(of: person).messages() == [.beat])
    }
    #expect(world.connections[silent]?.downstream.isEmpty == true)
    try world.settle()
    try world.checkAtRest()
  }

  @Test("Who has read everything holds nothing of the log: it is trimmed to what a resume may want")
  func fanOutIsTrimmed() throws {
    var limits = EngineLimits()
    limits.resumeBytes = 500
    var world = try World(people: 2, limits: limits)
    try world.connectAll()
    for _ in 0..<20 {
      try world.edit(0, .reverse(from: world.server.list.orientation))
      try world.settle()
    }
    let fanOut = world.server.fanOut
    #expect(fanOut.end - fanOut.start <= 500)
    #expect(fanOut.end - fanOut.start > 200)
    #expect(fanOut.start > 0)
  }

  @Test("A long diff is cut into frames of bounded size")
  func framesAreBounded() throws {
    var limits = EngineLimits()
    limits.frameBytes = 1_000
    var world = try World(people: 2, limits: limits)
    try world.connectAll()
    for value in 0..<40 { try world.edit(0, .setIncluded([tile], value % 2 == 1)) }
    try world.publish()
    let frames = try world.connection(of: 1).downstream
    #expect(frames.count > 4)
    #expect(frames.allSatisfy { $0.count < 1_500 })
    try world.settle()
    try world.checkAtRest()
  }

  @Test("A turn writes no more than its bytes, cut at a frame; a frame that is larger goes alone")
  func turnIsBounded() throws {
    var limits = EngineLimits()
    limits.frameBytes = 1
    var world = try World(people: 2, limits: limits)
    try world.connectAll()
    for _ in 0..<6 { try world.edit(0, .reverse(from: world.people[0].replica.visible.orientation)) }
    try world.deliver(0)
    try world.evaluate()
    try world.finishWork()
    let id = try #require(world.people[1].session)
    try world.flush(id, bytes: 400)
    let size = try #require(try world.connection(of: 1).downstream.first?.count) + 4
    #expect(try world.connection(of: 1).downstream.count == 400 / size + (400 % size > 0 ? 1 : 0))
    try world.settle()
    try world.checkAtRest()
  }

  @Test("Edits of the server's own begin a list, and settle nobody's")
  func seed() throws {
    var world = try World(people: 1, labels: [])
    let label = Label(id: tile, name: "Tile", isIncluded: true)
    world.server.seed([.insert(label, at: Placement(.last, orientation: .forward))])
    world.connect(0)
    try world.edit(0, .setIncluded([tile], false))
    try world.settle()
    #expect(world.store.log.map(\.change.author) == [ListState.serverAuthor, 1])
    #expect(world.people[0].outcomes == [1: Outcome(.applied, asOf: 2)])
    world.server.seed([.reverse(from: .forward)])
    #expect(world.server.isBusy == false)
    try world.checkAtRest()
  }

  @Test("An engine with nobody on it, and nothing on its way, is idle")
  func idle() throws {
    var world = try World(people: 1)
    #expect(world.server.isIdle)
    try world.connectAll()
    #expect(!world.server.isIdle && world.server.sessionCount == 1)
    try world.edit(0, .remove([tile]))
    try world.deliver(0)
    try world.cut(0)
    #expect(!world.server.isIdle && world.server.isBusy)
    try world.evaluate()
    #expect(!world.server.isIdle && world.server.isBusy)
    try world.finishWork()
    #expect(world.server.isIdle && !world.server.isBusy)
  }

  @Test("A store that fails closes every connection; after the restart nothing acknowledged is lost")
  func storeFails() throws {
    var world = try World(people: 2)
    try world.connectAll()
    try world.edit(0, .remove([tile]))
    try world.settle()
    try world.edit(1, .setIncluded([numberedID(1)], false))
    try world.deliver(1)
    try world.evaluate()
    world.server.disconnectAll(.storeUnavailable)
    try world.evaluate()
    try world.flush()
    for person in 0...1 {
      try world.receive(person)
      #expect(world.people[person].lastClose == .storeUnavailable)
    }
    #expect(world.people[1].replica.pending.count == 1)
    try world.restart()
    try world.connectAll()
    #expect(world.server.head.revision == 2)
    try world.checkAtRest()
  }
}
