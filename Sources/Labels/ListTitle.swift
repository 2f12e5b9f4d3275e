/// What people call a list. Its alias stays its address.
public struct ListTitle: Equatable, Sendable {
  /// Grapheme clusters in a title.
  public static let graphemes = 1...200
  /// UTF-8 bytes in a title, since one grapheme can be arbitrarily long.
  public static let bytes = 2_048

  /// The title.
  public let text: String

  /// A title; nil if the text is too long, has control characters, or nothing but white space.
  public init?(_ text: String) {
    guard text.utf8.count <= Self.bytes, Self.graphemes.contains(text.count),
      !text.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }),
      !text.unicodeScalars.allSatisfy(\.properties.isWhitespace)
    else { return nil }
    self.text = text
  }

  /// Titles are compared by their bytes.
  public static func == (left: ListTitle, right: ListTitle) -> Bool { left.text.hasSameBytes(as: right.text) }
}
