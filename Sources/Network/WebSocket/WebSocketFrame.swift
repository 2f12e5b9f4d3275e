/// Writes WebSocket frames (RFC 6455, section 5.2), always whole and final.
enum WebSocketFrame {
  enum Opcode: UInt8 {
    case text = 0x1
    case close = 0x8
    case ping = 0x9
    case pong = 0xA
  }

  /// Replaces `frame` by one frame around the payload. A client's frames carry a mask, a server's none.
  static func encode(_ opcode: Opcode, _ payload: Span<UInt8>, mask: UInt32?, into frame: inout [UInt8]) {
    frame.removeAll(keepingCapacity: true)
    frame.append(0x80 | opcode.rawValue)
    let maskBit: UInt8 = mask == nil ? 0 : 0x80
    switch payload.count {
    case ..<126:
      frame.append(maskBit | UInt8(payload.count))
    case ..<65536:
      frame.append(maskBit | 126)
      append(UInt64(payload.count), bytes: 2, to: &frame)
    default:
      frame.append(maskBit | 127)
      append(UInt64(payload.count), bytes: 8, to: &frame)
    }
    guard let mask else {
      payload.withUnsafeBufferPointer { frame.append(contentsOf: $0) }
      return
    }
    append(UInt64(mask), bytes: 4, to: &frame)
    for index in payload.indices {
      frame.append(payload[index] ^ UInt8(truncatingIfNeeded: mask >> UInt32(24 - 8 * (index & 3))))
    }
  }

  /// The payload of a close frame: the code and as much of the reason as fits, cut between characters.
  static func closePayload(code: Int, reason: String) -> [UInt8] {
    var payload = [UInt8(truncatingIfNeeded: code >> 8), UInt8(truncatingIfNeeded: code)]
    for character in reason {
      guard payload.count + character.utf8.count <= maximumControlPayload else { break }
      payload.append(contentsOf: character.utf8)
    }
    return payload
  }

  /// RFC 6455, section 5.5.
  private static let maximumControlPayload = 125

  private static func append(_ value: UInt64, bytes: Int, to frame: inout [UInt8]) {
    for index in stride(from: bytes - 1, through: 0, by: -1) {
      frame.append(UInt8(truncatingIfNeeded: value >> UInt64(8 * index)))
    }
  }
}
