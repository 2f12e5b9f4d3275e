import Labels
import Testing

@Suite struct `Label filter` {
  struct Case: Decodable, Sendable, CustomTestStringConvertible {
    let locale: String
    let name: String
    let query: String
    let matches: Bool

    var testDescription: String { "\(locale): \(name) contains \(query): \(matches)" }
  }

  @Test(
    "Names match as measured, in every language",
    arguments: try Vectors.decode([Case].self, from: "filter-vectors.json"))
  func measured(_ vector: Case) {
    let filter = LabelFilter(query: vector.query, language: vector.locale)
    #expect(filter.matches(label(vector.name, isIncluded: true)) == vector.matches)
  }

  @Test(arguments: LabelFilter.Inclusion.allCases, [true, false])
  func `inclusion and query must both fit`(_ inclusion: LabelFilter.Inclusion, isIncluded: Bool) {
    let fits =
      switch inclusion {
      case .all: true
      case .included: isIncluded
      case .excluded: !isIncluded
      }
    let ring = label("Ring", isIncluded: isIncluded)
    #expect(LabelFilter(query: "RIN", inclusion: inclusion, language: "en").matches(ring) == fits)
    #expect(LabelFilter(query: "", inclusion: inclusion, language: "en").matches(ring) == fits)
    #expect(!LabelFilter(query: "Grid", inclusion: inclusion, language: "en").matches(ring))
  }

  @Test func `an empty query shows the empty name too, and only the empty query does`() {
    #expect(LabelFilter(query: "", language: "tr").matches(label("", isIncluded: true)))
    #expect(!LabelFilter(query: "a", language: "tr").matches(label("", isIncluded: true)))
  }

  private func label(_ name: String, isIncluded: Bool) -> Label {
    Label(id: LabelID(high: 0, low: 1), name: name, isIncluded: isIncluded)
  }

  @Test(arguments: [
    ("ring", "Ring", "en", true), ("STRASSE", "Stra\u{DF}e", "de", true),
    ("cafe\u{301}", "Caf\u{E9}", "fr", true),
    ("RING", "Ring Two", "en", false), ("ri", "Ring", "en", false), ("aa", "aaa", "en", false),
    ("", "", "en", false),
    ("TITLE", "t\u{131}tle", "tr", true), ("INSAN", "\u{131}nsan", "tr", true),
    ("INSAN", "insan", "tr", false),
  ])
  func `a name is another's but for case and composition, in the reader's language`(
    query: String, name: String, language: String, isSame: Bool
  ) {
    let label = Label(id: numberedID(1), name: name, isIncluded: true)
    #expect(LabelFilter(query: query, language: language).isName(of: label) == isSame)
  }
}
