/// A whole frame of a server's (RFC 6455, section 5.2), at the beginning of bytes that it does not outlive.
struct ServerFrame {
  let opcode: UInt8
  let isFinal: Bool
  let payload: UnsafeRawBufferPointer
  /// Of head and payload.
  let length: Int

  /// nil: it has not come whole.
  init?(_ bytes: UnsafeRawBufferPointer) {
    guard bytes.count >= 2 else { return nil }
    opcode = bytes[0] & 0x0F
    isFinal = bytes[0] & 0x80 != 0
    let short = Int(bytes[1] & 0x7F)
    let extra = short == 126 ? 2 : short == 127 ? 8 : 0
    guard bytes.count >= 2 + extra else { return nil }
    let long = bytes[2..<2 + extra].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    let count = extra == 0 ? short : Int(clamping: long)
    guard bytes.count - 2 - extra >= count else { return nil }
    payload = UnsafeRawBufferPointer(rebasing: bytes[(2 + extra)..<(2 + extra + count)])
    length = 2 + extra + count
  }
}
