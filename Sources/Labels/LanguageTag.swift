/// A language as BCP 47 names it: `tr`, `zh-Hant-TW`.
public struct LanguageTag: Hashable, Sendable, CustomStringConvertible {
  /// Characters in a tag.
  public static let length = 2...35

  /// No language: names are in Unicode's root order.
  public static let undetermined = LanguageTag(checked: "und")

  /// The tag.
  public let description: String

  private init(checked tag: String) {
    description = tag
  }

  /// A tag of ASCII letters, digits and hyphens; nil if it has others, or is too short or too long. Whether there is such a
  /// language is not asked.
  public init?(_ tag: String) {
    guard Self.length.contains(tag.utf8.count), tag.utf8.allSatisfy(Self.isAllowed) else { return nil }
    self.init(checked: tag)
  }

  private static func isAllowed(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"):
      true
    default: false
    }
  }
}
