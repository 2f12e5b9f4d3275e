import Labels
import Testing

@testable import colabel

@Suite("The labels of a run")
struct LabelPoolTests {
  private let ids = (1...5).map { LabelID(high: 0, low: UInt64($0)) }

  @Test("What was removed is not chosen any more; all others are", arguments: 0..<5)
  func removal(index: Int) {
    var pool = LabelPool()
    for id in ids + ids { pool.insert(id) }
    #expect(pool.count == 5)
    pool.remove(ids[index])
    pool.remove(ids[index])
    #expect(pool.count == 4)
    var generator = SeededGenerator(seed: 1)
    var chosen: Set<LabelID> = []
    for _ in 0..<200 { chosen.formUnion(pool.some(3, using: &generator)) }
    #expect(chosen == Set(ids).subtracting([ids[index]]))
  }

  @Test("Out of nothing, nothing is chosen")
  func empty() {
    var generator = SeededGenerator(seed: 1)
    #expect(LabelPool().any(using: &generator) == nil)
    #expect(LabelPool().some(3, using: &generator) == [])
  }
}
