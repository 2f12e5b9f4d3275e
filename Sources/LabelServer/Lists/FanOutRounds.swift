import LabelEngine

/// The rounds in which all connections of a list are written to, each of which gets what was published until it is its turn.
///
/// A write costs about the same however much it carries, so while one batch follows the other they travel together: after a round it
/// pauses for as long as the round's writes took. So at most half of the loop's time goes into them, and nobody waits for longer than
/// another such round. Where no batch is on its way to the disk it never pauses: an edit that comes alone is told at once.
struct FanOutRounds {
  private var waiting: [SessionID] = []
  private var position = 0
  private var cost: Duration = .zero
  private var end: ContinuousClock.Instant?

  /// Somebody's turn is still to come.
  var isUnderWay: Bool { position < waiting.count }

  /// For how much longer the next round is to wait; nil: not at all.
  func pause(until now: ContinuousClock.Instant, whileMoreComes: Bool) -> Duration? {
    guard whileMoreComes, let end else { return nil }
    let left = cost - end.duration(to: now)
    return left > .zero ? left : nil
  }

  /// Begins a round.
  mutating func begin(_ sessions: [SessionID]) {
    waiting = sessions
    position = 0
    cost = .zero
  }

  /// Who is next; nil at the end of the round. It may be gone by now.
  mutating func next() -> SessionID? {
    guard isUnderWay else { return nil }
    defer { position += 1 }
    return waiting[position]
  }

  /// Some of those who were next were written to.
  mutating func wrote(from start: ContinuousClock.Instant, until now: ContinuousClock.Instant) {
    cost += start.duration(to: now)
    guard !isUnderWay else { return }
    waiting = []
    position = 0
    end = now
  }
}
