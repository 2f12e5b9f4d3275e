import Labels
import Testing

/// Every kind of edit against every state that the label it names can be in.
@Suite struct `Every edit against every state` {
  enum State: CaseIterable, Sendable {
    case live, removed, reaped, unknown
  }

  enum Kind: CaseIterable, Sendable {
    case insert, rename, include, remove, move, restore
    case insertBefore, insertAfter, moveBefore, moveAfter
  }

  /// What must come of it: the same words as in the protocol.
  static let expected: [Kind: [State: String]] = [
    .insert: [.live: "duplicateID", .removed: "duplicateID", .reaped: "duplicateID", .unknown: "applied"],
    .rename: [.live: "applied", .removed: "removed", .reaped: "removed", .unknown: "unknownLabel"],
    .include: [.live: "applied", .removed: "removed", .reaped: "removed", .unknown: "unknownLabel"],
    .remove: [.live: "applied", .removed: "noEffect", .reaped: "noEffect", .unknown: "unknownLabel"],
    .move: [.live: "applied", .removed: "removed", .reaped: "removed", .unknown: "unknownLabel"],
    .restore: [.live: "noEffect", .removed: "applied", .reaped: "tooOld", .unknown: "unknownLabel"],
    .insertBefore: [.live: "applied", .removed: "applied", .reaped: "anchorGone", .unknown: "unknownLabel"],
    .insertAfter: [.live: "applied", .removed: "applied", .reaped: "anchorGone", .unknown: "unknownLabel"],
    .moveBefore: [.live: "applied", .removed: "applied", .reaped: "anchorGone", .unknown: "unknownLabel"],
    .moveAfter: [.live: "applied", .removed: "applied", .reaped: "anchorGone", .unknown: "unknownLabel"],
  ]

  @Test("One label", arguments: Kind.allCases, State.allCases)
  func one(kind: Kind, state: State) throws {
    let expected = try #require(Self.expected[kind]?[state])
    var edited = Self.start
    let before = edited
    let evaluation = edited.edit(Self.edit(kind, Self.subject(state)), by: 3)
    #expect(Self.word(evaluation.outcome.result) == expected)
    #expect(evaluation.outcome.asOf == before.revision + (expected == "applied" ? 1 : 0))
    if expected == "applied" {
      #expect(evaluation.effects.count == 1)
      #expect(edited.list != before.list)
    } else {
      #expect(evaluation.effects.isEmpty)
      #expect(edited.list == before.list)
    }
  }

  @Test("A refusal names who removed the label", arguments: [State.removed, .reaped])
  func removedBy(state: State) {
    var edited = Self.start
    let removal = edited.list.removal(of: Self.subject(state))
    #expect(removal?.author == 2)
    let outcome = edited.edit(Self.edit(.rename, Self.subject(state)), by: 3).outcome
    #expect(outcome.result == removal.map { .rejected(.removed($0)) })
  }

  @Test(
    "Beside a label that has an effect, each keeps its own outcome",
    arguments: [Kind.include, .remove, .move, .restore], State.allCases)
  func two(kind: Kind, state: State) throws {
    let expected = try #require(Self.expected[kind]?[state])
    var edited = Self.start
    edited.limits.deadSlots = 2
    edited.edit(.remove([Self.other]), by: 2)
    let other = kind == .restore ? Self.other : numberedID(1)
    let ids = [other, Self.subject(state)]
    let evaluation = edited.edit(Self.edit(kind, ids), by: 3)
    if expected == "applied" {
      #expect(evaluation.outcome.result == .applied)
      #expect(evaluation.effects.count == 2)
    } else {
      #expect(Self.words(evaluation.outcome.result) == [other: "applied", Self.subject(state): expected])
      #expect(evaluation.effects.map(\.label) == [other])
      #expect(evaluation.outcome.asOf == edited.revision)
    }
  }

  @Test(
    "No label, one label twice, or too many: the whole edit is refused",
    arguments: [Kind.include, .remove, .move, .restore], State.allCases)
  func notDistinct(kind: Kind, state: State) {
    var edited = Self.start
    let before = edited.list
    let id = Self.subject(state)
    let tooMany = (0...edited.limits.labelsPerEdit).map { numberedID(1_000 + $0) }
    for ids in [[], [id, id], [id, numberedID(1), id], tooMany] {
      let evaluation = edited.edit(Self.edit(kind, ids), by: 3)
      #expect(evaluation.outcome.result == .rejected(.invalidEdit))
      #expect(evaluation.effects.isEmpty)
    }
    #expect(edited.list == before)
  }

