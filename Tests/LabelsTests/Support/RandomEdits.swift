import Labels

/// Draws edits that hit live, removed, reaped and unknown labels, in both orientations.
struct RandomEdits {
  private var generator: SeededGenerator
  /// Ids given out so far: 1 to this number.
  private var made = 0

  init(seed: UInt64) {
    generator = SeededGenerator(seed: seed)
  }

  mutating func author() -> Author { draw(1...5) }

  mutating func next(on list: PlainList, by author: Author, revision: Revision) -> Edit {
    switch draw(0..<119) {
    case 0..<30: .insert(label(on: list), at: placement(on: list))
    case 30..<45: rename(on: list, revision: revision)
    case 45..<52: .setIncluded(ids(on: list), generator.next() & 1 == 0)
    case 52..<68: .remove(ids(on: list))
    case 68..<88: .move(ids(on: list), to: placement(on: list))
    case 88..<92: .reverse(from: orientation())
    case 92..<99: .restore(ids(on: list))
    case 99: .withdraw
    case 115...: .sort(by: language(), orientation: orientation())
    default: .undo(undone(on: list, by: author))
    }
  }

  /// One of the author's latest changes, as a rule.
  private mutating func undone(on list: PlainList, by author: Author) -> EditSequence {
    let own = list.log.changes.suffix(60).filter { $0.author == author }.suffix(draw(1...8))
    return own.randomElement(using: &generator)?.sequence ?? 1
  }

  private mutating func draw(_ range: Range<Int>) -> Int { Int.random(in: range, using: &generator) }
  private mutating func draw(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &generator) }

  private mutating func orientation() -> Orientation { draw(0..<2) == 0 ? .forward : .reversed }

  private mutating func language() -> LanguageTag {
    LanguageTag(draw(0..<2) == 0 ? "en" : "sv") ?? .undetermined
  }

  private mutating func label(on list: PlainList) -> Label {
    let isNew = draw(0..<10) > 0
    if isNew { made += 1 }
    let id = isNew ? numberedID(made) : id(on: list)
    return Label(id: id, name: name(), isIncluded: draw(0..<2) == 0)
  }

  private mutating func rename(on list: PlainList, revision: Revision) -> Edit {
    let id = id(on: list)
    let current = list.live.first { $0.id == id }?.name ?? ""
    let base = draw(0..<3) == 0 ? name() : current
    let new = draw(0..<4) == 0 ? base : draw(0..<2) == 0 ? base + name() : name() + base
    return .rename(id, to: new, base: base, seen: draw(max(0, revision - 40)...revision))
  }

  private mutating func id(on list: PlainList) -> LabelID {
    switch draw(0..<20) {
    case 0: numberedID(draw(1...made + 1))
    case 1: numberedID(1_000_000 + draw(0..<3))
    case 2..<5: list.dead.randomElement(using: &generator) ?? numberedID(1)
    default: list.live.randomElement(using: &generator)?.id ?? numberedID(1)
    }
  }

  private mutating func ids(on list: PlainList) -> [LabelID] {
    let count = draw(0..<20) == 0 ? draw(0...8) : draw(1...3)
    return (0..<count).map { _ in id(on: list) }
  }

  private mutating func placement(on list: PlainList) -> Placement {
    let orientation = draw(0..<4) == 0 ? orientation() : list.orientation
    return switch draw(0..<8) {
    case 0: Placement(.first, orientation: orientation)
    case 1: Placement(.last, orientation: orientation)
    case 2..<5: Placement(.before(id(on: list)), orientation: orientation)
    default: Placement(.after(id(on: list)), orientation: orientation)
    }
  }

  private mutating func name() -> String {
    let characters = ["a", "b", "\u{E9}", "e\u{301}", "\u{1F1EB}\u{1F1F7}", "\u{1F469}\u{200D}\u{1F4BB}"]
    return (0..<draw(0...3)).compactMap { _ in characters.randomElement(using: &generator) }.joined()
  }
}
