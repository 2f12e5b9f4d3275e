import Foundation

/// The result of a run, as text.
struct BenchReport {
  /// Violations and mishaps that are printed in full.
  private static let mostLines = 50

  let options: BenchOptions
  let tally: BenchTally
  let duration: Duration
  let violations: [String]

  var text: String {
    (table + [""] + judgement).joined(separator: "\n")
  }

  private var table: [String] {
    let latency = tally.latency
    return [
      row("clients, writers, window", "\(options.clients), \(options.writers), \(options.window)"),
      row("edits answered", perSecond(tally.answered)),
      row("  applied", perSecond(tally.applied)),
      row("  without effect", perSecond(tally.noEffect)),
      row("  rejected", perSecond(tally.rejected)),
      row("  several outcomes", perSecond(tally.mixed)),
      row("changes delivered", perSecond(tally.deliveries)),
      row("edit to outcome", "median \(milliseconds(latency.quantile(0.5)))"),
      row("", "99 %   \(milliseconds(latency.quantile(0.99)))"),
      row("", "most   \(milliseconds(latency.longest))"),
      row("connections lost", "\(tally.disconnects)"),
    ]
  }

  private var judgement: [String] {
    guard !violations.isEmpty else { return ["JUDGEMENT: ok"] }
    let shown = violations.prefix(Self.mostLines).map { "  \($0)" }
    let hidden = violations.count - shown.count
    return ["JUDGEMENT: \(violations.count) violations"] + shown
      + (hidden > 0 ? ["  and \(hidden) more"] : [])
  }

  private func row(_ name: String, _ value: String) -> String {
    name.padding(toLength: 26, withPad: " ", startingAt: 0) + value
  }

  private func perSecond(_ count: Int) -> String {
    let seconds = max(duration / .seconds(1), 0.001)
    return "\(count)  (\(Int((Double(count) / seconds).rounded())) per second)"
  }

  private func milliseconds(_ duration: Duration) -> String {
    String(format: "%.1f ms", duration / .milliseconds(1))
  }
}
