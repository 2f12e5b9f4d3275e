import Foundation
import Labels
import Network

/// `colabel bench`.
enum BenchCommand {
  static func run(_ arguments: [String], _ signals: AsyncStream<Signal>) async throws {
    guard let options = try BenchOptions.flags.parse(arguments, into: BenchOptions()) else { return }
    let address = try options.address()
    let seed = options.seed.map { UInt64(bitPattern: Int64($0)) } ?? .random(in: 0..<1 << 32)
    let run = await BenchRun(options, address: address, seed: seed)
    let interruption = Task { await interrupt(run, on: signals) }
    defer { interruption.cancel() }
    let evidence = try await run.run()
    let violations = await run.mishaps + Judge.judge(evidence).map(\.description)
    let report = await BenchReport(
      options: options, tally: run.tally, duration: run.duration, violations: violations)
    print("seed \(seed), list \(address)\n\(report.text)")
    guard violations.isEmpty else { throw Failure(description: "the run ended in contradictions.") }
  }

  /// The first signal ends the writing, and the run is judged; the second ends the process.
  private static func interrupt(_ run: BenchRun, on signals: AsyncStream<Signal>) async {
    var isFirst = true
    for await signal in signals {
      guard isFirst else { exit(128 + signal.rawValue) }
      isFirst = false
      await run.interrupt()
    }
  }
}
