import Labels
import Testing

/// What the reference model's cases of undo leave open.
@Suite struct `Undo` {
  private static var start: EditedList {
    var edited = EditedList()
    edited.append([1: "Grid", 2: "Tile", 3: "Ring", 4: "Mesh"], by: 9)
    return edited
  }

  private static let grid = numberedID(1)
  private static let tile = numberedID(2)

  @Test func `a change that was made again to the same value does not stand any more`() {
    var edited = Self.start
    edited.edit(.setIncluded([Self.grid], false), by: 1)
    edited.edit(.setIncluded([Self.grid], true), by: 2)
    edited.edit(.setIncluded([Self.grid], false), by: 2)
    #expect(edited.edit(.undo(1), by: 1).outcome.result == .rejected(.changedSince))
    #expect(edited.edit(.undo(2), by: 2).outcome.result == .applied)
    #expect(edited.list[Self.grid]?.isIncluded == true)
  }

  @Test func `changes of one field are undone one by one, last first, and redone`() {
    var edited = Self.start
    for value in [false, true, false] { edited.edit(.setIncluded([Self.grid], value), by: 1) }
    for target in [3, 2, 1] { #expect(edited.edit(.undo(target), by: 1).outcome.result == .applied) }
    #expect(edited.list[Self.grid]?.isIncluded == true)
    #expect(edited.edit(.undo(1), by: 1).outcome.result == .rejected(.changedSince))
    for target in [6, 5, 4] { #expect(edited.edit(.undo(target), by: 1).outcome.result == .applied) }
    #expect(edited.list[Self.grid]?.isIncluded == false)
  }

  @Test func `moves, reverses and removals are undone one by one too`() {
    var edited = Self.start
    edited.edit(.move([Self.grid], to: Placement(.last, orientation: .forward)), by: 1)
    edited.edit(.move([Self.grid], to: Placement(.after(Self.tile), orientation: .forward)), by: 1)
    edited.edit(.reverse(from: .forward), by: 1)
    edited.edit(.reverse(from: .reversed), by: 1)
    edited.edit(.remove([Self.grid]), by: 1)
    edited.edit(.restore([Self.grid]), by: 1)
    for target in (1...6).reversed() {
      #expect(edited.edit(.undo(target), by: 1).outcome.result == .applied, "\(target)")
    }
    #expect(edited.names == ["Grid", "Tile", "Ring", "Mesh"])
    #expect(edited.list.orientation == .forward)
    for target in (7...12).reversed() {
      #expect(edited.edit(.undo(target), by: 1).outcome.result == .applied, "\(target)")
    }
    #expect(edited.names == ["Tile", "Grid", "Ring", "Mesh"])
  }

  @Test func `a change of somebody else that was undone is no obstacle`() {
    var edited = Self.start
    edited.edit(.setIncluded([Self.grid], false), by: 1)
    edited.edit(.setIncluded([Self.grid], true), by: 2)
    #expect(edited.edit(.undo(1), by: 1).outcome.result == .rejected(.changedSince))
    edited.edit(.undo(1), by: 2)
    #expect(edited.edit(.undo(1), by: 1).outcome.result == .applied)
    #expect(edited.list[Self.grid]?.isIncluded == true)
  }

  @Test func `other fields of the label may have changed since`() {
    var edited = Self.start
    edited.edit(.setIncluded([Self.grid], false), by: 1)
    edited.edit(.rename(Self.grid, to: "Grid Two", base: "Grid", seen: 4), by: 2)
    edited.edit(.move([Self.grid], to: Placement(.last, orientation: .forward)), by: 2)
    #expect(edited.edit(.undo(1), by: 1).outcome.result == .applied)
    #expect(edited.list[Self.grid]?.isIncluded == true)
    #expect(edited.names == ["Tile", "Ring", "Mesh", "Grid Two"])
  }

  @Test func `text that somebody else gave again is theirs, though it is the same`() {
    var edited = Self.start
    edited.edit(.rename(Self.grid, to: "Grids", base: "Grid", seen: 4), by: 1)
    edited.edit(.rename(Self.grid, to: "Grid", base: "Grids", seen: 5), by: 2)
    edited.edit(.rename(Self.grid, to: "Grids", base: "Grid", seen: 6), by: 2)
    #expect(edited.edit(.undo(1), by: 1).outcome.result == .rejected(.changedSince))
    #expect(edited.list[Self.grid]?.name == "Grids")
    edited.edit(.rename(Self.tile, to: "Tiles", base: "Tile", seen: 4), by: 1)
    edited.edit(.undo(3), by: 1)
    edited.edit(.rename(Self.tile, to: "Tiles", base: "Tile", seen: 9), by: 2)
    #expect(edited.edit(.undo(3), by: 1).outcome.result == .rejected(.changedSince))
  }

  @Test func `redo is an undo of the undo, as often as one likes`() {
    var edited = Self.start
    edited.edit(.rename(Self.grid, to: "Grid Two", base: "Grid", seen: 4), by: 1)
    for sequence in 1...6 {
      #expect(edited.edit(.undo(sequence), by: 1).outcome.result == .applied)
      #expect(edited.list[Self.grid]?.name == (sequence.isMultiple(of: 2) ? "Grid Two" : "Grid"))
    }
  }

  @Test func `a removal comes back with its fields at its place, and goes again by redo`() {
    var edited = Self.start
    edited.edit(.setIncluded([Self.tile], false), by: 1)
    edited.edit(.remove([Self.grid, Self.tile]), by: 1)
    #expect(edited.edit(.undo(2), by: 1).effects.map(\.label) == [Self.tile, Self.grid])
    #expect(edited.names == ["Grid", "Tile", "Ring", "Mesh"])
    #expect(edited.list[Self.tile]?.isIncluded == false)
    #expect(edited.edit(.undo(3), by: 1).outcome.result == .applied)
    #expect(edited.names == ["Ring", "Mesh"])
  }

  @Test func `of a removal only the labels that were not removed again come back`() {
    var edited = Self.start
    edited.edit(.remove([Self.grid, Self.tile]), by: 1)
    edited.edit(.restore([Self.grid]), by: 2)
    edited.edit(.remove([Self.grid]), by: 2)
    let evaluation = edited.edit(.undo(1), by: 1)
    #expect(
      evaluation.outcome.result
        == .mixed([
          Outcome.LabelResult(id: Self.grid, rejection: .changedSince, hadEffect: false),
          Outcome.LabelResult(id: Self.tile, rejection: nil, hadEffect: true),
        ]))
  }

  @Test func `nobody undoes what others did, nor what was refused or had no effect`() {
    var edited = Self.start
    edited.edit(.remove([numberedID(77)]), by: 1)
    edited.edit(.setIncluded([Self.grid], true), by: 1)
    for sequence in [1, 2, 3, 99] {
      #expect(edited.edit(.undo(sequence), by: 1).outcome.result == .rejected(.nothingToUndo))
    }
  }

  @Test func `an edit whose log entry is gone is too old`() {
    var edited = Self.start
    edited.edit(.setIncluded([Self.grid], false), by: 1)
    edited.trimmedThrough = edited.revision
    #expect(edited.edit(.undo(1), by: 1).outcome.result == .rejected(.tooOld))
    #expect(edited.list[Self.grid]?.isIncluded == false)
  }

  @Test func `an undo that meets the limits of the list is refused by them`() {
    var edited = Self.start
    edited.edit(.remove([Self.grid]), by: 1)
    edited.limits.labels = 3
    #expect(edited.edit(.undo(1), by: 1).outcome.result == .rejected(.listFull))
    edited.limits.labels = 4
    edited.limits.deadSlots = 0
    edited.edit(.remove([Self.tile]), by: 2)
    #expect(edited.edit(.undo(1), by: 1).outcome.result == .rejected(.tooOld))
  }

  @Test func `an outcome names who removed a label, by the name that is known`() {
    var edited = Self.start
    edited.edit(.remove([Self.grid]), by: 2)
    let outcome = edited.edit(.setIncluded([Self.grid], false), by: 1).outcome
    guard case .rejected(.removed(let removal)) = outcome.naming({ $0 == 2 ? "Ada" : nil }).result else {
      return #expect(Bool(false), "\(outcome)")
    }
    #expect(removal.name == "Ada" && removal.author == 2 && removal.time == 4)
  }
}
