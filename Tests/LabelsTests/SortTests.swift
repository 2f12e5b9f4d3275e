import Labels
import Testing

@Suite struct `Sort` {
  private static let root = LanguageTag.undetermined

  private static func list(_ names: [String]) -> EditedList {
    var edited = EditedList()
    for (index, name) in names.enumerated() { edited.append([index + 1: name], by: 9) }
    return edited
  }

  @Test func `names ascend on the author's screen, whichever way that is turned`() {
    for orientation in [Orientation.forward, .reversed] {
      var edited = Self.list(["Tile", "grid", "Ring", "Grid"])
      #expect(edited.edit(.sort(by: Self.root, orientation: orientation)).outcome.result == .applied)
      let seen = orientation == .forward ? edited.names : edited.names.reversed()
      #expect(seen == ["Grid", "grid", "Ring", "Tile"])
    }
  }

  @Test func `the order is that of the language`() throws {
    for (tag, names) in [("tr", ["ı", "i"]), ("en", ["i", "ı"]), ("sv", ["z", "ä"]), ("de", ["ä", "z"])] {
      var edited = Self.list(names.reversed())
      edited.edit(.sort(by: try #require(LanguageTag(tag)), orientation: .forward))
      #expect(edited.names == names, "\(tag)")
    }
  }

  @Test func `equal names stay as their author saw them`() {
    for orientation in [Orientation.forward, .reversed] {
      var edited = Self.list(["b", "a", "a", "a"])
      edited.edit(.sort(by: Self.root, orientation: orientation))
      let ids = edited.list.labels.map(\.id)
      #expect(ids == (orientation == .forward ? [2, 3, 4, 1] : [1, 2, 3, 4]).map(numberedID))
    }
  }

  @Test func `only labels outside of the longest run in order are moved`() {
    var edited = Self.list(["z", "a", "b", "c", "y", "d"])
    #expect(edited.edit(.sort(by: Self.root, orientation: .forward)).effects.count == 2)
    #expect(edited.names == ["a", "b", "c", "d", "y", "z"])
  }

  @Test(arguments: [[], ["a"], ["a", "a"], ["a", "b", "c"]])
  func `a list in order has nothing to move`(names: [String]) {
    var edited = Self.list(names)
    let evaluation = edited.edit(.sort(by: Self.root, orientation: .forward))
    #expect(evaluation.outcome.result == .noEffect)
    #expect(evaluation.effects.isEmpty)
  }

  @Test func `a longer list than allowed is left alone`() {
    var edited = Self.list(["c", "b", "a"])
    edited.limits.labelsPerSort = 2
    #expect(edited.edit(.sort(by: Self.root, orientation: .forward)).outcome.result == .rejected(.tooLarge))
    #expect(edited.names == ["c", "b", "a"])
    edited.edit(.remove([numberedID(1)]))
    #expect(edited.edit(.sort(by: Self.root, orientation: .forward)).outcome.result == .applied)
  }

  @Test func `an undo brings the former order back, and a redo the sorted one`() {
    var edited = Self.list(["d", "b", "e", "a", "c"])
    edited.edit(.sort(by: Self.root, orientation: .forward), by: 1)
    #expect(edited.edit(.undo(1), by: 1).outcome.result == .applied)
    #expect(edited.names == ["d", "b", "e", "a", "c"])
    #expect(edited.edit(.undo(2), by: 1).outcome.result == .applied)
    #expect(edited.names == ["a", "b", "c", "d", "e"])
  }

  @Test func `an undo leaves what others moved, and puts the rest back`() {
    var edited = Self.list(["e", "d", "c", "b", "a"])
    let sorted = edited.edit(.sort(by: Self.root, orientation: .forward), by: 1)
    let moved = numberedID(4)
    #expect(sorted.effects.contains { $0.label == moved })
    edited.edit(.move([moved], to: Placement(.last, orientation: .forward)), by: 2)
    let undone = edited.edit(.undo(1), by: 1)
    guard case .mixed(let results) = undone.outcome.result else {
      Issue.record("\(undone.outcome.result)")
      return
    }
    #expect(results.filter { $0.rejection == .changedSince }.map(\.id) == [moved])
    #expect(edited.names.filter { $0 != "b" } == ["e", "d", "c", "a"])
  }

  @Test func `an undo of more labels than an edit names does not say who removed them`() {
    var edited = Self.list(["f", "e", "d", "c", "b", "a"])
    edited.limits.labelsPerEdit = 4
    edited.edit(.sort(by: Self.root, orientation: .forward), by: 1)
    edited.edit(.remove([numberedID(6), numberedID(5)]), by: 2)
    guard case .mixed(let results) = edited.edit(.undo(1), by: 1).outcome.result else {
      Issue.record("not mixed")
      return
    }
    #expect(results.filter { $0.rejection != nil }.allSatisfy { $0.rejection == .changedSince })
    #expect(results.contains { $0.rejection == .changedSince })
    #expect(edited.names == ["f", "e", "d", "c"])
  }

  @Test func `removed labels keep their place among those that do not move`() {
    var edited = Self.list(["a", "x", "c", "b"])
    edited.edit(.remove([numberedID(2)]), by: 2)
    edited.edit(.sort(by: Self.root, orientation: .forward), by: 1)
    edited.edit(.undo(1), by: 1)
    edited.edit(.restore([numberedID(2)]), by: 2)
    #expect(edited.names == ["a", "x", "c", "b"])
  }

  @Test(
    "A tag has 2 to 35 letters, digits and hyphens",
    arguments: [
      ("en", true), ("zh-Hant-TW", true), (String(repeating: "a", count: 35), true), ("", false),
      ("e", false),
      (String(repeating: "a", count: 36), false), ("en_US", false), ("tür", false), ("e n", false),
      ("en\0", false), ("..", false), ("en/", false),
    ])
  func tags(tag: String, isAllowed: Bool) {
    #expect((LanguageTag(tag) != nil) == isAllowed)
  }
}
