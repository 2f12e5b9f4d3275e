/// Takes steps out of a failing schedule as long as the same rule fails.
public enum Shrinker {
  /// A schedule from which no further step can be taken, or the best within `runs` plays.
  public static func shrink(_ steps: [Step], seed: UInt64, failure: Run.Failure, runs: Int = 3_000) -> (
    steps: [Step], failure: Run.Failure
  ) {
    var best = (steps: Array(steps.prefix(failure.steps)), failure: failure)
    var left = runs
    var size = max(1, best.steps.count / 2)
    while size > 0, left > 0 {
      var isSmaller = false
      var start = 0
      while start < best.steps.count, left > 0 {
        left -= 1
        let end = min(start + size, best.steps.count)
        let trial = Array(best.steps[..<start] + best.steps[end...])
        if let found = Run.play(trial, seed: seed).failure, found.violation.rule == failure.violation.rule {
          best = (Array(trial.prefix(found.steps)), found)
          isSmaller = true
        } else {
          start += size
        }
      }
      if !isSmaller || size > 1 { size = isSmaller ? size : size / 2 }
    }
    return best
  }
}
