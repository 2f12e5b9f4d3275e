/// Reads JSON (RFC 8259) straight off bytes, one value after the other, without building a tree.
///
/// A value of the wrong type is not an error: `string()` and its like skip it and return nil, so that one bad field
/// doesn't hide the others. Only broken syntax, and nesting beyond `maximumDepth`, throw. Bytes must be valid UTF-8.
public struct JSONReader {
  /// Why the bytes are not JSON.
  public enum Failure: Error, Equatable {
    case syntax(at: Int)
    case tooDeep(at: Int)
  }

  /// Arrays and objects inside one another; no message of ours needs more than five.
  public static let maximumDepth = 16

  private let bytes: [UInt8]
  private var position = 0
  private var depth = 0
  /// Whether a string escaped half of a surrogate pair; it reads as U+FFFD.
  public private(set) var foundLoneSurrogate = false

  /// A reader at the first of these bytes.
  public init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  // MARK: Values

  /// Enters an object; false if the value is something else, which is skipped.
  public mutating func enterObject() throws(Failure) -> Bool {
    try enter(UInt8(ascii: "{"))
  }

  /// The next key of the object entered last; nil at its end, which it leaves.
  public mutating func nextKey() throws(Failure) -> String? {
    guard try hasNext(before: UInt8(ascii: "}")) else { return nil }
    guard peek() == UInt8(ascii: "\"") else { throw fault }
    let key = try readString()
    skipSpace()
    try expect(UInt8(ascii: ":"))
    return key
  }

  /// Enters an array; false if the value is something else, which is skipped.
  public mutating func enterArray() throws(Failure) -> Bool {
    try enter(UInt8(ascii: "["))
  }

  /// Whether the array entered last has another element; at its end, leaves it.
  public mutating func nextElement() throws(Failure) -> Bool {
    try hasNext(before: UInt8(ascii: "]"))
  }

  /// A string, or nil if the value is something else.
  public mutating func string() throws(Failure) -> String? {
    skipSpace()
    guard peek() == UInt8(ascii: "\"") else {
      try skip()
      return nil
    }
    return try readString()
  }

  /// A whole number of at most 2⁵³ − 1 in size, or nil if the value is something else.
  public mutating func integer() throws(Failure) -> Int? {
    skipSpace()
    guard let first = peek(), first == UInt8(ascii: "-") || isDigit(first) else {
      try skip()
      return nil
    }
    let start = position
    guard let isWhole = readNumber(), isWhole else {
      if position == start { throw fault }
      return nil
    }
    return wholeNumber(start..<position)
  }

  /// A truth value, or nil if the value is something else.
  public mutating func bool() throws(Failure) -> Bool? {
    skipSpace()
    switch peek() {
    case UInt8(ascii: "t"):
      try expectWord("true")
      return true
    case UInt8(ascii: "f"):
      try expectWord("false")
      return false
    default:
      try skip()
      return nil
    }
  }

  /// A string, a truth value or a whole number, whichever the value is.
  public mutating func scalar() throws(Failure) -> (String?, Bool?, Int?) {
    skipSpace()
    switch peek() {
    case UInt8(ascii: "\""): return (try string(), nil, nil)
    case UInt8(ascii: "t"), UInt8(ascii: "f"): return (nil, try bool(), nil)
    default: return (nil, nil, try integer())
    }
  }

  /// Whether the value is null, which is skipped; anything else stays unread.
  public mutating func skipNull() throws(Failure) -> Bool {
    skipSpace()
    guard peek() == UInt8(ascii: "n") else { return false }
    try skip()
    return true
  }

  /// Skips a value of any kind.
  public mutating func skip() throws(Failure) {
    skipSpace()
    switch peek() {
    case UInt8(ascii: "{"):
      _ = try enterObject()
      while try nextKey() != nil { try skip() }
    case UInt8(ascii: "["):
      _ = try enterArray()
      while try nextElement() { try skip() }
    case UInt8(ascii: "\""): _ = try readString()
    case UInt8(ascii: "t"): try expectWord("true")
    case UInt8(ascii: "f"): try expectWord("false")
    case UInt8(ascii: "n"): try expectWord("null")
    default: guard readNumber() != nil else { throw fault }
    }
  }

  /// Checks that nothing but white space follows.
  public mutating func finish() throws(Failure) {
    skipSpace()
    guard position == bytes.count else { throw fault }
  }

  // MARK: Structure

  /// Set by `enter` until the first key or element was looked for: no comma precedes that one.
  private var isAtStart = false

  private mutating func enter(_ opening: UInt8) throws(Failure) -> Bool {
    skipSpace()
    guard peek() == opening else {
      try skip()
      return false
    }
    guard depth < Self.maximumDepth else { throw .tooDeep(at: position) }
    depth += 1
    position += 1
    isAtStart = true
    return true
  }

  private mutating func hasNext(before closing: UInt8) throws(Failure) -> Bool {
    skipSpace()
    let wasAtStart = isAtStart
    isAtStart = false
    if peek() == closing {
      position += 1
      depth -= 1
      return false
    }
    if !wasAtStart {
      try expect(UInt8(ascii: ","))
      skipSpace()
    }
    return true
  }

