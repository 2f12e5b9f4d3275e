import CZlib

/// Compression in zlib's format (RFC 1950), which browsers call `deflate`.
public enum Zlib {
  /// The bytes, compressed. O(n); may run anywhere.
  ///
  /// - Parameter level: 1, quickest, to 9, smallest.
  /// - Returns: nil if memory is lacking.
  public static func deflate(_ bytes: [UInt8], level: Int32 = 6) -> [UInt8]? {
    var size = compressBound(uLong(bytes.count))
    let compressed = [UInt8](unsafeUninitializedCapacity: Int(size)) { buffer, count in
      let result = compress2(buffer.baseAddress, &size, bytes, uLong(bytes.count), level)
      count = result == Z_OK ? Int(size) : 0
    }
    return compressed.isEmpty ? nil : compressed
  }

  /// What was compressed; nil if the bytes are no whole stream of zlib's, or hold more than `limit` bytes.
  public static func inflate(_ bytes: [UInt8], limit: Int) -> [UInt8]? {
    var capacity = min(limit, max(1024, bytes.count * 8))
    while true {
      var size = uLong(capacity)
      var result = Z_OK
      let inflated = [UInt8](unsafeUninitializedCapacity: capacity) { buffer, count in
        result = uncompress(buffer.baseAddress, &size, bytes, uLong(bytes.count))
        count = result == Z_OK ? Int(size) : 0
      }
      if result == Z_OK { return inflated }
      guard result == Z_BUF_ERROR, capacity < limit else { return nil }
      capacity = min(limit, capacity * 4)
    }
  }
}
