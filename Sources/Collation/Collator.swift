import CICU

/// The order of texts in a language, as ICU's data has it: accents count, case does not, and digits count as numbers
/// ("Item 2" before "item 10").
public struct Collator: ~Copyable {
  private let collator: OpaquePointer?

  /// A collator for a BCP 47 language tag; of a language that is not known, for the root order of Unicode.
  public init(language tag: String) {
    collator = colabel_collator_open(tag)
  }

  deinit {
    if let collator { colabel_collator_close(collator) }
  }

  /// Bytes that stand in the order of the texts, when compared one by one. Linear in the text's length.
  ///
  /// Equal for texts that differ in case alone. Empty for all if ICU has no data at all.
  public func key(of text: String) -> [UInt8] {
    guard let collator else { return [] }
    let units = Array(text.utf16)
    var key = write(units, collator, capacity: 3 * units.count + 32)
    if key.needed > key.bytes.count { key = write(units, collator, capacity: key.needed) }
    return key.bytes
  }

  private func write(
    _ units: [UInt16], _ collator: OpaquePointer, capacity: Int
  ) -> (bytes: [UInt8], needed: Int) {
    var needed = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: capacity) { buffer, count in
      needed = Int(
        colabel_collator_key(
          collator, units, Int32(units.count), buffer.baseAddress, Int32(clamping: capacity)))
      count = min(needed, capacity)
    }
    return (bytes, needed)
  }
}
