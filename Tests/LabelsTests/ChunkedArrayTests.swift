import Testing

@testable import Labels

@Suite struct `Chunked array` {
  @Test func `an empty one has nothing in it`() {
    var array = ChunkedArray<String>()
    #expect(array.isEmpty)
    #expect(array.popLast() == nil)
    #expect(array.isEmpty)
  }

  @Test(arguments: [-1, 0, 1])
  func `it grows and shrinks over the edge of a chunk`(_ more: Int) {
    let length = 2 * ChunkedArray<Int>.chunkLength + more
    var array = ChunkedArray<Int>()
    for number in 0..<length { array.append(number) }
    #expect(array.elementsEqual(0..<length))
    for number in (0..<length).reversed() {
      #expect(array.popLast() == number)
      #expect(array.count == number)
    }
    array.append(7)
    #expect(Array(array) == [7])
  }

  @Test(
    "It does what a plain array does, and copies stay what they were",
    arguments: 1...4 as ClosedRange<UInt64>)
  func likeAPlainArray(_ seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    var array = ChunkedArray<String>()
    var plain: [String] = []
    var copies: [(array: ChunkedArray<String>, plain: [String])] = []
    for step in 0..<20_000 {
      // Rather more appends in the first half, rather fewer in the second.
      let growth = step < 10_000 ? 5 : 3
      switch Int.random(in: 0..<12, using: &generator) {
      case 0..<growth:
        array.append("\(step)")
        plain.append("\(step)")
      case growth..<8:
        #expect(array.popLast() == plain.popLast())
      default:
        guard let index = plain.indices.randomElement(using: &generator) else { continue }
        array[index] += "+\(step)"
        plain[index] += "+\(step)"
      }
      try #require(array.count == plain.count)
      try #require(array.last == plain.last)
      if step.isMultiple(of: 500) {
        copies.append((array, plain))
        if copies.count > 8 { copies.remove(at: Int.random(in: 0..<8, using: &generator)) }
        for copy in copies { try #require(copy.array.elementsEqual(copy.plain), "step \(step)") }
      }
    }
    #expect(array.elementsEqual(plain))
  }

  @Test func `a change of a copy leaves the original alone`() {
    var array = ChunkedArray<Int>()
    for number in 0..<1_000 { array.append(number) }
    var copy = array
    for index in copy.indices { copy[index] = -1 }
    while copy.popLast() != nil {}
    #expect(array.elementsEqual(0..<1_000))
  }
}
