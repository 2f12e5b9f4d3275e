/// Counts durations in classes that are at most 1/32 of their size wide, from a microsecond on. Its size is fixed.
struct LatencyHistogram {
  private static let stepsPerDoubling = 32
  private var counts = [Int](repeating: 0, count: 64 * stepsPerDoubling)
  private(set) var count = 0
  private var longestNanoseconds = 0

  var longest: Duration { .nanoseconds(longestNanoseconds) }

  mutating func add(_ duration: Duration) {
    add(nanoseconds: BenchClock.nanoseconds(duration))
  }

  mutating func add(nanoseconds: Int) {
    counts[Self.index(of: max(0, nanoseconds) / 1_000)] += 1
    count += 1
    if nanoseconds > longestNanoseconds { longestNanoseconds = nanoseconds }
  }

  /// The duration that this share of all did not exceed, by the upper end of its class; zero if there are none.
  func quantile(_ share: Double) -> Duration {
    let rank = Int((Double(count) * share).rounded(.up))
    var passed = 0
    for (index, count) in counts.enumerated() where count > 0 {
      passed += count
      if passed >= rank { return min(longest, .microseconds(Self.upperEnd(of: index))) }
    }
    return longest
  }

  /// What was counted since an earlier state of the same histogram. The longest is that of all.
  func since(_ earlier: LatencyHistogram) -> LatencyHistogram {
    var difference = self
    for index in counts.indices { difference.counts[index] -= earlier.counts[index] }
    difference.count -= earlier.count
    return difference
  }

  /// Below 32, a class for each value; then 32 for each doubling.
  private static func index(of value: Int) -> Int {
    guard value >= stepsPerDoubling else { return value }
    let doublings = Int.bitWidth - 1 - value.leadingZeroBitCount - 5
    return doublings * stepsPerDoubling + value >> doublings
  }

  private static func upperEnd(of index: Int) -> Int {
    guard index >= 2 * stepsPerDoubling else { return index }
    let doublings = index / stepsPerDoubling - 1
    return (index - doublings * stepsPerDoubling + 1) << doublings - 1
  }
}
