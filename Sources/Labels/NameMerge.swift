/// A three-way merge of names, by grapheme cluster and compared by bytes.
///
/// A name that differs from `base` does so in one *changed region*: what is left between the longest common prefix and
/// then the longest common suffix. Two changed regions that neither overlap nor touch both apply; otherwise the later
/// name wins as a whole. The cost is linear in the names' lengths.
public enum NameMerge: Hashable, Sendable {
  /// Both changes survive in this name.
  case merged(String)
  /// They are at the same place of the text: the later name stands.
  case conflict

  /// Merges the name that an editor which held `base` asks for into the current one.
  public static func merge(base: String, current: String, new: String) -> NameMerge {
    if current.hasSameBytes(as: base) || current.hasSameBytes(as: new) { return .merged(new) }
    if new.hasSameBytes(as: base) { return .merged(current) }
    if base.isEmpty { return .conflict }
    let characters = Array(base)
    let ours = ChangedRegion(from: characters, to: Array(new))
    let theirs = ChangedRegion(from: characters, to: Array(current))
    let (first, second) = ours.range.upperBound < theirs.range.lowerBound ? (ours, theirs) : (theirs, ours)
    guard first.range.upperBound < second.range.lowerBound else { return .conflict }
    var name = String(characters[..<first.range.lowerBound])
    name += String(first.replacement)
    name += String(characters[first.range.upperBound..<second.range.lowerBound])
    name += String(second.replacement)
    name += String(characters[second.range.upperBound...])
    return .merged(name)
  }
}

/// The one region in which a name differs from its base, and what stands there instead.
private struct ChangedRegion {
  let range: Range<Int>
  let replacement: ArraySlice<Character>

  init(from base: [Character], to other: [Character]) {
    let most = min(base.count, other.count)
    var prefix = 0
    while prefix < most, base[prefix].hasSameBytes(as: other[prefix]) { prefix += 1 }
    var suffix = 0
    while suffix < most - prefix,
      base[base.count - 1 - suffix].hasSameBytes(as: other[other.count - 1 - suffix])
    {
      suffix += 1
    }
    range = prefix..<base.count - suffix
    replacement = other[prefix..<other.count - suffix]
  }
}

extension Character {
  fileprivate func hasSameBytes(as other: Character) -> Bool {
    utf8.elementsEqual(other.utf8)
  }
}
