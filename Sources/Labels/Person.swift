/// How somebody wants to be shown to the others on a list.
public struct Person: Hashable, Sendable {
  /// Grapheme clusters in a name.
  public static let nameGraphemes = 1...64
  /// UTF-8 bytes in a name.
  public static let nameBytes = 256

  /// What others read.
  public let name: String
  /// `#rrggbb`; nil: others choose one.
  public let color: String?

  /// A person; nil if the name is empty, too long or has control characters, or the color is none.
  public init?(name: String, color: String?) {
    guard name.utf8.count <= Self.nameBytes, Self.nameGraphemes.contains(name.count),
      !name.unicodeScalars.contains(where: { $0.properties.generalCategory == .control })
    else { return nil }
    if let color, !Self.isColor(color) { return nil }
    self.name = name
    self.color = color
  }

  private static func isColor(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    return bytes.count == 7 && bytes[0] == UInt8(ascii: "#")
      && bytes.dropFirst().allSatisfy { Character(UnicodeScalar($0)).isHexDigit }
  }
}
