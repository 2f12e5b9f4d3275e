import Foundation
import Simulation

/// `simulate`: plays schedules of the simulation, one per seed, and says what it found.
@main struct Simulate {
  static func main() async {
    do {
      let options = try Options(CommandLine.arguments.dropFirst())
      exit(try await run(options) ? 0 : 1)
    } catch {
      FileHandle.standardError.write(Data("simulate: \(error)\n\(Options.usage)\n".utf8))
      exit(2)
    }
  }

  /// Whether every rule held.
  private static func run(_ options: Options) async throws -> Bool {
    if let seed = options.seed { return try playOne(seed, options) }
    let result = await Campaign(options).run()
    print(result.summary)
    print(result.coverage.table.joined(separator: "\n"))
    let empty = result.coverage.empty
    print(empty.isEmpty ? "no empty cells" : "empty cells: \(empty.joined(separator: ", "))")
    guard let failed = result.failed else { return true }
    try report(failed.failure, of: Schedule.steps(seed: failed.seed, count: options.steps), seed: failed.seed)
    return false
  }

  private static func playOne(_ seed: UInt64, _ options: Options) throws -> Bool {
    var steps = Schedule.steps(seed: seed, count: options.steps)
    if let file = options.replay {
      steps = try String(contentsOfFile: file, encoding: .utf8).split(separator: "\n").compactMap { Step($0) }
    }
    let (world, failure) = Run.play(steps, seed: seed)
    if options.isDigest { print(String(world.digest, radix: 16)) }
    guard let failure else { return true }
    guard options.replay == nil else {
      print("violation at step \(failure.steps): \(failure.violation)")
      return false
    }
    try report(failure, of: steps, seed: seed)
    return false
  }

  /// Shrinks a failing schedule, and prints it so that `--replay` can play it.
  private static func report(_ failure: Run.Failure, of steps: [Step], seed: UInt64) throws {
    print("seed \(seed), step \(failure.steps): \(failure.violation)")
    let (shrunk, last) = Shrinker.shrink(steps, seed: seed, failure: failure)
    let file = "failing-seed-\(seed).trace"
    let trace = shrunk.map(\.line).joined(separator: "\n")
    try (trace + "\n").write(toFile: file, atomically: true, encoding: .utf8)
    print("shrunk to \(shrunk.count) steps: \(last.violation)\n\(trace)")
    print("play it again: simulate --seed \(seed) --replay \(file)")
  }
}
