import Labels
import Testing

@Suite struct `Effects on a list` {
  private static let stamp = EditStamp(author: 9, sequence: 1, revision: 9)
  private static let grid = Label(id: numberedID(1), name: "Grid", isIncluded: true)
  private static let new = Label(id: numberedID(8), name: "New", isIncluded: true)
  private static let unknown = Label(id: numberedID(99), name: "", isIncluded: true)
  private static let source = Effect.Source(
    slotBefore: nil, slotAfter: nil, labelBefore: nil, labelAfter: nil)

  private static var start: EditedList {
    var edited = EditedList()
    edited.append([1: "Grid", 2: "Tile", 3: "Ring"])
    edited.edit(.remove([numberedID(2)]))
    return edited
  }

  static let misfits: [(Effect, MisfitEffect)] = [
    (.inserted(grid, slot: nil, after: nil), .alreadyThere(grid.id)),
    (
      .inserted(Label(id: numberedID(2), name: "", isIncluded: true), slot: nil, after: nil),
      .alreadyThere(numberedID(2))
    ),
    (.inserted(new, slot: unknown.id, after: nil), .unknownNeighbour(unknown.id)),
    (.renamed(unknown.id, replaced: "", value: "a", overwrote: []), .unknownLabel(unknown.id)),
    (.renamed(numberedID(2), replaced: "", value: "a", overwrote: []), .unknownLabel(numberedID(2))),
    (.included(unknown.id, replaced: true, value: false), .unknownLabel(unknown.id)),
    (.moved(unknown.id, slot: nil, after: nil, source: source), .unknownLabel(unknown.id)),
    (.moved(grid.id, slot: grid.id, after: grid.id, source: source), .unknownNeighbour(grid.id)),
    (.moved(grid.id, slot: unknown.id, after: unknown.id, source: source), .unknownNeighbour(unknown.id)),
    (.removed(unknown, after: nil), .unknownLabel(unknown.id)),
    (.restored(grid, after: nil), .alreadyThere(grid.id)),
    (.restored(unknown, after: nil), .unknownLabel(unknown.id)),
  ]

  @Test("An effect of another list is refused, and changes nothing", arguments: misfits)
  func misfit(effect: Effect, expected: MisfitEffect) {
    var edited = Self.start
    let before = edited.list
    #expect(throws: expected) { try edited.list.apply(effect, by: Self.stamp, at: 0, limits: edited.limits) }
    #expect(edited.list == before)
  }

  static let replicaMisfits: [(DiffEffect, MisfitEffect)] = [
    (.inserted(grid, after: nil), .alreadyThere(grid.id)),
    (.inserted(new, after: unknown.id), .unknownNeighbour(unknown.id)),
    (.inserted(new, after: numberedID(2)), .unknownNeighbour(numberedID(2))),
    (.inserted(new, after: new.id), .unknownNeighbour(new.id)),
    (.renamed(unknown.id, value: "a", overwrote: []), .unknownLabel(unknown.id)),
    (.included(unknown.id, value: false), .unknownLabel(unknown.id)),
    (.moved(unknown.id, after: nil), .unknownLabel(unknown.id)),
    (.moved(grid.id, after: grid.id), .unknownNeighbour(grid.id)),
    (.removed(numberedID(2)), .unknownLabel(numberedID(2))),
    (.restored(grid, after: nil), .alreadyThere(grid.id)),
  ]

  @Test("A diff of another list is refused by a replica, and changes nothing", arguments: replicaMisfits)
  func replicaMisfit(effect: DiffEffect, expected: MisfitEffect) throws {
    let edited = Self.start
    var replica = try LabelList(
      orientation: .forward, slots: edited.list.labels.map { LabelList.Slot(label: $0) })
    let before = replica
    #expect(throws: expected) { try replica.applyOnReplica(effect, by: Self.stamp, limits: edited.limits) }
    #expect(replica == before)
  }

  @Test(arguments: [0, 1, 2, 100])
  func `a log written with many dead slots loads with fewer`(deadSlots: Int) throws {
    var edited = EditedList()
    edited.append([1: "Grid", 2: "Tile", 3: "Ring", 4: "Mesh", 5: "Net"])
    for number in [2, 3, 4] { edited.edit(.remove([numberedID(number)])) }
    let label = Label(id: numberedID(6), name: "New", isIncluded: true)
    edited.edit(.insert(label, at: Placement(.after(numberedID(2)), orientation: .forward)))
    edited.edit(.move([numberedID(5)], to: Placement(.after(numberedID(3)), orientation: .forward)))
    edited.edit(.restore([numberedID(2)]))
    edited.edit(.restore([numberedID(4)]))
    var limits = edited.limits
    limits.deadSlots = deadSlots
    var loaded = LabelList()
    for change in edited.changes { try loaded.apply(change, limits: limits) }
    #expect(Array(loaded.labels) == Array(edited.list.labels))
    #expect(loaded.sortedTombstones == edited.list.sortedTombstones)
  }
}
