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
