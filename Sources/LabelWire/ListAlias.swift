/// The name of a list in URLs: 1 to 64 of `a-z 0-9 . _ -`, beginning with a letter or digit. Few enough characters that it
/// is the same in every encoding.
public struct ListAlias: Hashable, Sendable, CustomStringConvertible {
  /// The longest alias, in characters.
  public static let maximumLength = 64

  /// The characters.
  public let description: String

  /// An alias, or nil if the text is none.
  public init?(_ text: String) {
    func isAlphanumeric(_ byte: UInt8) -> Bool {
      (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
        || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }
    guard let first = text.utf8.first, isAlphanumeric(first), text.utf8.count <= Self.maximumLength,
      text.utf8.allSatisfy({ isAlphanumeric($0) || ".-_".utf8.contains($0) })
    else { return nil }
    description = text
  }
}
