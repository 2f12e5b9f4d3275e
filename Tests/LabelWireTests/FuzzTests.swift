import LabelWire
import Labels
import Testing

/// Bounded and seeded: a failing seed repeats. What a reader makes of the bytes is checked where it makes anything of
/// them: a message that was read must be written and read to the same.
@Suite("Bytes by chance")
struct FuzzTests {
  @Test("Random bytes make a message or an error, never a trap", arguments: 0..<60)
  func randomBytes(seed: UInt64) {
    var values = RandomValues(seed: seed)
    for _ in 0..<40 {
      let bytes = (0..<values.draw(0...64)).map { _ in values.byte() }
      check(bytes)
    }
  }

  @Test("Tokens of JSON in random order make a message or an error", arguments: 0..<60)
  func randomTokens(seed: UInt64) {
    var values = RandomValues(seed: seed)
    let tokens = [
      "{", "}", "[", "]", ",", ":", "\"", "\"type\"", "\"edit\"", "\"hello\"", "\"sequence\"", "\"ids\"", "1",
      "-",
      "0", ".", "e", "\\u", "\\", "d83d", "null", "true", " ", "\"kind\"", "\"place\"", "\"resume\"",
      "\"outcomes\"",
    ]
    for _ in 0..<40 {
      let text = (0..<values.draw(1...30)).map { _ in tokens[values.draw(0...tokens.count - 1)] }.joined()
      check(Array(text.utf8))
    }
  }

  @Test("A valid message with some bytes changed makes a message or an error", arguments: 0..<150)
  func mutations(seed: UInt64) {
    var values = RandomValues(seed: seed)
    let original = values.bool() ? values.clientMessage().json : values.serverMessage().json
    for _ in 0..<20 {
      var bytes = original
      for _ in 0...values.draw(0...3) { mutate(&bytes, with: &values) }
      check(bytes)
    }
  }

  private func mutate(_ bytes: inout [UInt8], with values: inout RandomValues) {
    guard !bytes.isEmpty else { return }
    let position = values.draw(0...bytes.count - 1)
    switch values.draw(0...4) {
    case 0: bytes[position] = values.byte()
    case 1: bytes.remove(at: position)
    case 2: bytes.insert(values.byte(), at: position)
    case 3: bytes.removeSubrange(position...)
    default:
      let end = values.draw(position...bytes.count - 1)
      bytes.insert(contentsOf: bytes[position...end], at: position)
    }
  }

  private func check(_ bytes: [UInt8]) {
    if let message = try? ClientMessage(json: bytes), isReadable(message) {
      #expect((try? ClientMessage(json: message.json)) == message, "\(bytes)")
    }
    if let message = try? ServerMessage.read(json: bytes) {
      #expect((try? ServerMessage.read(json: message.json)) == message, "\(bytes)")
    }
    if let effects = EffectCoding.decode(bytes) {
      #expect(EffectCoding.decode(EffectCoding.encode(effects)) == effects, "\(bytes)")
    }
    if let outcome = OutcomeCoding.decode(bytes) {
      #expect(OutcomeCoding.decode(OutcomeCoding.encode(outcome)) == outcome, "\(bytes)")
    }
  }

  /// An edit that could not be read has nothing to be written.
  private func isReadable(_ message: ClientMessage) -> Bool {
    guard case .edit(let edit) = message else { return true }
    return (try? edit.content.get()) != nil
  }
}
