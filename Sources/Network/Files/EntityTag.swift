/// A strong entity tag (RFC 9110, section 8.8.3) that follows from a file's content alone.
enum EntityTag {
  /// 64-bit FNV-1a and the length. It tells versions of a file apart; it does not resist forgery.
  static func of(_ content: [UInt8]) -> String {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in content { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    return "\"\(String(hash, radix: 16))-\(String(content.count, radix: 16))\""
  }

  /// Whether an If-None-Match field names the tag, so that the peer's copy is still good.
  static func isNamed(_ tag: String, in ifNoneMatch: String) -> Bool {
    ifNoneMatch.split(separator: ",").contains { candidate in
      let candidate = candidate.drop { $0 == " " }.prefix { $0 != " " }
      return candidate == "*" || candidate == tag || candidate == "W/" + tag
    }
  }
}
