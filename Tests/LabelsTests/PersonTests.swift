import Labels
import Testing

@Suite struct `A person's name and color` {
  @Test(arguments: [
    "Ada", "\u{639}\u{645}\u{631}", "\u{1F469}\u{200D}\u{1F4BB}", String(repeating: "e\u{301}", count: 64),
  ])
  func `names of 1 to 64 characters are taken`(name: String) {
    #expect(Person(name: name, color: nil)?.name == name)
  }

  @Test(arguments: [
    "", String(repeating: "a", count: 65), "a\u{0}", "a\nb", "\u{7F}",
    "e" + String(repeating: "\u{301}", count: 200),
  ])
  func `empty and long names, and those with control characters, are not`(name: String) {
    #expect(Person(name: name, color: nil) == nil)
  }

  @Test(arguments: [
    ("#12aBcD", true), ("#12abc", false), ("12abcd0", false), ("#12abcg", false), ("#12abcde", false),
    ("", false),
  ])
  func `a color is six digits`(color: String, isTaken: Bool) {
    #expect((Person(name: "Ada", color: color) != nil) == isTaken)
  }
}
