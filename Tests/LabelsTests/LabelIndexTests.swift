import Testing

@testable import Labels

@Suite struct `Label index` {
  @Test func `an empty one has nothing in it`() {
    var index = LabelIndex()
    #expect(index.count == 0)
    #expect(index[numberedID(1)] == nil)
    #expect(index.removeValue(forKey: numberedID(1)) == nil)
    #expect(index.count == 0)
  }

  @Test("It holds ids of any kind", arguments: Ids.allCases)
  func anyIDs(_ ids: Ids) {
    var index = LabelIndex()
    let length = 5 * LabelIndex.meanLength
    for number in 0..<length { #expect(index.updateValue(number, forKey: ids.id(number)) == nil) }
    #expect(index.count == length)
    #expect((0..<length).allSatisfy { index[ids.id($0)] == $0 })
    #expect(index[ids.id(length)] == nil)
    for number in 0..<length { #expect(index.removeValue(forKey: ids.id(number)) == number) }
    #expect(index.count == 0)
    #expect((0..<length).allSatisfy { index[ids.id($0)] == nil })
  }

  enum Ids: CaseIterable {
    case low, high, highest, random

    func id(_ number: Int) -> LabelID {
      let bits = UInt64(number)
      switch self {
      case .low: return LabelID(high: 0, low: bits)
      case .high: return LabelID(high: bits, low: 0)
      case .highest: return LabelID(high: bits << 48, low: 0)
      case .random:
        var generator = SeededGenerator(seed: bits)
        return .random { generator.next() }
      }
    }
  }

  @Test(
    "It does what a plain dictionary does, and copies stay what they were",
    arguments: [(1, 0), (2, 0), (3, 100), (4, 3_000), (5, 100_000)] as [(UInt64, Int)])
  func likeAPlainDictionary(_ seed: UInt64, _ reserved: Int) throws {
    var generator = SeededGenerator(seed: seed)
    var index = LabelIndex()
    index.reserveCapacity(reserved)
    var plain: [LabelID: Int] = [:]
    var copies: [(index: LabelIndex, plain: [LabelID: Int])] = []
    let steps = 24_000
    for step in 0..<steps {
      let id = numberedID(Int.random(in: 0..<8_000, using: &generator))
      // Rather more insertions in the first half, rather fewer in the second.
      if Int.random(in: 0..<10, using: &generator) < (step < steps / 2 ? 8 : 4) {
        try #require(index.updateValue(step, forKey: id) == plain.updateValue(step, forKey: id))
      } else {
        try #require(index.removeValue(forKey: id) == plain.removeValue(forKey: id))
      }
      try #require(index.count == plain.count)
      if step.isMultiple(of: 1_000) {
        copies.append((index, plain))
        if copies.count > 6 { copies.remove(at: Int.random(in: 0..<6, using: &generator)) }
        for copy in copies { try #require(isSame(copy.index, copy.plain), "step \(step)") }
      }
    }
    #expect(isSame(index, plain))
  }

  private func isSame(_ index: LabelIndex, _ plain: [LabelID: Int]) -> Bool {
    index.count == plain.count && (0..<8_000).allSatisfy { index[numberedID($0)] == plain[numberedID($0)] }
  }

  @Test func `room is not made anew for what is there`() {
    var index = LabelIndex()
    index.updateValue(1, forKey: numberedID(1))
    index.reserveCapacity(10_000)
    #expect(index[numberedID(1)] == 1)
    #expect(index.count == 1)
  }
}
