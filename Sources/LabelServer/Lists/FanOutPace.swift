/// How often a list writes to all its connections.
///
/// Each write costs about the same however much it carries, so while one batch follows the other they are sent together: after all
/// were written to, it pauses for as long as that took. So at most half of the loop's time goes into it, and nobody waits for longer
/// than another such round. Where no batch is on its way to the disk it never pauses: an edit that comes alone is told at once.
struct FanOutPace {
  private var cost: Duration = .zero
  private var last: ContinuousClock.Instant?

  /// For how much longer all are to wait; nil: not at all.
  func pause(until now: ContinuousClock.Instant, whileMoreComes: Bool) -> Duration? {
    guard whileMoreComes, let last else { return nil }
    let left = cost - last.duration(to: now)
    return left > .zero ? left : nil
  }

  /// All were written to.
  mutating func wroteToAll(from start: ContinuousClock.Instant, until end: ContinuousClock.Instant) {
    cost = start.duration(to: end)
    last = end
  }
}
