import Labels
import Testing

@Suite struct `Name merge` {
  struct Case: Decodable, Sendable, CustomTestStringConvertible {
    let base: String
    let current: String
    let new: String
    let name: String
    let conflict: Bool
    let graphemes: Int

    var testDescription: String { "\(base): \(current) | \(new)" }
  }

  @Test(
    "Every merge of the reference comes out the same",
    arguments: try Vectors.decode([Case].self, from: "merge.json"))
  func reference(_ vector: Case) {
    let name: String
    switch NameMerge.merge(base: vector.base, current: vector.current, new: vector.new) {
    case .merged(let merged):
      #expect(!vector.conflict)
      name = merged
    case .conflict:
      #expect(vector.conflict)
      name = vector.new
    }
    #expect(Array(name.utf8) == Array(vector.name.utf8))
    #expect(name.count == vector.graphemes)
  }

  @Test func `all merges are there`() throws {
    #expect(try Vectors.decode([Case].self, from: "merge.json").count == 31)
  }
}
