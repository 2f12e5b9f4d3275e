import LabelWire
import Labels
import Testing

@Suite("Messages from clients")
struct ClientMessageTests {
  static let client = "6f0c2c5e-6a0e-4b3c-9d0a-0c3a7c7f9b11"
  static let secret = "0123456789abcdef"

  static func read(_ json: String) throws(Disconnect) -> ClientMessage {
    try ClientMessage(json: Array(json.utf8))
  }

  @Test("Every message reads back as it was written", arguments: 0..<400)
  func messagesComeBack(seed: UInt64) throws {
    var values = RandomValues(seed: seed)
    let message = values.clientMessage()
    #expect(try ClientMessage(json: message.json) == message)
  }

  @Test("Unknown fields are ignored, wherever they stand")
  func unknownFields() throws {
    let message = try Self.read(
      #"{"new":{"type":"hello"},"acknowledgedThrough":3,"newer":[[1]],"type":"acknowledge","newest":null}"#)
    #expect(message == .acknowledge(through: 3))
  }

  @Test("Of a key given twice the last value counts")
  func duplicateKeys() throws {
    let id = numberedID(1), other = numberedID(2)
    #expect(
      try Self.read(#"{"type":"beat","type":"acknowledge","acknowledgedThrough":1,"acknowledgedThrough":2}"#)
        == .acknowledge(through: 2))
    let edit = try Self.read(
      #"{"type":"edit","sequence":1,"kind":"remove","ids":["\#(id)"],"ids":["\#(other)"],"sequence":2}"#)
    #expect(
      edit == .edit(EditMessage(sequence: 2, acknowledgedThrough: 0, content: .success(.remove([other])))))
  }

  @Test(
    "What is no message is refused with the code that the protocol gives it",
    arguments: [
      ("", .badMessage), ("[]", .badMessage), ("1", .badMessage), ("null", .badMessage), ("{}", .badMessage),
      ("{\"type\":1}", .badMessage), ("{\"type\":null}", .badMessage), ("{\"type\":\"beat\"", .badMessage),
      ("{\"type\":\"beat\"}{}", .badMessage), ("{\"type\":\"shout\"}", .unknownMessage),
      ("{\"type\":\"welcome\"}", .unknownMessage), ("{\"type\":\"\"}", .unknownMessage),
      ("{\"type\":\"acknowledge\"}", .badMessage),
      ("{\"type\":\"acknowledge\",\"acknowledgedThrough\":-1}", .badMessage),
      ("{\"type\":\"acknowledge\",\"acknowledgedThrough\":\"1\"}", .badMessage),
      ("{\"type\":\"edit\",\"kind\":\"withdraw\"}", .badMessage),
      ("{\"type\":\"edit\",\"sequence\":0,\"kind\":\"withdraw\"}", .badMessage),
      ("{\"type\":\"edit\",\"sequence\":-1,\"kind\":\"withdraw\"}", .badMessage),
      ("{\"type\":\"edit\",\"sequence\":1.5,\"kind\":\"withdraw\"}", .badMessage),
      ("{\"type\":\"edit\",\"sequence\":9007199254740992,\"kind\":\"withdraw\"}", .badMessage),
      ("{\"type\":\"hello\"}", .badHello),
    ] as [(String, Disconnect)])
  func refusals(json: String, reason: Disconnect) {
    #expect(throws: reason) { try Self.read(json) }
  }

  /// The fields of a good hello, of which a test replaces some; an empty value leaves the field out.
  static func hello(_ replacements: [String: String]) -> String {
    var fields = [
      "client": "\"\(client)\"", "secret": "\"\(secret)\"", "claimed": "false", "acknowledgedThrough": "0",
      "resume": "null",
    ]
    fields.merge(replacements) { $1 }
    let members = fields.filter { !$1.isEmpty }.sorted { $0.key < $1.key }.map { "\"\($0)\":\($1)" }
    return "{\"type\":\"hello\"," + members.joined(separator: ",") + "}"
  }

  @Test(
    "A hello with a field missing or of a wrong form is refused",
    arguments: [
      ("client", ""), ("client", "1"), ("client", "\"6f0c\""), ("client", "null"), ("secret", ""),
      ("secret", "7"),
      ("secret", "\"0123456789abcde\""), ("secret", "\"0123456789abcde \""),
      ("secret", "\"0123456789abcd\u{E9}\""),
      ("secret", "\"" + String(repeating: "s", count: 129) + "\""), ("claimed", ""), ("claimed", "0"),
      ("acknowledgedThrough", ""), ("acknowledgedThrough", "-1"), ("resume", "1"), ("resume", "{}"),
      ("resume", #"{"list":"\#(client)","epoch":"e","revision":-1,"hash":"00000000000000aa"}"#),
      ("resume", #"{"list":"\#(client)","epoch":"e","revision":1,"hash":"aa"}"#),
      ("resume", #"{"list":"\#(client)","epoch":1,"revision":1,"hash":"00000000000000aa"}"#),
    ])
  func badHellos(field: String, value: String) throws {
    _ = try Self.read(Self.hello([:]))
    #expect(throws: Disconnect.badHello) { try Self.read(Self.hello([field: value])) }
  }

  @Test("A secret of 16 to 128 printable characters is accepted", arguments: [16, 128])
  func secretLengths(count: Int) throws {
    let secret = String(repeating: "~", count: count)
    guard case .hello(let hello) = try Self.read(Self.hello(["secret": "\"\(secret)\"", "resume": ""])) else {
      Issue.record("not a hello")
      return
    }
    #expect(hello.secret == secret)
    #expect(hello.resume == nil)
  }

  static let id = "00000000-0000-0000-0000-000000000001"

  /// Each lacks something, or has a field of a wrong type.
  static let malformed = [
    "", #""kind":1"#, #""kind":"explode""#, #""kind":"undo","of":1"#, #""kind":"remove","ids":"\#(id)""#,
    #""kind":"remove","ids":["\#(id)",1]"#, #""kind":"remove","ids":["x"]"#,
    #""kind":"include","ids":["\#(id)"]"#,
    #""kind":"include","ids":["\#(id)"],"isIncluded":"true""#,
    #""kind":"rename","ids":["\#(id)"],"name":"a","base":"b""#,
    #""kind":"rename","ids":["\#(id)"],"name":"a","base":"b","seen":-1"#,
    #""kind":"rename","ids":["\#(id)"],"name":["a"],"base":"b","seen":1"#,
    #""kind":"rename","ids":["\#(id)","\#(id)"],"name":"a","base":"b","seen":1"#,
    #""kind":"insert","ids":[],"name":"a","isIncluded":true,"place":["last"],"orientation":0"#,
    #""kind":"insert","ids":["\#(id)"],"name":"a","isIncluded":true,"place":["last"],"orientation":2"#,
    #""kind":"insert","ids":["\#(id)"],"name":"a","isIncluded":true,"place":["last"]"#,
    #""kind":"move","ids":["\#(id)"],"place":"last","orientation":0"#,
    #""kind":"move","ids":["\#(id)"],"place":["last","\#(id)"],"orientation":0"#,
    #""kind":"move","ids":["\#(id)"],"place":["after"],"orientation":0"#,
    #""kind":"move","ids":["\#(id)"],"place":["after","x"],"orientation":0"#,
    #""kind":"move","ids":["\#(id)"],"place":["beside","\#(id)"],"orientation":0"#,
    #""kind":"move","ids":["\#(id)"],"place":["after","\#(id)","\#(id)"],"orientation":0"#,
    #""kind":"move","ids":["\#(id)"],"place":[],"orientation":0"#,
    #""kind":"move","ids":["\#(id)"],"place":[1],"orientation":0"#, #""kind":"reverse""#,
    #""kind":"reverse","orientation":true"#,
  ]

  @Test("An edit that makes no sense still has its sequence, before or behind it", arguments: malformed)
  func sequenceIsNotHidden(fields: String) throws {
    let expected = ClientMessage.edit(
      EditMessage(sequence: 5, acknowledgedThrough: 4, content: .failure(.malformed)))
    let more = fields.isEmpty ? "" : "," + fields
    #expect(try Self.read(#"{"type":"edit","sequence":5,"acknowledgedThrough":4\#(more)}"#) == expected)
    let first = fields.isEmpty ? "" : fields + ","
    #expect(try Self.read(#"{\#(first)"type":"edit","acknowledgedThrough":4,"sequence":5}"#) == expected)
    #expect(UnreadableEdit.malformed.rejection == .invalidEdit)
  }

  @Test(
    "Half of a surrogate pair anywhere makes an edit's name invalid, not the message",
    arguments: [
      #""kind":"rename","ids":["\#(id)"],"name":"a\uD83D","base":"b","seen":1"#,
      #""kind":"withdraw","x":"\uDE00""#,
    ])
  func loneSurrogate(fields: String) throws {
    let expected = EditMessage(sequence: 5, acknowledgedThrough: 0, content: .failure(.loneSurrogate))
    #expect(try Self.read(#"{"type":"edit","sequence":5,\#(fields)}"#) == .edit(expected))
    #expect(UnreadableEdit.loneSurrogate.rejection == .invalidName)
  }

  @Test("An edit without an acknowledgement acknowledges nothing")
  func acknowledgementIsOptional() throws {
    for value in ["", #""acknowledgedThrough":-4,"#, #""acknowledgedThrough":"x","#] {
      let message = try Self.read(#"{"type":"edit",\#(value)"sequence":1,"kind":"withdraw"}"#)
      #expect(
        message == .edit(EditMessage(sequence: 1, acknowledgedThrough: 0, content: .success(.withdraw))))
    }
  }
}
