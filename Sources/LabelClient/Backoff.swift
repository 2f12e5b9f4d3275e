/// Waiting times between attempts to connect: doubling from a quarter of a second to 15 seconds, of which a random part
/// between a half and the whole is waited, so that clients which lost a server together don't return together.
struct Backoff {
  static let shortest: Duration = .milliseconds(250)
  static let longest: Duration = .seconds(15)

  private var next = shortest

  /// How long to wait before the next attempt.
  mutating func delay(using generator: inout some RandomNumberGenerator) -> Duration {
    defer { next = min(next * 2, Self.longest) }
    return next * Double.random(in: 0.5...1, using: &generator)
  }

  /// The last attempt led to a lasting connection.
  mutating func reset() {
    next = Self.shortest
  }
}
