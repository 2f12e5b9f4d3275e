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
    separate()
    bytes.append(UInt8(ascii: "\""))
    bytes.append(contentsOf: key.utf8)
    bytes.append(UInt8(ascii: "\""))
    bytes.append(UInt8(ascii: ":"))
    needsComma = false
  }

  /// A string, with what JSON demands escaped.
  public mutating func string(_ text: String) {
    separate()
    bytes.append(UInt8(ascii: "\""))
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"):
        bytes.append(UInt8(ascii: "\\"))
        bytes.append(byte)
      case 0..<0x20:
        bytes.append(contentsOf: "\\u00".utf8)
        bytes.append(hexadecimalDigit(byte >> 4))
        bytes.append(hexadecimalDigit(byte & 15))
      default:
        bytes.append(byte)
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }

  /// The bytes that `string(_:)` writes for a text.
  public static func length(of text: String) -> Int {
    text.utf8.reduce(2) { length, byte in
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"): length + 2
      case 0..<0x20: length + 6
      default: length + 1
      }
    }
  }

  /// An identifier as a string.
  public mutating func identifier<Subject>(_ id: Identifier<Subject>) {
    separate()
    bytes.append(UInt8(ascii: "\""))
    id.forEachByte { bytes.append($0) }
    bytes.append(UInt8(ascii: "\""))
  }

  /// A whole number.
  public mutating func integer(_ value: some BinaryInteger) {
    separate()
    bytes.append(contentsOf: String(value).utf8)
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

  /// Bytes that are JSON already.
  public mutating func raw(_ json: some Collection<UInt8>) {
    separate()
    bytes.append(contentsOf: json)
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

  private func hexadecimalDigit(_ value: UInt8) -> UInt8 {
    value < 10 ? value + UInt8(ascii: "0") : value - 10 + UInt8(ascii: "a")
  }
}

extension JSONWriter {
  /// A key with a string.
  public mutating func field(_ key: String, _ value: String) {
    self.key(key)
    string(value)
  }

  /// A key with a whole number.
  public mutating func field(_ key: String, _ value: some BinaryInteger) {
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
