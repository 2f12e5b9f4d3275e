/// A UUID that says what it names: `LabelID`, `ListID` and `ClientID` cannot be mixed up.
///
/// Sixteen bytes, compared and hashed as two words. On the wire it is the 36 lower-case characters of RFC 9562;
/// upper case is read, never written.
public struct Identifier<Subject>: Hashable, Comparable, Sendable {
  /// The first eight bytes, big-endian.
  public let high: UInt64
  /// The last eight bytes, big-endian.
  public let low: UInt64

  /// An identifier from its two halves.
  @inlinable
  public init(high: UInt64, low: UInt64) {
    self.high = high
    self.low = low
  }

  /// Reads the 36-character form; nil when it is anything else.
  public init?(_ text: some StringProtocol) {
    var text = String(text)
    let parsed = text.withUTF8 { utf8 in unsafe Self(utf8: utf8.span) }
    guard let parsed else { return nil }
    self = parsed
  }

  /// Reads the 36-character form from UTF-8 bytes; nil when it is anything else.
  public init?(utf8 bytes: Span<UInt8>) {
    guard bytes.count == 36 else { return nil }
    var halves: (high: UInt64, low: UInt64) = (0, 0)
    var digits = 0
    for index in bytes.indices {
      let byte = bytes[index]
      if index == 8 || index == 13 || index == 18 || index == 23 {
        guard byte == UInt8(ascii: "-") else { return nil }
        continue
      }
      guard let digit = hexadecimalValue(byte) else { return nil }
      if digits < 16 { halves.high = halves.high << 4 | digit } else { halves.low = halves.low << 4 | digit }
      digits += 1
    }
    self.init(high: halves.high, low: halves.low)
  }

  /// Calls `body` with each of the 36 bytes of the lower-case form, in order.
  @inlinable
  public func forEachByte(_ body: (UInt8) -> Void) {
    for position in 0..<32 {
      if position == 8 || position == 12 || position == 16 || position == 20 { body(UInt8(ascii: "-")) }
      let word = position < 16 ? high : low
      let digit = UInt8(truncatingIfNeeded: word >> UInt64(60 - 4 * (position & 15)) & 15)
      body(digit < 10 ? digit + UInt8(ascii: "0") : digit - 10 + UInt8(ascii: "a"))
    }
  }

  /// By the bytes, which is the order of the text forms.
  @inlinable
  public static func < (left: Self, right: Self) -> Bool {
    left.high == right.high ? left.low < right.low : left.high < right.high
  }
}

extension Identifier: CustomStringConvertible {
  /// The 36 lower-case characters.
  public var description: String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(36)
    forEachByte { bytes.append($0) }
    return String(decoding: bytes, as: UTF8.self)
  }
}

private func hexadecimalValue(_ byte: UInt8) -> UInt64? {
  switch byte {
  case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt64(byte - UInt8(ascii: "0"))
  case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt64(byte - UInt8(ascii: "a") + 10)
  case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt64(byte - UInt8(ascii: "A") + 10)
  default: nil
  }
}

/// What a `ListID` names.
public enum ListSubject {}
/// What a `ClientID` names.
public enum ClientSubject {}
/// What a `GroupID` names.
public enum GroupSubject {}

/// Names one label for ever; made by the author of its insert, never re-made.
public typealias LabelID = Identifier<Label>
/// Names one list; its alias may be given to another list later, its UUID never.
public typealias ListID = Identifier<ListSubject>
/// Names one client: a replica with a sequence of edits of its own.
public typealias ClientID = Identifier<ClientSubject>
/// Names a larger action that several edits make up: a bulk action, an import, a session of typing.
public typealias GroupID = Identifier<GroupSubject>

extension Identifier {
  /// A random UUID (RFC 9562, version 4), made of two words of random bits.
  public static func random(_ bits: () -> UInt64) -> Self {
    Self(
      high: bits() & 0xFFFF_FFFF_FFFF_0FFF | 0x4000,
      low: bits() & 0x3FFF_FFFF_FFFF_FFFF | 0x8000_0000_0000_0000)
  }
}
