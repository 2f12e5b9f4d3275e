import Foundation

/// The result of a run, as text.
struct BenchTable {
  /// Violations and mishaps that are printed in full.
  private static let mostLines = 50

  let result: BenchResult

  var text: String {
    (load + latencies + surroundings + disturbances + [""] + judgement).joined(separator: "\n")
  }

  static func milliseconds(_ duration: Duration) -> String {
    String(format: "%.1f ms", duration / .milliseconds(1))
  }

  private var load: [String] {
    let pace = result.rate > 0 ? "\(result.rate) edits/s" : "window \(result.window)"
    return [
      row("lists, clients, writers", "\(result.lists), \(result.clients), \(result.writers), \(pace)"),
      row("edits answered", perSecond(result.answered)),
      row("  applied", perSecond(result.applied)),
      row("  without effect", perSecond(result.noEffect)),
      row("  rejected", perSecond(result.rejected)),
      row("  several outcomes", perSecond(result.mixed)),
      row("changes delivered", perSecond(result.deliveries)),
      row("bytes delivered", perSecond(result.bytes)),
      row("connections lost", "\(result.disconnects)"),
    ]
  }

  private var latencies: [String] {
    [
      ("start to list", result.connecting), ("edit due to outcome", result.settlement),
      ("edit due to others", result.delivery),
      ("generator's delay", result.lateness), ("  in storms, to outcome", result.settlementInStorms),
    ].compactMap { name, latency in latency.map { row(name, quantiles($0)) } }
  }

  private func quantiles(_ latency: BenchResult.Latency) -> String {
    String(
      format: "p50 %.1f, p90 %.1f, p99 %.1f, p99.9 %.1f, most %.1f ms", latency.p50, latency.p90, latency.p99,
      latency.p999, latency.max)
  }

  private var surroundings: [String] {
    var rows: [String] = []
    if let server = result.server {
      rows.append(
        row(
          "server",
          "\(percent(server.cpu)) of a core; \(megabytes(server.bytesBefore)) before, "
            + "at most \(megabytes(server.bytesMost))"))
    }
    let warning = result.isGeneratorBusy ? ": IT MAY BE WHAT LIMITS THIS RUN" : ""
    rows.append(row("generator", "\(percent(result.generatorCPU)) of a core\(warning)"))
    if let bytes = result.bytesPerIdleConnection {
      rows.append(row("an idle connection", "\(bytes) bytes of the server"))
    }
    return rows
  }

  private var disturbances: [String] {
    var rows: [String] = []
    if let joins = result.joins {
      rows.append(row("joins", "\(joins.count)" + (joins.time.map { ", " + quantiles($0) } ?? "")))
      rows.append(row("  bytes at most", "\(joins.bytesMost ?? 0)"))
      if let median = joins.cpuMedian, let most = joins.cpuMost {
        rows.append(
          row("  server's CPU meanwhile", String(format: "median %.1f, most %.1f ms", median, most)))
      }
      if let mean = joins.cpuMean {
        rows.append(row("  server's CPU for each", String(format: "%.2f ms", mean)))
      }
    }
    if !result.storms.isEmpty {
      let times = result.storms.map { String(format: "%.0f", $0) }.joined(separator: ", ")
      rows.append(row("all back after storms", "\(times) ms"))
    }
    return rows
  }

  private var judgement: [String] {
    let violations = result.violations
    guard !violations.isEmpty else { return ["JUDGEMENT: ok, \(result.judgedEdits) edits"] }
    let shown = violations.prefix(Self.mostLines).map { "  \($0)" }
    let hidden = violations.count - shown.count
    return ["JUDGEMENT: \(violations.count) violations"] + shown
      + (hidden > 0 ? ["  and \(hidden) more"] : [])
  }

  private func row(_ name: String, _ value: String) -> String {
    name.padding(toLength: 26, withPad: " ", startingAt: 0) + value
  }

  private func perSecond(_ count: Int) -> String {
    "\(count)  (\(Int((Double(count) / result.seconds).rounded())) per second)"
  }

  private func percent(_ share: Double?) -> String {
    share.map { "\(Int(($0 * 100).rounded())) %" } ?? "unknown"
  }

  private func megabytes(_ bytes: Int) -> String { String(format: "%.1f MB", Double(bytes) / 1e6) }
}