  @Test("A place beside a moved label itself is refused, whatever its state", arguments: State.allCases)
  func besideItself(state: State) {
    var edited = Self.start
    let before = edited.list
    let id = Self.subject(state)
    let ids = [numberedID(1), id]
    let evaluation = edited.edit(.move(ids, to: Placement(.after(id), orientation: .forward)), by: 3)
    #expect(evaluation.effects.isEmpty)
    #expect(edited.list == before)
    switch state {
    case .live: #expect(evaluation.outcome.result == .rejected(.invalidEdit))
    case .removed, .reaped:
      #expect(Self.words(evaluation.outcome.result) == [numberedID(1): "invalidEdit", id: "removed"])
    case .unknown:
      #expect(Self.words(evaluation.outcome.result) == [numberedID(1): "invalidEdit", id: "unknownLabel"])
    }
  }

  @Test func `an insert beside itself is refused`() {
    var edited = Self.start
    let label = Label(id: Self.subject(.unknown), name: "", isIncluded: true)
    let outcome = edited.edit(.insert(label, at: Placement(.before(label.id), orientation: .forward))).outcome
    #expect(outcome.result == .rejected(.invalidEdit))
  }

  @Test func `withdrawing is refused as withdrawn`() {
    var edited = Self.start
    let before = edited.list
    #expect(edited.edit(.withdraw).outcome.result == .rejected(.withdrawn))
    #expect(edited.list == before)
  }

  // MARK: The list they meet: Grid, Tile, (removed), Ring, Mesh; a reaped one stood at the end

  private static let other = numberedID(5)

  private static var start: EditedList {
    var edited = EditedList()
    edited.limits.deadSlots = 1
    edited.append([1: "Grid", 2: "Tile", 3: "Gone", 4: "Ring", 5: "Mesh", 6: "Forgotten"])
    edited.edit(.remove([numberedID(6)]), by: 2)
    edited.edit(.remove([numberedID(3)]), by: 2)
    return edited
  }

  private static func subject(_ state: State) -> LabelID {
    switch state {
    case .live: numberedID(2)
    case .removed: numberedID(3)
    case .reaped: numberedID(6)
    case .unknown: numberedID(99)
    }
  }

  private static func edit(_ kind: Kind, _ id: LabelID) -> Edit {
    let new = Label(id: numberedID(7), name: "New", isIncluded: true)
    return switch kind {
    case .insert:
      .insert(Label(id: id, name: "New", isIncluded: true), at: Placement(.first, orientation: .forward))
    case .rename: .rename(id, to: "Tiles", base: "Tile", seen: 0)
    case .insertBefore: .insert(new, at: Placement(.before(id), orientation: .forward))
    case .insertAfter: .insert(new, at: Placement(.after(id), orientation: .forward))
    case .moveBefore: .move([numberedID(5)], to: Placement(.before(id), orientation: .forward))
    case .moveAfter: .move([numberedID(5)], to: Placement(.after(id), orientation: .forward))
    case .include, .remove, .move, .restore: edit(kind, [id])
    }
  }

  private static func edit(_ kind: Kind, _ ids: [LabelID]) -> Edit {
    switch kind {
    case .include: .setIncluded(ids, false)
    case .move: .move(ids, to: Placement(.last, orientation: .forward))
    case .restore: .restore(ids)
    default: .remove(ids)
    }
  }

  private static func word(_ result: Outcome.Result) -> String {
    switch result {
    case .applied: "applied"
    case .noEffect: "noEffect"
    case .rejected(let rejection): rejection.code
    case .mixed: "mixed"
    }
  }

  private static func words(_ result: Outcome.Result) -> [LabelID: String] {
    guard case .mixed(let results) = result else { return [:] }
    #expect(results.map(\.id) == results.map(\.id).sorted())
    return Dictionary(
      results.map { ($0.id, $0.rejection?.code ?? ($0.hadEffect ? "applied" : "noEffect")) }
    ) { $1 }
  }
}
