import LabelWire
import Testing

@Suite("Frames of text messages")
struct FrameTests {
  /// RFC 6455, 5.2: the shortest form of the length.
  @Test(
    "A header says the length in 2, 4 or 10 bytes",
    arguments: [
      (0, [0x81, 0]), (1, [0x81, 1]), (125, [0x81, 125]), (126, [0x81, 126, 0, 126]),
      (65_535, [0x81, 126, 0xFF, 0xFF]), (65_536, [0x81, 127, 0, 0, 0, 0, 0, 1, 0, 0]),
      (70_000, [0x81, 127, 0, 0, 0, 0, 0, 1, 0x11, 0x70]),
    ] as [(Int, [UInt8])])
  func header(count: Int, header: [UInt8]) {
    let payload = [UInt8](repeating: 0x61, count: count)
    #expect(Frame.text(payload) == header + payload)
    var bytes: [UInt8] = [1, 2]
    Frame.append(text: payload, to: &bytes)
    #expect(bytes == [1, 2] + header + payload)
  }
}
