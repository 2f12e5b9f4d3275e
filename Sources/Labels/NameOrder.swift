internal import Collation

/// The order of names in a language: by its collation, without regard to case; then by bytes; equal ones as they stood.
struct NameOrder {
  private struct Entry {
    let key: [UInt8]
    let name: String
    let position: Int

    func precedes(_ other: Entry) -> Bool {
      if key != other.key { return key.lexicographicallyPrecedes(other.key) }
      return name.utf8.lexicographicallyPrecedes(other.name.utf8)
    }
  }

  /// Where the names stand that belong at each place, in canonical order.
  let positions: [Int]

  /// The order of names that are given in canonical order, so that it is theirs on a screen of this orientation.
  init(of names: [String], in language: LanguageTag, seenAs orientation: Orientation) {
    let collator = Collator(language: language.description)
    var entries: [Entry] = []
    entries.reserveCapacity(names.count)
    for (position, name) in names.enumerated() {
      entries.append(Entry(key: collator.key(of: name), name: name, position: position))
    }
    // Sorting is stable: who is equal stays as the author saw it.
    if orientation == .reversed { entries.reverse() }
    entries.sort { $0.precedes($1) }
    if orientation == .reversed { entries.reverse() }
    positions = entries.map(\.position)
  }
}
