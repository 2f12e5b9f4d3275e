import Testing

@testable import Network

@Suite("Frames as a message stream reads them")
struct ServerFrameTests {
  @Test("Lengths of one, three and nine bytes", arguments: [0, 125, 126, 65_535, 65_536])
  func lengths(count: Int) throws {
    var bytes: [UInt8] = []
    WebSocketFrame.encode(.text, [UInt8](repeating: 7, count: count).span, mask: nil, into: &bytes)
    let whole = bytes + [0x81]
    try whole.withUnsafeBytes { whole in
      let frame = try #require(ServerFrame(whole))
      #expect(frame.payload.count == count)
      #expect(frame.length == bytes.count)
      #expect(frame.opcode == 1 && frame.isFinal)
    }
  }

  @Test("A frame that has not come whole is none", arguments: [0, 1, 2, 3, 4, 203])
  func partial(come: Int) {
    var bytes: [UInt8] = []
    WebSocketFrame.encode(.ping, [UInt8](repeating: 7, count: 200).span, mask: nil, into: &bytes)
    #expect(bytes.count == 204)
    bytes[..<come].withUnsafeBytes { #expect(ServerFrame($0) == nil) }
  }

  @Test("A length that no memory has is waited for, not believed")
  func enormous() {
    let bytes: [UInt8] = [0x82, 127, 255, 255, 255, 255, 255, 255, 255, 255, 1]
    bytes.withUnsafeBytes { #expect(ServerFrame($0) == nil) }
  }
}
