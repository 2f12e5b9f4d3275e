import LabelEngine
import LabelWire
import Labels
import Testing

@Suite("Sorting, by the server")
struct SortTests {
  private func shown(_ world: World, _ person: Int) -> [String] {
    world.people[person].replica.visible.shown.map(\.name)
  }

  @Test("A pending sort shows nothing; its change shows the order, to everybody")
  func notPredicted() throws {
    var world = try World(people: 2)
    try world.connectAll()
    try world.edit(0, .sort(by: .undetermined, orientation: .forward))
    #expect(shown(world, 0) == ["Grid", "Tile", "Ring"])
    try world.settle()
    #expect(world.people[0].outcomes[1]?.result == .applied)
    for person in 0...1 { #expect(shown(world, person) == ["Grid", "Ring", "Tile"]) }
    try world.checkAtRest()
  }

  @Test("What was made offline sorts the list as it is when it arrives, behind what others did")
  func offline() throws {
    var world = try World(people: 2)
    try world.connectAll()
    try world.cut(0)
    try world.edit(0, .sort(by: .undetermined, orientation: .forward))
    let label = Label(id: numberedID(9), name: "Area", isIncluded: true)
    try world.edit(1, .insert(label, at: Placement(.last, orientation: .forward)))
    try world.edit(1, .reverse(from: .forward))
    try world.settle()
    try world.connectAll()
    #expect(shown(world, 0) == ["Tile", "Ring", "Grid", "Area"])
    try world.checkAtRest()
  }

  @Test("Sorts that are much work share no batch: others of the queue wait for the next one")
  func batchesAreBounded() throws {
    var limits = EngineLimits()
    limits.batchBytes = 1_000
    var world = try World(people: 1, limits: limits)
    try world.connectAll()
    for orientation in [Orientation.forward, .reversed, .reversed, .forward] {
      try world.edit(0, .sort(by: .undetermined, orientation: orientation))
    }
    try world.deliver(0)
    var batches = 0
    while world.server.isBusy {
      try world.evaluate()
      batches += 1
      try world.finishWork()
    }
    #expect(batches == 4)
    try world.settle()
    #expect(
      world.people[0].outcomes.mapValues(\.result) == [1: .applied, 2: .applied, 3: .noEffect, 4: .applied])
    try world.checkAtRest()
  }

  @Test("A sort and an undo of it in one batch leave the order as it was")
  func undoneInOneBatch() throws {
    var world = try World(people: 1)
    try world.connectAll()
    try world.edit(0, .sort(by: .undetermined, orientation: .reversed))
    try world.edit(0, .undo(1))
    try world.settle()
    #expect(world.people[0].outcomes.mapValues(\.result) == [1: .applied, 2: .applied])
    #expect(shown(world, 0) == ["Grid", "Tile", "Ring"])
    try world.checkAtRest()
  }
}