  private func peek() -> UInt8? {
    position < bytes.count ? bytes[position] : nil
  }

  private mutating func skipSpace() {
    while let byte = peek(), byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { position += 1 }
  }

  private mutating func expect(_ byte: UInt8) throws(Failure) {
    guard peek() == byte else { throw fault }
    position += 1
  }

  private mutating func expectWord(_ word: String) throws(Failure) {
    for byte in word.utf8 { try expect(byte) }
  }

  private var fault: Failure { .syntax(at: position) }
}

// MARK: - Numbers

extension JSONReader {
  private func isDigit(_ byte: UInt8) -> Bool { byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9") }

  private mutating func readDigits() -> Int {
    let start = position
    while let byte = peek(), isDigit(byte) { position += 1 }
    return position - start
  }

  /// Moves behind a number; whether it was written without fraction and exponent, nil if it is no number.
  private mutating func readNumber() -> Bool? {
    let start = position
    if peek() == UInt8(ascii: "-") { position += 1 }
    let hasLeadingZero = peek() == UInt8(ascii: "0")
    let digits = readDigits()
    var isNumber = digits > 0 && !(hasLeadingZero && digits > 1)
    var isWhole = true
    if isNumber, peek() == UInt8(ascii: ".") {
      isWhole = false
      position += 1
      isNumber = readDigits() > 0
    }
    if isNumber, let byte = peek(), byte | 0x20 == UInt8(ascii: "e") {
      isWhole = false
      position += 1
      if let sign = peek(), sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") { position += 1 }
      isNumber = readDigits() > 0
    }
    guard isNumber else {
      position = start
      return nil
    }
    return isWhole
  }

  private func wholeNumber(_ range: Range<Int>) -> Int? {
    let isNegative = bytes[range.lowerBound] == UInt8(ascii: "-")
    let digits = isNegative ? range.dropFirst() : range[...]
    guard digits.count <= 16 else { return nil }
    var value = 0
    for index in digits { value = value * 10 + Int(bytes[index] - UInt8(ascii: "0")) }
    return value < 1 << 53 ? (isNegative ? -value : value) : nil
  }
}

// MARK: - Strings

extension JSONReader {
  /// Reads a string whose opening quote is the next byte.
  private mutating func readString() throws(Failure) -> String {
    position += 1
    let start = position
    while let byte = peek(), byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\"), byte >= 0x20 {
      position += 1
    }
    if peek() == UInt8(ascii: "\"") {
      defer { position += 1 }
      return String(decoding: bytes[start..<position], as: UTF8.self)
    }
    var text = Array(bytes[start..<position])
    try readEscaped(into: &text)
    return String(decoding: text, as: UTF8.self)
  }

  private mutating func readEscaped(into text: inout [UInt8]) throws(Failure) {
    while let byte = peek() {
      switch byte {
      case UInt8(ascii: "\""):
        position += 1
        return
      case UInt8(ascii: "\\"):
        position += 1
        try readEscape(into: &text)
      case 0..<0x20:
        throw fault
      default:
        text.append(byte)
        position += 1
      }
    }
    throw fault
  }

  private mutating func readEscape(into text: inout [UInt8]) throws(Failure) {
    guard let kind = peek() else { throw fault }
    position += 1
    switch kind {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): text.append(kind)
    case UInt8(ascii: "b"): text.append(0x08)
    case UInt8(ascii: "f"): text.append(0x0C)
    case UInt8(ascii: "n"): text.append(0x0A)
    case UInt8(ascii: "r"): text.append(0x0D)
    case UInt8(ascii: "t"): text.append(0x09)
    case UInt8(ascii: "u"): text.append(contentsOf: String(try readScalar()).utf8)
    default:
      position -= 1
      throw fault
    }
  }

  /// The scalar of one `\u` escape, or of two that make a surrogate pair.
  private mutating func readScalar() throws(Failure) -> Character {
    let unit = try readUnit()
    if let scalar = Unicode.Scalar(unit) { return Character(scalar) }
    let isPaired =
      unit < 0xDC00 && position + 1 < bytes.count && bytes[position] == UInt8(ascii: "\\")
      && bytes[position + 1] == UInt8(ascii: "u")
    if isPaired {
      let before = position
      position += 2
      let low = try readUnit()
      if (0xDC00..<0xE000).contains(low) {
        let value = 0x10000 + (UInt32(unit - 0xD800) << 10) + UInt32(low - 0xDC00)
        if let scalar = Unicode.Scalar(value) { return Character(scalar) }
      }
      position = before
    }
    foundLoneSurrogate = true
    return "\u{FFFD}"
  }

  private mutating func readUnit() throws(Failure) -> UInt16 {
    var unit: UInt16 = 0
    for _ in 0..<4 {
      guard let byte = peek(), let digit = Character(Unicode.Scalar(byte)).hexDigitValue, byte < 0x80 else {
        throw fault
      }
      unit = unit << 4 | UInt16(digit)
      position += 1
    }
    return unit
  }
}
