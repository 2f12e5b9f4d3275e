/// A dictionary from ids to indexes in many small ones, its buckets: a change while a copy is kept copies one bucket, not
/// all.
///
/// It grows by linear hashing (Litwin 1980), one bucket at a time, so that no insertion rehashes all. Every operation takes
/// constant time, but for the first change behind a copy, which also copies the references to all buckets. Ids that
/// somebody made to fall into one bucket lengthen its copies; finding one of them takes no longer.
struct LabelIndex: Sendable {
  /// Ids for each bucket, on average, at most.
  static let meanLength = 512

  private var buckets: [[LabelID: Int]] = [[:]]
  /// One less than a power of two: the bits of a mixed id that choose a bucket. Of those that they can choose, at least half
  /// are there; one that is not is still part of the bucket that all but the highest bit choose.
  private var mask = 0
  private(set) var count = 0

  subscript(id: LabelID) -> Int? {
    buckets[bucket(of: id)][id]
  }

  /// Returns what was there before.
  @discardableResult
  mutating func updateValue(_ index: Int, forKey id: LabelID) -> Int? {
    let old = buckets[bucket(of: id)].updateValue(index, forKey: id)
    if old == nil {
      count += 1
      if count > buckets.count * Self.meanLength { split() }
    }
    return old
  }

  /// Returns what was there.
  @discardableResult
  mutating func removeValue(forKey id: LabelID) -> Int? {
    let old = buckets[bucket(of: id)].removeValue(forKey: id)
    if old != nil { count -= 1 }
    return old
  }

  /// Makes room for so many ids, unless there are some already.
  mutating func reserveCapacity(_ capacity: Int) {
    guard count == 0 else { return }
    while (mask + 1) * Self.meanLength < capacity { mask = mask << 1 | 1 }
    let length = capacity / (mask + 1)
    buckets = (0...mask).map { _ in Dictionary(minimumCapacity: length) }
  }

  private func bucket(of id: LabelID) -> Int {
    let bucket = Self.mix(id) & mask
    return bucket < buckets.count ? bucket : bucket & mask >> 1
  }

  /// Makes the bucket that is missing first, from the one that its ids are part of.
  private mutating func split() {
    if buckets.count > mask { mask = mask << 1 | 1 }
    let divided = buckets.count & mask >> 1
    let whole = buckets[divided]
    var staying: [LabelID: Int] = Dictionary(minimumCapacity: whole.count / 2)
    var leaving: [LabelID: Int] = Dictionary(minimumCapacity: whole.count / 2)
    for (id, index) in whole {
      if Self.mix(id) & mask == divided { staying[id] = index } else { leaving[id] = index }
    }
    buckets[divided] = staying
    buckets.append(leaving)
  }

  /// Spreads ids over all bits, and in every process alike, unlike `Hasher`.
  private static func mix(_ id: LabelID) -> Int {
    var bits = (id.high ^ id.high >> 32) &* 0x9E37_79B9_7F4A_7C15 ^ id.low
    bits = (bits ^ bits >> 32) &* 0xD6E8_FEB8_6659_FD93
    return Int(truncatingIfNeeded: bits ^ bits >> 32)
  }
}
