internal import Labels

extension Identifier {
  /// As the database keeps it: 16 bytes, big-endian.
  var stored: Value {
    .blob(
      (0..<16).map { index in
        UInt8(truncatingIfNeeded: (index < 8 ? high : low) >> UInt64(56 - 8 * (index & 7)))
      })
  }

  /// Reads the 16 bytes.
  init(stored bytes: [UInt8]) {
    var words: (high: UInt64, low: UInt64) = (0, 0)
    for (index, byte) in bytes.enumerated() {
      if index < 8 {
        words.high = words.high << 8 | UInt64(byte)
      } else {
        words.low = words.low << 8 | UInt64(byte)
      }
    }
    self.init(high: words.high, low: words.low)
  }
}
