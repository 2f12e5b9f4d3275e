import LabelWire
import Labels
import Testing

@Suite("Messages from the server")
struct ServerMessageTests {
  static func read(_ json: String) throws(UnreadableServerMessage) -> ServerMessage? {
    try ServerMessage.read(json: Array(json.utf8))
  }

  @Test("Every message reads back as it was written", arguments: 0..<400)
  func messagesComeBack(seed: UInt64) throws {
    var values = RandomValues(seed: seed)
    let message = values.serverMessage()
    #expect(try ServerMessage.read(json: message.json) == message)
  }

  @Test("A message of a type to come is ignored")
  func unknownTypes() throws {
    #expect(try Self.read(#"{"type":"cursor","people":[]}"#) == nil)
  }

  @Test(
    "What is no message, or lacks a field that a replica needs, is an error",
    arguments: [
      "", "1", "[]", "{}", "{\"type\":7}", "{\"type\":\"beat\"", "{\"type\":\"beat\"}]",
      "{\"type\":\"welcome\"}",
      "{\"type\":\"diff\"}", "{\"type\":\"diff\",\"changes\":{}}", "{\"type\":\"diff\",\"changes\":[1]}",
      "{\"type\":\"diff\",\"changes\":[{\"revision\":1}]}", "{\"type\":\"settled\"}",
      "{\"type\":\"snapshot\"}", "{\"type\":\"list\",\"title\":\"Tiles\"}",
    ])
  func unreadable(json: String) {
    #expect(throws: UnreadableServerMessage.self) { try Self.read(json) }
  }

  @Test("A diff with one effect that cannot be read is unreadable as a whole")
  func diffsAreWhole() {
    let effects = [#"{"effect":"reversed","value":1}"#, #"{"effect":"exploded","value":1}"#]
    for effect in effects {
      let json =
        #"{"type":"diff","changes":[{"revision":1,"hash":"00000000000000aa","author":1,"sequence":1,"time":0,"#
        + #""effects":[{"effect":"reversed","value":0},\#(effect)]}]}"#
      if effect == effects[0] {
        #expect(throws: Never.self) { try Self.read(json) }
      } else {
        #expect(throws: UnreadableServerMessage.self) { try Self.read(json) }
      }
    }
  }

  @Test("An outcome of a kind to come is left out, the others stay")
  func unknownOutcomes() throws {
    let json =
      #"{"type":"settled","outcomes":[{"sequence":1,"outcome":"postponed","asOf":1},1,"#
      + #"{"sequence":2,"outcome":"noEffect","asOf":1}]}"#
    #expect(
      try Self.read(json) == .settled([Settlement(sequence: 2, outcome: Outcome(.noEffect, asOf: 1))]))
  }

  @Test("Each reason of a close has a code of RFC 6455 or of 4000–4999, and a sentence")
  func closeCodes() {
    for reason in Disconnect.allCases {
      #expect([1001, 1008, 1011].contains(reason.code) || (4000...4999).contains(reason.code))
      #expect(reason.sentence.hasSuffix("."))
      // RFC 6455, 5.5: a control frame holds 125 bytes, two of them the code.
      #expect(reason.rawValue.utf8.count <= 123)
    }
  }
}
