import Labels
import Testing

@Suite struct `Names in values` {
  private static let composed = "caf\u{E9}"
  private static let decomposed = "cafe\u{301}"
  private static let id = numberedID(1)

  private static func label(_ name: String) -> Label { Label(id: id, name: name, isIncluded: true) }

  @Test func `are compared by their bytes`() {
    let (composed, decomposed) = (Self.composed, Self.decomposed)
    #expect(composed == decomposed, "Swift's own comparison is by canonical equivalence")
    #expect(!composed.hasSameBytes(as: decomposed))
    #expect(Self.label(composed) != Self.label(decomposed))
    let first = Placement(.first, orientation: .forward)
    #expect(Edit.insert(Self.label(composed), at: first) != .insert(Self.label(decomposed), at: first))
    for (name, base) in [(composed, decomposed), (decomposed, composed)] {
      #expect(
        Edit.rename(Self.id, to: composed, base: composed, seen: 0)
          != .rename(Self.id, to: name, base: base, seen: 0))
      #expect(
        Effect.renamed(Self.id, replaced: base, value: name, overwrote: [])
          != .renamed(Self.id, replaced: composed, value: composed, overwrote: []))
    }
    #expect(
      DiffEffect.renamed(Self.id, value: composed, overwrote: [])
        != .renamed(Self.id, value: decomposed, overwrote: []))
  }

  static let edits: [Edit] = [
    .insert(label("a"), at: Placement(.first, orientation: .forward)),
    .rename(id, to: "a", base: "b", seen: 1), .setIncluded([id], true), .remove([id]),
    .move([id], to: Placement(.last, orientation: .reversed)), .reverse(from: .forward), .restore([id]),
    .withdraw,
  ]

  @Test func `an edit equals itself and no other`() {
    for (number, edit) in Self.edits.enumerated() {
      for (other, another) in Self.edits.enumerated() { #expect((edit == another) == (number == other)) }
    }
  }

  static let effects: [Effect] = [
    .inserted(label("a"), slot: nil, after: nil), .renamed(id, replaced: "a", value: "b", overwrote: []),
    .included(id, replaced: true, value: false),
    .moved(
      id, slot: nil, after: nil,
      source: Effect.Source(slotBefore: nil, slotAfter: nil, labelBefore: nil, labelAfter: nil)),
    .reversed(replaced: .forward, value: .reversed), .removed(label("a"), after: nil),
    .restored(label("a"), after: nil),
  ]

  @Test func `an effect equals itself and no other, and so does what a replica is told of it`() {
    for (number, effect) in Self.effects.enumerated() {
      for (other, another) in Self.effects.enumerated() {
        #expect((effect == another) == (number == other))
        #expect((effect.diff == another.diff) == (number == other))
      }
    }
  }
}
