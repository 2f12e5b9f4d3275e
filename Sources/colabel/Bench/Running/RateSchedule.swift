/// The times at which edits are due at a fixed rate: a grid that no delay moves, so that what comes late counts as late.
struct RateSchedule {
  private let start: Int
  private let perSecond: Int
  private var count = 0

  /// Times in nanoseconds of the clock.
  init(start: Int, perSecond: Int) {
    self.start = start
    self.perSecond = perSecond
  }

  /// When the next edit is due.
  var next: Int { start + count * 1_000_000_000 / perSecond }

  /// Takes the time of an edit that is due by now; nil if none is.
  mutating func take(by now: Int) -> Int? {
    let due = next
    guard due <= now else { return nil }
    count += 1
    return due
  }
}
