import Labels
import Testing

@testable import colabel

@Suite("The mix of edits")
struct EditMixTests {
  @Test("Edits name labels of the run only, and every kind comes")
  func choosesFromPool() {
    var pool = LabelPool()
    for number in 1...20 { pool.insert(LabelID(high: 0, low: UInt64(number))) }
    var mix = EditMix(target: 20, seed: 1)
    let screen = EditMix.Screen(list: LabelList(), revision: 1, orientation: .forward)
    var kinds: Set<String> = []
    for _ in 0..<2_000 {
      let edit = mix.next(on: screen, from: pool).edit
      kinds.insert("\(edit)".prefix { $0 != "(" }.description)
      if case .insert = edit { continue }
      #expect(edit.labels.allSatisfy { $0.high == 0 && (1...20).contains($0.low) })
      #expect(Set(edit.labels).count == edit.labels.count)
    }
    #expect(kinds == ["insert", "rename", "setIncluded", "remove", "move", "reverse"])
  }

  @Test("The same seed chooses the same names")
  func seed() {
    let screen = EditMix.Screen(list: LabelList(), revision: 1, orientation: .forward)
    let names = (0..<2).map { _ in
      var mix = EditMix(target: 20, seed: 7)
      return (0..<20).map { _ in
        guard case .insert(let label, _) = mix.insert(on: screen, from: LabelPool()) else { return "" }
        return label.name
      }
    }
    #expect(names[0] == names[1])
    #expect(Set(names[0]).count > 10)
  }

  @Test("Edits of a group come one behind the other, under one id")
  func groups() {
    var pool = LabelPool()
    for number in 1...20 { pool.insert(LabelID(high: 0, low: UInt64(number))) }
    var mix = EditMix(target: 20, weights: MixWeights([.group: 1]), seed: 1)
    let screen = EditMix.Screen(list: LabelList(), revision: 1, orientation: .forward)
    let groups = (0..<12).map { _ in mix.next(on: screen, from: pool).group }
    #expect(groups.allSatisfy { $0 != nil })
    #expect(Set(groups).count == 3)
    #expect(groups[0] == groups[3] && groups[3] != groups[4])
  }

  @Test("Names have the length that is asked for, in at most 500 characters", arguments: [0, 40, 500, 2_000])
  func nameBytes(asked: Int) {
    var mix = EditMix(target: 20, nameBytes: asked, seed: 3)
    let screen = EditMix.Screen(list: LabelList(), revision: 1, orientation: .forward)
    for _ in 0..<20 {
      guard case .insert(let label, _) = mix.insert(on: screen, from: LabelPool()) else { continue }
      #expect(label.name.count <= 500)
      #expect(label.name.utf8.count >= min(asked, 1_900))
      if asked > 0 { #expect(label.name.utf8.count <= asked) }
    }
  }
}
