import LabelWire
import Testing

@Suite("Reading JSON")
struct JSONReaderTests {
  typealias Failure = JSONReader.Failure

  static func readWhole(_ json: [UInt8]) throws(Failure) {
    var reader = JSONReader(json)
    try reader.skip()
    try reader.finish()
  }

  @Test(
    "A document of RFC 8259 is read to its end",
    arguments: [
      "null", "true", "false", "0", "-0", "-1", "12", "1.5", "0.0", "1e9", "1E+9", "1e-9", "-1.25E2", "\"\"",
      "\"\u{7F}\u{2028}\u{FFFF}\"", "[]", "{}", "[[]]", "[{}]", "{\"\":{}}", " \t\r\n[ 1 , 2 ] \n",
      "{ \"a\" : [ { } , [ ] , \"b\" ] , \"a\" : null }", #""\"\\\/\b\f\n\r\t\u00e9\uD83D\uDE00""#,
      "123456789012345678901234567890", "[1,[2,[3]],{\"a\":{\"b\":[]}}]",
    ])
  func readsWholeDocument(json: String) {
    #expect(throws: Never.self) { try Self.readWhole(Array(json.utf8)) }
  }

  static let faults = [
    "", " ", "nul", "nulL", "tru", "True", "fals", "falsey", "undefined", "NaN", "Infinity", "-Infinity", "-",
    "+1", "01", "-01", "00", "1.", ".5", "-.5", "1.e3", "1e", "1e+", "1E-", "0x10", "1_000", "1 2", "--1",
    "1a",
    "'a'", "\"", "\"a", "\"\\\"", "\"\\\"x", "\"\\x\"", "\"\\u\"", "\"\\u12\"", "\"\\u12g4\"", "\"\\u 123\"",
    "\"\\U0041\"", "\"\\", "\"\\u00e\"", "\"\\ud83d\\u\"", "\"\\ud83d\\uZZZZ\"", "\"a\"b", "\"\n\"", "\"\t\"",
    "\"\u{0}\"", "\"\u{1F}\"", "\"\\n\u{1}\"", "[", "]", "[1", "[1,", "[,1]", "[1,]", "[1,,2]", "[1 2]",
    "[1}",
    "[1;2]", "{", "}", "{\"a\"", "{\"a\":", "{\"a\":1", "{\"a\":1,", "{\"a\":1,}", "{,\"a\":1}", "{\"a\" 1}",
    "{\"a\"::1}", "{\"a\",1}", "{a:1}", "{1:1}", "{null:1}", "{\"a\":1]", "{\"a\":1 \"b\":2}", "{\"a\":}",
    "{}{}",
    "[]]", "null,", "/* */1", "1//", "\u{FEFF}1", "\u{A0}1", "\u{B}1", "[1\u{C}]", "{\"a\":1,\"b\"}", "[tru]",
    "[\"\\\"]", "{\"\\u12\":1}",
  ]

  @Test("A fault of syntax is an error", arguments: faults)
  func refusesFault(json: String) {
    #expect(throws: Failure.self) { try Self.readWhole(Array(json.utf8)) }
  }

