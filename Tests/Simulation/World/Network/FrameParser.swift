/// Takes the frames that a server sends apart, knowing nothing of how they were made.
enum FrameParser {
  /// The payloads of whole, unmasked text frames of one message each (RFC 6455, 5.2).
  static func payloads(_ bytes: [UInt8]) throws(Violation) -> [[UInt8]] {
    var payloads: [[UInt8]] = []
    var index = 0
    while index < bytes.count {
      guard index + 2 <= bytes.count, bytes[index] == 0x81 else { throw Violation("no whole text frame") }
      var count = Int(bytes[index + 1])
      index += 2
      if count > 125 {
        let size = count == 126 ? 2 : 8
        guard index + size <= bytes.count else { throw Violation("a frame's header is cut") }
        count = bytes[index..<index + size].reduce(0) { $0 << 8 | Int($1) }
        index += size
      }
      guard index + count <= bytes.count else { throw Violation("a frame is cut") }
      payloads.append(Array(bytes[index..<index + count]))
      index += count
    }
    return payloads
  }
}
