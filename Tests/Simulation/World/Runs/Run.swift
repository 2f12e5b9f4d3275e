/// The play of one schedule.
public enum Run {
  /// A rule that did not hold, and the step at which that showed.
  public struct Failure: Sendable {
    /// What did not hold.
    public let violation: Violation
    /// The number of steps taken, the failing one included; all of them if it showed only at rest.
    public let steps: Int
  }

  /// Plays a schedule in the world of a seed and lets it come to rest.
  public static func play(_ steps: [Step], seed: UInt64) -> (world: World, failure: Failure?) {
    var world = World(seed: seed)
    var taken = 0
    do throws(Violation) {
      for step in steps {
        taken += 1
        try world.take(step)
      }
      try world.rest()
      return (world, nil)
    } catch {
      return (world, Failure(violation: error, steps: taken))
    }
  }
}
