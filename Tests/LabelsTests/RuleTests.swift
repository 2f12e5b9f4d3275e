import Labels
import Testing

/// Rules that a reader of the protocol may find surprising.
@Suite struct `Rules of evaluation` {
  private static var start: EditedList {
    var edited = EditedList()
    edited.append([1: "Grid", 2: "Tile", 3: "Ring", 4: "Mesh"])
    return edited
  }

  private static func move(_ numbers: [Int], _ spot: Placement.Spot, _ orientation: Orientation) -> Edit {
    .move(numbers.map(numberedID), to: Placement(spot, orientation: orientation))
  }

  @Test func `labels moved on a reversed screen keep the order that their author saw`() {
    var edited = Self.start
    edited.edit(.reverse(from: .forward))
    // Shown: Mesh, Ring, Tile, Grid.
    edited.edit(Self.move([3, 2], .last, .reversed))
    #expect(edited.list.shown.map(\.name) == ["Mesh", "Grid", "Ring", "Tile"])
  }

  @Test func `labels moved before one that stands behind them pass over one another`() {
    var edited = Self.start
    #expect(
      edited.edit(Self.move([3, 2], .before(numberedID(4)), .forward)).effects.map(\.label)
        == [3].map(numberedID))
    #expect(edited.names == ["Grid", "Ring", "Tile", "Mesh"])
    #expect(edited.edit(Self.move([3, 4], .last, .forward)).outcome.result != .noEffect)
    #expect(edited.names == ["Grid", "Tile", "Ring", "Mesh"])
  }

  @Test func `a move between the same live neighbours has no effect, also beside a removed one`() {
    var edited = Self.start
    edited.edit(.remove([numberedID(2)]))
    #expect(edited.edit(Self.move([1], .before(numberedID(2)), .forward)).outcome.result == .noEffect)
    #expect(edited.edit(Self.move([1], .after(numberedID(2)), .forward)).outcome.result == .noEffect)
    #expect(edited.edit(Self.move([3], .after(numberedID(2)), .forward)).outcome.result == .noEffect)
    #expect(edited.names == ["Grid", "Ring", "Mesh"])
  }

  @Test func `a move records the slots and the live labels that it leaves`() throws {
    var edited = Self.start
    edited.edit(.remove([numberedID(2)]))
    let effect = try #require(edited.edit(Self.move([3], .last, .forward)).effects.first)
    let source = Effect.Source(
      slotBefore: numberedID(2), slotAfter: numberedID(4), labelBefore: numberedID(1),
      labelAfter: numberedID(4))
    #expect(effect == .moved(numberedID(3), slot: numberedID(4), after: numberedID(4), source: source))
  }

  // MARK: Whose text was overwritten

  private static func overwrote(_ evaluation: Evaluation) -> [Naming]? {
    guard case .renamed(_, _, _, let overwrote) = evaluation.effects.first else { return nil }
    return overwrote
  }

  @Test(arguments: [(seen: 4, isNamed: true), (seen: 5, isNamed: false), (seen: 6, isNamed: false)])
  func `only text that the editor had not seen is reported`(seen: Revision, isNamed: Bool) {
    var edited = Self.start
    edited.edit(.rename(numberedID(1), to: "Grid 1", base: "Grid", seen: 4), by: 2)
    let evaluation = edited.edit(.rename(numberedID(1), to: "Grid 2", base: "Grid", seen: seen), by: 3)
    #expect(edited.list[numberedID(1)]?.name == "Grid 2")
    #expect(Self.overwrote(evaluation) == (isNamed ? [Naming(author: 2, sequence: 1)] : []))
  }

  @Test func `an author's own text is not reported to them`() {
    var edited = Self.start
    edited.edit(.rename(numberedID(1), to: "Grid 1", base: "Grid", seen: 4), by: 2)
    let evaluation = edited.edit(.rename(numberedID(1), to: "Grid 2", base: "Grid", seen: 4), by: 2)
    #expect(Self.overwrote(evaluation) == [])
  }

  @Test func `the last overwriting of each author's text stays with the label`() {
    var edited = Self.start
    for (number, author) in [2, 3, 2].enumerated() {
      edited.edit(.rename(numberedID(1), to: "Grid \(number)", base: "Grid", seen: 4), by: author)
    }
    #expect(
      edited.list.overwrites(of: numberedID(1))
        == [Overwrite(author: 2, revision: 6), Overwrite(author: 3, revision: 7)])
  }

  @Test func `several refusals with one code are one refusal, which names the first label's removal`() throws
  {
    var edited = Self.start
    edited.edit(.remove([numberedID(1)]), by: 2)
    edited.edit(.remove([numberedID(2)]), by: 3)
    let removal = try #require(edited.list.removal(of: numberedID(2)))
    let outcome = edited.edit(.setIncluded([numberedID(2), numberedID(1)], false)).outcome
    #expect(outcome.result == .rejected(.removed(removal)))
  }
}
