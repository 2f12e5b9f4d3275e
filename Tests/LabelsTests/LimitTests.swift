import Labels
import Testing

@Suite struct `List limits` {
  @Test func `a name may have as many graphemes and bytes as allowed, and no more`() {
    var limits = ListLimits()
    limits.nameGraphemes = 3
    limits.nameBytes = 12
    #expect(limits.allow(name: ""))
    #expect(limits.allow(name: "abc"))
    #expect(!limits.allow(name: "abcd"))
    #expect(limits.allow(name: "e\u{301}e\u{301}e\u{301}"))
    #expect(!limits.allow(name: "e\u{301}e\u{301}e\u{301}e"))
    #expect(limits.allow(name: "a" + String(repeating: "\u{301}", count: 5)))
    #expect(!limits.allow(name: "a" + String(repeating: "\u{301}", count: 6)))
  }

  @Test(arguments: [("four", true), ("fours", false)])
  func `insert and rename refuse a name beyond the limit`(name: String, isAllowed: Bool) {
    var edited = EditedList()
    edited.limits.nameGraphemes = 4
    edited.append([1: "Grid"])
    let expected = isAllowed ? Outcome.Result.applied : .rejected(.invalidName)
    let label = Label(id: numberedID(2), name: name, isIncluded: true)
    #expect(
      edited.edit(.insert(label, at: Placement(.last, orientation: .forward))).outcome.result == expected)
    #expect(edited.edit(.rename(numberedID(1), to: name, base: "Grid", seen: 1)).outcome.result == expected)
  }

  @Test func `a full list refuses inserts and restores, and takes them again after a removal`() {
    var edited = EditedList()
    edited.limits.labels = 2
    edited.append([1: "Grid", 2: "Tile"])
    edited.edit(.remove([numberedID(1)]))
    edited.append([3: "Ring"])
    #expect(edited.edit(.restore([numberedID(1)])).outcome.result == .rejected(.listFull))
    edited.append([4: "Mesh"])
    #expect(edited.names == ["Tile", "Ring"])
    edited.edit(.remove([numberedID(3)]))
    #expect(edited.edit(.restore([numberedID(1)])).outcome.result == .applied)
    #expect(edited.names == ["Grid", "Tile"])
  }

  @Test func `an edit may name as many labels as allowed`() {
    var edited = EditedList()
    edited.limits.labelsPerEdit = 3
    edited.append([1: "Grid", 2: "Tile", 3: "Ring", 4: "Mesh"])
    #expect(edited.edit(.remove((1...4).map(numberedID))).outcome.result == .rejected(.invalidEdit))
    #expect(edited.edit(.remove((1...3).map(numberedID))).outcome.result == .applied)
  }

  @Test(arguments: [0, 1, 2, 3])
  func `only the newest removals keep their place`(deadSlots: Int) {
    var edited = EditedList()
    edited.limits.deadSlots = deadSlots
    edited.append([1: "Grid", 2: "Tile", 3: "Ring"])
    for number in 1...3 { edited.edit(.remove([numberedID(number)])) }
    #expect(edited.list.deadOldestFirst == (1...3).suffix(deadSlots).map(numberedID))
    #expect(edited.list.deadCount == deadSlots)
    #expect(edited.list.removedCount == 3)
    #expect(edited.list.count == 0)
    #expect(edited.list.sortedTombstones.map(\.id) == (1...3).map(numberedID))
  }

  @Test func `only the newest namers and overwritten authors are remembered`() throws {
    var edited = EditedList()
    edited.limits.namersPerLabel = 2
    edited.append([1: "a"])
    for author in 2...5 {
      edited.edit(.rename(numberedID(1), to: "\(author)", base: "", seen: 0), by: author)
    }
    let slot = try #require(Array(edited.list.slots).first)
    #expect(slot.namings.map(\.author) == [4, 5])
    #expect(slot.overwrites == edited.list.overwrites(of: numberedID(1)))
    #expect(slot.overwrites == [Overwrite(author: 3, revision: 5), Overwrite(author: 4, revision: 5)])
  }
}
