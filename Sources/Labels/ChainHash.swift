/// The hash that is chained over a list's log: two replicas with the same one hold the same history.
///
/// FNV-1a with 64 bits (RFC 9923; offset basis and prime as there) over the bytes of the previous hash, least significant
/// first, and of the entry, and then the finalizer of SplitMix64 (Steele, Lea and Flood, "Fast splittable pseudorandom
/// number generators", 2014), because FNV mixes the last bytes badly into the high bits. The same on every machine. It
/// protects against mistakes, not against forgers.
public enum ChainHash {
  /// The hash of an empty log.
  public static let start: UInt64 = 0

  /// The hash of a log that continues the one hashed as `previous` with an entry of these bytes. O(bytes).
  public static func next(after previous: UInt64, entry: Span<UInt8>) -> UInt64 {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for shift in stride(from: UInt64(0), to: 64, by: 8) {
      hash = mixed(hash, UInt8(truncatingIfNeeded: previous >> shift))
    }
    for index in entry.indices { hash = mixed(hash, entry[index]) }
    return finalized(hash)
  }

  /// A fingerprint of an edit's content, to tell whether a sequence was used again for another edit. O(bytes).
  public static func fingerprint(_ bytes: Span<UInt8>) -> UInt64 {
    next(after: start, entry: bytes)
  }

  /// The 16 lower-case hexadecimal digits of a hash, as on the wire.
  public static func text(_ hash: UInt64) -> String {
    let digits = String(hash, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }

  /// Reads what `text(_:)` writes; nil when it is anything else.
  public static func parse(_ text: String) -> UInt64? {
    let isHexadecimal = text.utf8.allSatisfy { byte in
      (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
        || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte)
    }
    guard text.utf8.count == 16, isHexadecimal else { return nil }
    return UInt64(text, radix: 16)
  }

  private static func mixed(_ hash: UInt64, _ byte: UInt8) -> UInt64 {
    (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3
  }

  private static func finalized(_ hash: UInt64) -> UInt64 {
    var bits = hash
    bits = (bits ^ bits >> 30) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ bits >> 27) &* 0x94D0_49BB_1331_11EB
    return bits ^ bits >> 31
  }
}
