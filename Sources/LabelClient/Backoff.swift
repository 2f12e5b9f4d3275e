/// Waiting times between attempts to connect: doubling from a quarter of a second to 15 seconds, of which a random part
/// between a half and the whole is waited, so that clients which lost a server together don't return together.
struct Backoff {
  static let shortest: Duration = .milliseconds(250)
  static let longest: Duration = .seconds(15)

  private var next = shortest

  /// How long to wait before the next attempt. `chance` is a random number from 0 to 1.
  mutating func delay(chance: Double) -> Duration {
    defer { next = min(next * 2, Self.longest) }
    return next * (0.5 + chance / 2)
  }

  /// The last attempt led to a lasting connection.
  mutating func reset() {
    next = Self.shortest
  }
}
