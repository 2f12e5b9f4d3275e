/// Takes the frames that a server sends apart, knowing nothing of how they were made.
enum FrameParser {
  /// The payloads of whole, unmasked text frames of one message each (RFC 6455, 5.2).
  static func payloads(_ bytes: [UInt8]) throws(Violation) -> [[UInt8]] {
    var payloads: [[UInt8]] = []
    var rest = bytes[...]
    while !rest.isEmpty {
      guard rest.popFirst() == 0x81, let short = rest.popFirst() else { throw Violation("no text frame") }
      var count = Int(short)
      if short == 126 || short == 127 {
        let size = short == 126 ? 2 : 8
        guard rest.count >= size else { throw Violation("a header was cut") }
        count = rest.prefix(size).reduce(0) { $0 << 8 | Int($1) }
        rest = rest.dropFirst(size)
      }
      guard count <= rest.count else { throw Violation("a frame was cut") }
      payloads.append(Array(rest.prefix(count)))
      rest = rest.dropFirst(count)
    }
    return payloads
  }
}
