import Foundation
import Labels
import Network

/// `colabel bench`.
enum BenchCommand {
  static func run(_ arguments: [String], _ signals: AsyncStream<Signal>) async throws {
    guard let options = try BenchOptions.parse(arguments) else { return }
    let addresses = try options.addresses()
    let seed = options.seed.map { UInt64(bitPattern: Int64($0)) } ?? .random(in: 0..<1 << 32)
    let run = await BenchRun(options, addresses: addresses, seed: seed)
    let interruption = Task { await interrupt(run, on: signals) }
    defer { interruption.cancel() }
    let evidence = try await run.run()
    let result = await run.result(seed: seed, evidence)
    await run.stop()
    print("seed \(seed), list \(options.url)\n\(BenchTable(result: result).text)")
    if !options.jsonPath.isEmpty { try result.json.write(to: URL(fileURLWithPath: options.jsonPath)) }
    guard result.violations.isEmpty else { throw Failure(description: "the run ended in contradictions.") }
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
