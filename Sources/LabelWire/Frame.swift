/// The bytes of unmasked WebSocket frames (RFC 6455, 5.2), as a server sends them.
public enum Frame {
  /// One binary message in one frame.
  public static func binary(_ payload: [UInt8]) -> [UInt8] {
    var frame: [UInt8] = []
    frame.reserveCapacity(payload.count + 10)
    append(payload, opcode: 0x2, to: &frame)
    return frame
  }

  /// One text message in one frame.
  public static func text(_ payload: [UInt8]) -> [UInt8] {
    var frame: [UInt8] = []
    frame.reserveCapacity(payload.count + 10)
    append(text: payload, to: &frame)
    return frame
  }

  /// Appends one text message in one frame: a header of 2, 4 or 10 bytes, then the payload.
  public static func append(text payload: [UInt8], to bytes: inout [UInt8]) {
    append(payload, opcode: 0x1, to: &bytes)
  }

  private static func append(_ payload: [UInt8], opcode: UInt8, to bytes: inout [UInt8]) {
    bytes.append(0x80 | opcode)
    switch payload.count {
    case ..<126:
      bytes.append(UInt8(payload.count))
    case ..<65_536:
      bytes.append(126)
      appendBigEndian(payload.count, bytes: 2, to: &bytes)
    default:
      bytes.append(127)
      appendBigEndian(payload.count, bytes: 8, to: &bytes)
    }
    bytes.append(contentsOf: payload)
  }

  private static func appendBigEndian(_ value: Int, bytes count: Int, to bytes: inout [UInt8]) {
    for shift in stride(from: 8 * (count - 1), through: 0, by: -8) {
      bytes.append(UInt8(truncatingIfNeeded: value >> shift))
    }
  }
}
