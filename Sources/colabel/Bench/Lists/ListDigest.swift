import Labels

/// Stands for what a list holds.
enum ListDigest {
  /// FNV-1a (Fowler, Noll, Vo), 64 bits, over ids, names and inclusion in order.
  static func of(_ labels: some Sequence<Label>, orientation: Orientation) -> UInt64 {
    var digest: UInt64 = 0xcbf2_9ce4_8422_2325
    func add(_ word: UInt64) { digest = (digest ^ word) &* 0x100_0000_01b3 }
    add(UInt64(orientation.rawValue))
    for label in labels {
      add(label.id.high)
      add(label.id.low)
      for byte in label.name.utf8 { add(UInt64(byte)) }
      add(label.isIncluded ? 0x101 : 0x100)
    }
    return digest
  }
}
