import Foundation
import Simulation
import Testing

// One seed at a time: other suites wait for servers on the same few threads.
/// `make simulate` plays many more seeds. A failing one is printed shrunk, to be played with `simulate --replay`.
@Suite("Simulation", .serialized)
struct SimulationTests {
  @Test("Whatever happens to lists, server, store, network and tabs, every rule holds", arguments: 0..<20)
  func everyRuleHolds(group: UInt64) async {
    for seed in group * 20..<group * 20 + 20 {
      await Task.yield()
      let steps = Schedule.steps(seed: seed, count: 500)
      guard let failure = Run.play(steps, seed: seed).failure else { continue }
      let shrunk = Shrinker.shrink(steps, seed: seed, failure: failure, runs: 200)
      Issue.record(
        "seed \(seed): \(shrunk.failure.violation)\n\(shrunk.steps.map(\.line).joined(separator: "\n"))")
    }
  }

  @Test("One seed gives the same run in every process")
  func sameRunEverywhere() throws {
    let digests = try (0..<3).map { _ in try output(of: ["--seed", "11", "--steps", "400", "--digest"]) }
    let here = Run.play(Schedule.steps(seed: 11, count: 400), seed: 11).world.digest
    #expect(Set(digests) == [String(here, radix: 16) + "\n"])
  }

  @Test("A trace can be read again")
  func traceIsReadable() {
    let steps = Schedule.steps(seed: 3, count: 200)
    #expect(steps.map(\.line).compactMap { Step($0) } == steps)
    #expect(Step("fly 1 2 3 4") == nil)
  }

  @Test(
    "The steps are worth playing: every kind of edit meets a label that is there")
  func coverage() async {
    var coverage = Coverage()
    for seed in UInt64(0)..<80 {
      await Task.yield()
      coverage.add(Run.play(Schedule.steps(seed: seed, count: 500), seed: seed).world.coverage)
    }
    let missing = coverage.empty.filter { $0.hasSuffix("× live × none") }
    #expect(missing.isEmpty)
  }

  /// Runs the command that was built beside these tests.
  private func output(of arguments: [String]) throws -> String {
    let process = Process()
    let pipe = Pipe()
    process.executableURL = Bundle.main.bundleURL.appending(path: "simulate")
    process.arguments = arguments
    process.standardOutput = pipe
    try process.run()
    let data = try pipe.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return String(decoding: data, as: UTF8.self)
  }
}