  /// As a member of an object, whose other members are looked for: where the readers of messages meet it.
  @Test("A fault of syntax is an error whichever type the reader asks for", arguments: faults, 0...4)
  func refusesFaultWhateverIsExpected(json: String, type: Int) {
    var reader = JSONReader(Array(json.utf8))
    #expect(throws: Failure.self) {
      switch type {
      case 0: _ = try reader.string()
      case 1: _ = try reader.integer()
      case 2: _ = try reader.bool()
      case 3: _ = try reader.scalar()
      default:
        if try reader.enterArray() { while try reader.nextElement() { try reader.skip() } }
      }
      try reader.finish()
    }
  }

  @Test("Nesting is read up to the maximum depth, and an error beyond", arguments: ["[", "{\"a\":"])
  func depthIsLimited(opening: String) {
    let closing = opening == "[" ? "]" : "}"
    func nested(_ depth: Int) -> [UInt8] {
      Array((String(repeating: opening, count: depth) + "1" + String(repeating: closing, count: depth)).utf8)
    }
    #expect(throws: Never.self) { try Self.readWhole(nested(JSONReader.maximumDepth)) }
    let tooDeep = Failure.tooDeep(at: JSONReader.maximumDepth * opening.utf8.count)
    #expect(throws: tooDeep) { try Self.readWhole(nested(JSONReader.maximumDepth + 1)) }
    #expect(throws: tooDeep) { try Self.readWhole(Array(String(repeating: opening, count: 1_000_000).utf8)) }
  }

  @Test("Depth counts what is open, not what was")
  func depthIsGivenBack() {
    let json = "[" + Array(repeating: "[[[]]]", count: 100).joined(separator: ",") + "]"
    #expect(throws: Never.self) { try Self.readWhole(Array(json.utf8)) }
  }

  @Test(
    "A whole number is exact up to 2⁵³ − 1 in size; anything else is no whole number",
    arguments: [
      ("0", 0), ("-0", 0), ("7", 7), ("-7", -7), ("9007199254740991", 9_007_199_254_740_991),
      ("-9007199254740991", -9_007_199_254_740_991), ("9007199254740992", nil), ("-9007199254740992", nil),
      ("99999999999999999999999", nil), ("1.0", nil), ("1e2", nil), ("0e0", nil), ("\"1\"", nil),
      ("null", nil),
      ("true", nil), ("[1]", nil), ("{\"a\":1}", nil),
    ] as [(String, Int?)])
  func wholeNumbers(json: String, expected: Int?) throws {
    var reader = JSONReader(Array(json.utf8))
    #expect(try reader.integer() == expected)
    try reader.finish()
  }

  @Test(
    "An escape reads as the character it stands for",
    arguments: [
      (#""\"\\\/""#, "\"\\/"), (#""\b\f\n\r\t""#, "\u{8}\u{C}\n\r\t"),
      (#""\u0041\u00e9\u00E9""#, "A\u{E9}\u{E9}"),
      (#""\u0000""#, "\u{0}"), (#""e\u0301""#, "e\u{301}"), (#""\uD83D\uDE00""#, "\u{1F600}"),
      (#""x\udbff\udfffy""#, "x\u{10FFFF}y"), (#""\uFFFF""#, "\u{FFFF}"), (#""\\u0041""#, #"\u0041"#),
    ])
  func escapes(json: String, expected: String) throws {
    var reader = JSONReader(Array(json.utf8))
    let text = try #require(try reader.string())
    #expect(Array(text.utf8) == Array(expected.utf8))
    #expect(!reader.foundLoneSurrogate)
  }

  @Test(
    "Half of a surrogate pair reads as U+FFFD and is noticed",
    arguments: [
      (#""\uD83D""#, "\u{FFFD}"), (#""\uDE00""#, "\u{FFFD}"), (#""\uD83Dx""#, "\u{FFFD}x"),
      (#""\uD83D\n""#, "\u{FFFD}\n"), (#""\uD83D\u0041""#, "\u{FFFD}A"),
      (#""\uDE00\uD83D""#, "\u{FFFD}\u{FFFD}"),
      (#""\uD83D\uD83D\uDE00""#, "\u{FFFD}\u{1F600}"),
    ])
  func loneSurrogates(json: String, expected: String) throws {
    var reader = JSONReader(Array(json.utf8))
    #expect(try reader.string() == expected)
    #expect(reader.foundLoneSurrogate)
    try reader.finish()
  }

  @Test(
    "A value of another type is skipped, and the next one is read",
    arguments: ["1", "1.5", "true", "null", "\"x\"", "[1,[2]]", "{\"a\":{\"b\":1}}"])
  func wrongTypeIsSkipped(value: String) throws {
    let json = Array("[\(value),\(value),\(value),\(value),\(value),7]".utf8)
    var reader = JSONReader(json)
    #expect(try reader.enterArray())
    var text: String?
    var number: Int?
    var truth: Bool?
    if try reader.nextElement() { text = try reader.string() }
    if try reader.nextElement() { number = try reader.integer() }
    if try reader.nextElement() { truth = try reader.bool() }
    if try reader.nextElement(), !value.hasPrefix("[") {
      #expect(try reader.enterArray() == false)
    } else {
      try reader.skip()
    }
    if try reader.nextElement(), !value.hasPrefix("{") {
      #expect(try reader.enterObject() == false)
    } else {
      try reader.skip()
    }
    #expect(text == (value == "\"x\"" ? "x" : nil))
    #expect(number == (value == "1" ? 1 : nil))
    #expect(truth == (value == "true" ? true : nil))
    #expect(try reader.nextElement())
    #expect(try reader.integer() == 7)
    #expect(try reader.nextElement() == false)
    try reader.finish()
  }

  @Test("Only null is skipped as null")
  func nullIsSkipped() throws {
    var reader = JSONReader(Array("[ null , 1 ]".utf8))
    #expect(try reader.enterArray())
    #expect(try reader.nextElement())
    #expect(try reader.skipNull())
    #expect(try reader.nextElement())
    #expect(try reader.skipNull() == false)
    #expect(try reader.integer() == 1)
  }
}
