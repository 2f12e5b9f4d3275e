import LabelWire
import Testing

@Suite("The alias of a list")
struct ListAliasTests {
  @Test(
    "is 1 to 64 of a-z 0-9 . _ -, and begins with a letter or digit",
    arguments: ["a", "0", "demo", "a.b_c-d", "2026-labels", String(repeating: "x", count: 64)])
  func accepted(text: String) {
    #expect(ListAlias(text)?.description == text)
  }

  @Test(
    "is nothing else",
    arguments: [
      "", ".", "..", ".hidden", "-a", "_a", "Demo", "é", "a b", "a/b", "a%2fb", "a\0b", "ｄｅｍｏ",
      String(repeating: "x", count: 65),
    ])
  func refused(text: String) {
    #expect(ListAlias(text) == nil)
  }
}
