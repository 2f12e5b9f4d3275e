import Collation
import Testing

@Suite("Collator") struct CollatorTests {
  private func sorted(_ names: [String], _ language: String) -> [String] {
    let collator = Collator(language: language)
    var keyed: [(key: [UInt8], name: String)] = []
    for name in names { keyed.append((collator.key(of: name), name)) }
    return keyed.sorted { $0.key.lexicographicallyPrecedes($1.key) }.map(\.name)
  }

  @Test(
    "Names stand in the order of the language",
    arguments: [
      ("de", ["a", "ä", "o", "ö", "z"]), ("sv", ["a", "o", "z", "ä", "ö"]),
      ("tr", ["c", "ç", "h", "ı", "i", "j"]), ("zh", ["安", "北", "张", "中"]),
      ("ar", ["ا", "ب", "ي"]), ("de-u-co-phonebk", ["ad", "ä", "af"]),
    ])
  func order(language: String, names: [String]) {
    #expect(sorted(names.reversed(), language) == names)
  }

  @Test("Digits count as numbers, accents count, case does not")
  func rules() {
    #expect(sorted(["Item 10", "item 2", "Item 1"], "en") == ["Item 1", "item 2", "Item 10"])
    let collator = Collator(language: "en")
    #expect(collator.key(of: "RING") == collator.key(of: "ring"))
    #expect(collator.key(of: "resume") != collator.key(of: "résumé"))
    #expect(collator.key(of: "e\u{301}") == collator.key(of: "\u{E9}"))
  }

  @Test(
    "A language that there is not has the root order, as has a tag that makes no sense",
    arguments: ["xx", "--", "-", "a-a-a-a-a-a-a-a-a-a-a-a-a-a-a-a-a", "12345678901234567890123456789012345"])
  func unknownLanguage(language: String) {
    #expect(sorted(["ö", "z", "o"], language) == ["o", "ö", "z"])
  }

  @Test("The key of a long name is whole", arguments: ["ä", "中", "👩‍💻", "1", "\u{10FFFF}", "\0"])
  func longNames(character: String) {
    let collator = Collator(language: "zh")
    let long = String(repeating: character, count: 4_000)
    #expect(collator.key(of: long + "b") != collator.key(of: long + "a"))
    #expect(collator.key(of: "") != collator.key(of: long + "a"))
  }
}
