import LabelEngine
import Labels
import Testing

@Suite("Order, when several people change it at once")
struct OrderTests {
  let grid = numberedID(1)
  let tile = numberedID(2)
  let ring = numberedID(3)

  func shown(_ world: World) -> [String] { world.server.list.shown.map(\.name) }

  @Test("Two people who both reverse don't cancel out: the second one's is no effect")
  func reverseByTwo() throws {
    var world = try World(people: 2)
    try world.connectAll()
    for person in 0...1 { try world.edit(person, .reverse(from: .forward)) }
    try world.settle()
    #expect(shown(world) == ["Ring", "Tile", "Grid"])
    #expect(world.people[0].outcomes == [1: Outcome(.applied, asOf: 1)])
    #expect(world.people[1].outcomes == [1: Outcome(.noEffect, asOf: 1)])
    try world.checkAtRest()
  }

  @Test(
    "A place beside a label that was removed meanwhile is still found, before a reverse and after one",
    arguments: [
      (["remove"], ["Grid", "New", "Ring"]), (["remove", "reverse"], ["Ring", "New", "Grid"]),
      (["reverse", "remove"], ["Ring", "New", "Grid"]),
    ])
  func anchorRemoved(steps: [String], expected: [String]) throws {
    for spot in [Placement.Spot.after(tile), .before(tile)] {
      var world = try World(people: 2)
      try world.connectAll()
      for step in steps { try world.edit(1, step == "reverse" ? .reverse(from: .forward) : .remove([tile])) }
      try world.deliver(1)
      let label = Label(id: numberedID(10), name: "New", isIncluded: true)
      try world.edit(0, .insert(label, at: Placement(spot, orientation: .forward)))
      try world.settle()
      #expect(shown(world) == expected)
      #expect(world.people[0].outcomes.mapValues(\.result) == [1: .applied])
      try world.checkAtRest()
    }
  }

  @Test("A move made on the old order keeps its meaning on the reversed list")
  func moveAcrossReverse() throws {
    var world = try World(people: 2)
    try world.connectAll()
    try world.edit(0, .move([ring], to: Placement(.before(tile), orientation: .forward)))
    try world.edit(1, .reverse(from: .forward))
    try world.deliver(1)
    try world.settle()
    #expect(shown(world) == ["Tile", "Ring", "Grid"])
    try world.checkAtRest()
  }

  @Test("A place so old that it is forgotten is said to be gone")
  func anchorReaped() throws {
    var limits = EngineLimits()
    limits.list.deadSlots = 1
    var world = try World(people: 2, limits: limits)
    try world.connectAll()
    try world.edit(0, .move([ring], to: Placement(.after(grid), orientation: .forward)))
    try world.edit(1, .remove([grid]))
    try world.edit(1, .remove([tile]))
    try world.deliver(1)
    try world.settle()
    #expect(world.people[0].outcomes == [1: Outcome(.rejected(.anchorGone), asOf: 2)])
    try world.checkAtRest()
  }
}
