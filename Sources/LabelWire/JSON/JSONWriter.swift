public import Labels

/// Appends JSON to bytes. The caller keeps the order of keys, which makes the output canonical.
public struct JSONWriter {
  /// What was written so far.
  public private(set) var bytes: [UInt8] = []
  /// Whether the next key or element needs a comma in front.
  private var needsComma = false

  /// A writer with nothing written.
  public init() {}

  /// A writer with room for so many bytes.
  public init(reserving capacity: Int) {
    bytes.reserveCapacity(capacity)
  }

  /// `{`, what `body` writes, `}`.
  public mutating func object(_ body: (inout JSONWriter) -> Void) {
    nested(UInt8(ascii: "{"), UInt8(ascii: "}"), body)
  }

  /// `[`, what `body` writes, `]`.
  public mutating func array(_ body: (inout JSONWriter) -> Void) {
    nested(UInt8(ascii: "["), UInt8(ascii: "]"), body)
  }

  /// An array with an element for each item.
  public mutating func array<Items: Swift.Sequence>(
    _ items: Items, _ element: (inout JSONWriter, Items.Element) -> Void
  ) {
    array { writer in for item in items { element(&writer, item) } }
  }

  /// A key of ours, which needs no escaping; its value must follow.
  public mutating func key(_ key: String) {
    let text = key.utf8.span
    bytes.append(addingCapacity: text.count + 4) { [needsComma] output in
      if needsComma { output.append(UInt8(ascii: ",")) }
      output.append(UInt8(ascii: "\""))
      for index in text.indices { output.append(text[index]) }
      output.append(UInt8(ascii: "\""))
      output.append(UInt8(ascii: ":"))
    }
    needsComma = false
  }

  /// A string, with what JSON demands escaped.
  public mutating func string(_ text: String) {
    separate()
    let length = Self.length(of: text)
    let text = text.utf8.span
    bytes.append(addingCapacity: length) { output in
      output.append(UInt8(ascii: "\""))
      if length == text.count + 2 {
        for index in text.indices { output.append(text[index]) }
      } else {
        for index in text.indices { Self.append(text[index], to: &output) }
      }
      output.append(UInt8(ascii: "\""))
    }
  }

  private static func append(_ byte: UInt8, to output: inout OutputSpan<UInt8>) {
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"):
      output.append(UInt8(ascii: "\\"))
      output.append(byte)
    case 0..<0x20:
      for escape in "\\u00".utf8 { output.append(escape) }
      output.append(hexadecimalDigit(UInt64(byte) >> 4))
      output.append(hexadecimalDigit(UInt64(byte) & 15))
    default:
      output.append(byte)
    }
  }

  /// The bytes that `string(_:)` writes for a text.
  public static func length(of text: String) -> Int {
    let text = text.utf8.span
    var length = text.count + 2
    for index in text.indices {
      let byte = text[index]
      if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") { length += 1 }
      if byte < 0x20 { length += 5 }
    }
    return length
  }

  /// An identifier as a string.
  public mutating func identifier<Subject>(_ id: Identifier<Subject>) {
    separate()
    bytes.append(addingCapacity: 38) { output in
      output.append(UInt8(ascii: "\""))
      id.forEachByte { output.append($0) }
      output.append(UInt8(ascii: "\""))
    }
  }

  /// A hash as a string: the 16 lower-case hexadecimal digits that `ChainHash.text(_:)` gives.
  public mutating func hash(_ hash: UInt64) {
    separate()
    bytes.append(addingCapacity: 18) { output in
      output.append(UInt8(ascii: "\""))
      for shift in stride(from: UInt64(60), through: 0, by: -4) {
        output.append(Self.hexadecimalDigit(hash >> shift & 15))
      }
      output.append(UInt8(ascii: "\""))
    }
  }

  /// A whole number.
  public mutating func integer(_ value: Int) {
    separate()
    bytes.append(decimal: value)
  }

  /// `true` or `false`.
  public mutating func bool(_ value: Bool) {
    separate()
    bytes.append(contentsOf: (value ? "true" : "false").utf8)
  }

  /// `null`.
  public mutating func null() {
    separate()
    bytes.append(contentsOf: "null".utf8)
  }

  private mutating func separate() {
    if needsComma { bytes.append(UInt8(ascii: ",")) }
    needsComma = true
  }

  private mutating func nested(_ opening: UInt8, _ closing: UInt8, _ body: (inout JSONWriter) -> Void) {
    separate()
    bytes.append(opening)
    needsComma = false
    body(&self)
    bytes.append(closing)
    needsComma = true
  }

  private static func hexadecimalDigit(_ value: UInt64) -> UInt8 {
    let digit = UInt8(truncatingIfNeeded: value)
    return digit < 10 ? digit + UInt8(ascii: "0") : digit - 10 + UInt8(ascii: "a")
  }
}

extension [UInt8] {
  /// Appends a whole number's decimal digits, behind a minus if it is negative.
  public mutating func append(decimal value: Int) {
    var digits = InlineArray<20, UInt8>(repeating: 0)
    var first = digits.count
    var rest = value.magnitude
    repeat {
      first -= 1
      digits[first] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
      rest /= 10
    } while rest > 0
    append(addingCapacity: 21) { output in
      if value < 0 { output.append(UInt8(ascii: "-")) }
      for index in first..<digits.count { output.append(digits[index]) }
    }
  }
}

extension JSONWriter {
  /// A key with a string.
  public mutating func field(_ key: String, _ value: String) {
    self.key(key)
    string(value)
  }

  /// A key with a whole number.
  public mutating func field(_ key: String, _ value: Int) {
    self.key(key)
    integer(value)
  }

  /// A key with a truth value.
  public mutating func field(_ key: String, _ value: Bool) {
    self.key(key)
    bool(value)
  }

  /// A key with an identifier, or null.
  public mutating func field<Subject>(_ key: String, _ value: Identifier<Subject>?) {
    self.key(key)
    if let value { identifier(value) } else { null() }
  }
}
