import Simulation
import Synchronization

/// Many seeds, shared between some threads.
struct Campaign {
  struct Result: Sendable {
    var seeds = 0
    var steps = 0
    var coverage = Coverage()
    var failed: (seed: UInt64, failure: Run.Failure)?
    var duration = Duration.zero

    var summary: String {
      let seconds = duration / .seconds(1)
      return "\(seeds) seeds, \(steps) steps in \(Int(seconds)) s: \(Int(Double(steps) / seconds)) steps/s, "
        + (failed == nil ? "no violation" : "A VIOLATION")
    }

    mutating func add(_ other: Result) {
      seeds += other.seeds
      steps += other.steps
      coverage.add(other.coverage)
      if let theirs = other.failed, theirs.seed < failed?.seed ?? .max { failed = theirs }
    }
  }

  /// The next seed, and the lowest that failed: seeds above it need not be played.
  private final class Shared: Sendable {
    let next: Atomic<Int>
    let end: Atomic<Int>

    init(first: Int, end: Int) {
      next = Atomic(first)
      self.end = Atomic(end)
    }
  }

  private let options: Options

  init(_ options: Options) {
    self.options = options
  }

  func run() async -> Result {
    let shared = Shared(first: options.first, end: options.first + options.seeds)
    let start = ContinuousClock.now
    var sum = await withTaskGroup(of: Result.self) { group in
      for _ in 0..<options.jobs { group.addTask { @concurrent in play(shared) } }
      return await group.reduce(into: Result()) { $0.add($1) }
    }
    sum.duration = start.duration(to: .now)
    return sum
  }

  private func play(_ shared: Shared) -> Result {
    var result = Result()
    while true {
      let seed = shared.next.add(1, ordering: .relaxed).oldValue
      guard seed < shared.end.load(ordering: .relaxed) else { return result }
      let steps = Schedule.steps(seed: UInt64(seed), count: options.steps)
      let (world, failure) = Run.play(steps, seed: UInt64(seed))
      result.seeds += 1
      result.steps += steps.count
      result.coverage.add(world.coverage)
      if let failure {
        result.failed = (UInt64(seed), failure)
        shared.end.store(options.first, ordering: .relaxed)
      }
      if (seed - options.first + 1) % 1_000 == 0 { print("\(seed - options.first + 1) seeds") }
    }
  }
}
