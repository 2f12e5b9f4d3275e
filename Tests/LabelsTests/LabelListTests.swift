import Labels
import Testing

@Suite struct `Label list` {
  @Test func `an empty list has nothing in it`() {
    let list = LabelList()
    #expect(list.count == 0)
    #expect(Array(list.labels).isEmpty)
    #expect(Array(list.slots).isEmpty)
    #expect(list.deadOldestFirst.isEmpty)
    #expect(list[numberedID(1)] == nil)
    #expect(list.removal(of: numberedID(1)) == nil)
    #expect(list.orientation == .forward)
  }

  @Test func `a copy does not see later edits`() {
    var edited = EditedList()
    edited.append([1: "Grid", 2: "Tile"])
    let copy = edited.list
    let labels = copy.labels
    edited.edit(.rename(numberedID(1), to: "Mesh", base: "Grid", seen: 2))
    edited.edit(.remove([numberedID(2)]))
    #expect(copy.labels.map(\.name) == ["Grid", "Tile"])
    #expect(labels.map(\.name) == ["Grid", "Tile"])
    #expect(edited.names == ["Mesh"])
  }

  @Test func `a copy of a long list does not see later edits, wherever they are`() throws {
    var edited = EditedList()
    let ids = (1...3_000).map { numberedID($0) }
    for (number, id) in ids.enumerated() {
      let label = Label(id: id, name: "Label \(number)", isIncluded: true)
      edited.edit(.insert(label, at: Placement(.last, orientation: .forward)))
    }
    edited.edit(.remove(stride(from: 0, to: 3_000, by: 10).map { ids[$0] }))
    let copy = edited.list
    let before = try rebuilt(copy)
    for number in stride(from: 1, to: 2_990, by: 10) {
      edited.edit(.rename(ids[number], to: "Renamed", base: "Label \(number)", seen: 0))
      edited.edit(.setIncluded([ids[number + 1]], false))
      edited.edit(.remove([ids[number + 2]]))
      edited.edit(.move([ids[number + 3]], to: Placement(.first, orientation: .forward)))
      edited.edit(.restore([ids[number - 1]]))
      let label = Label(id: numberedID(10_000 + number), name: "New", isIncluded: true)
      edited.edit(.insert(label, at: Placement(.after(ids[number + 4]), orientation: .forward)))
    }
    #expect(copy == before)
    #expect(ids.allSatisfy { copy[$0] == before[$0] && copy.removal(of: $0) == before.removal(of: $0) })
    #expect(edited.list != before)
    #expect(try rebuilt(edited.list) == edited.list)
  }

  @Test func `it is shown from the end that the orientation says`() {
    var edited = EditedList()
    edited.append([1: "Grid", 2: "Tile", 3: "Ring"])
    edited.edit(.reverse(from: .forward))
    #expect(edited.list.shown.map(\.name) == ["Ring", "Tile", "Grid"])
    #expect(edited.list.labels.map(\.name) == ["Grid", "Tile", "Ring"])
    #expect(edited.edit(.reverse(from: .forward)).outcome.result == .noEffect)
  }

  @Test func `a removed label comes back with its fields, its place and its namings`() {
    var edited = EditedList()
    edited.append([1: "Grid", 2: "Tile", 3: "Ring"])
    edited.edit(.setIncluded([numberedID(2)], false))
    let before = edited.list
    edited.edit(.remove([numberedID(2)]))
    #expect(edited.list[numberedID(2)] == nil)
    edited.edit(.restore([numberedID(2)]))
    let slots = zip(edited.list.slots, before.slots)
    #expect(
      slots.allSatisfy { $0.label == $1.label && !$0.isDead && $0.namings == $1.namings })
  }

  // MARK: Rebuilding

  @Test func `it can be rebuilt from its slots, dead order and tombstones`() throws {
    var edited = EditedList()
    edited.limits.deadSlots = 2
    edited.append([1: "Grid", 2: "Tile", 3: "Ring", 4: "Mesh", 5: "Net"])
    for number in [4, 2, 1] { edited.edit(.remove([numberedID(number)]), by: 2) }
    edited.edit(.reverse(from: .forward))
    #expect(edited.list.deadOldestFirst == [numberedID(2), numberedID(1)])
    #expect(try rebuilt(edited.list) == edited.list)
  }

  @Test func `parts that contradict one another are refused`() {
    let grid = Label(id: numberedID(1), name: "Grid", isIncluded: true)
    let id = grid.id
    let tombstone = Tombstone(id: id, removal: Removal(author: 1, sequence: 1, revision: 1, time: 1))
    let live = LabelList.Slot(label: grid)
    let dead = LabelList.Slot(label: grid, isDead: true)
    func rebuild(_ slots: [LabelList.Slot], _ dead: [LabelID], _ tombstones: [Tombstone]) throws {
      _ = try LabelList(orientation: .forward, slots: slots, deadOldestFirst: dead, tombstones: tombstones)
    }
    #expect(throws: InconsistentList.twoSlots(id)) { try rebuild([live, live], [], []) }
    #expect(throws: InconsistentList.removedTwice(id)) { try rebuild([], [], [tombstone, tombstone]) }
    #expect(throws: InconsistentList.tombstoneMismatch(id)) { try rebuild([dead], [id], []) }
    #expect(throws: InconsistentList.tombstoneMismatch(id)) { try rebuild([live], [], [tombstone]) }
    #expect(throws: InconsistentList.deadOrderMismatch) { try rebuild([dead], [], [tombstone]) }
    #expect(throws: InconsistentList.deadOrderMismatch) { try rebuild([dead], [id, id], [tombstone]) }
    #expect(throws: InconsistentList.deadOrderMismatch) { try rebuild([live], [id], []) }
    #expect(throws: InconsistentList.deadOrderMismatch) { try rebuild([dead], [numberedID(2)], [tombstone]) }
    #expect(throws: Never.self) { try rebuild([dead], [id], [tombstone]) }
  }

  @Test func `lists that differ in anything are not equal`() throws {
    let slot = LabelList.Slot(label: Label(id: numberedID(1), name: "caf\u{E9}", isIncluded: true))
    let list = try LabelList(orientation: .forward, slots: [slot])
    var others: [LabelList.Slot] = [slot, slot, slot, slot, slot]
    others[0].label.name = "cafe\u{301}"
    others[1].label.isIncluded = false
    let stamp = EditStamp(author: 1, sequence: 1, revision: 1)
    others[2] = LabelList.Slot(label: slot.label, namings: [stamp])
    others[3] = LabelList.Slot(label: slot.label, overwrites: [Overwrite(author: 1, revision: 1)])
    others[4] = LabelList.Slot(label: slot.label, stamps: ChangeStamps(included: 1))
    for other in others { #expect(try LabelList(orientation: .forward, slots: [other]) != list) }
    #expect(try LabelList(orientation: .reversed, slots: [slot]) != list)
    #expect(try LabelList(orientation: .forward, slots: [slot], reversal: 2) != list)
    let tombstone = Tombstone(
      id: numberedID(2), removal: Removal(author: 1, sequence: 1, revision: 1, time: 1))
    #expect(try LabelList(orientation: .forward, slots: [slot], tombstones: [tombstone]) != list)
  }
}

/// The list that its own parts make.
func rebuilt(_ list: LabelList) throws -> LabelList {
  try LabelList(
    orientation: list.orientation, slots: list.slots, deadOldestFirst: list.deadOldestFirst,
    tombstones: list.sortedTombstones, reversal: list.reversal)
}
