import Foundation

/// The result of a run, as `--json` writes it. Times are milliseconds, counts per second of the writing.
struct BenchResult: Codable {
  struct Latency: Codable {
    var count: Int
    var p50, p90, p99, p999, max: Double

    init?(_ histogram: LatencyHistogram) {
      guard histogram.count > 0 else { return nil }
      func milliseconds(_ duration: Duration) -> Double {
        (duration / .microseconds(1)).rounded() / 1_000
      }
      count = histogram.count
      p50 = milliseconds(histogram.quantile(0.5))
      p90 = milliseconds(histogram.quantile(0.9))
      p99 = milliseconds(histogram.quantile(0.99))
      p999 = milliseconds(histogram.quantile(0.999))
      max = milliseconds(histogram.longest)
    }
  }

  struct Server: Codable {
    /// Share of one core.
    var cpu: Double?
    var bytesBefore, bytesMost, bytesAfter: Int
  }

  struct Joins: Codable {
    var count: Int
    var time: Latency?
    var bytesMost: Int?
    /// Milliseconds of the server's CPU while a client joined, less what the edits took.
    var cpuMedian, cpuMost: Double?
    /// Milliseconds of the server's CPU by which a second with joins differs from one without, for each join.
    var cpuMean: Double?
  }

  var preset: String?
  var seed: UInt64
  var url: String
  var lists, clients, writers, replicas, idle, window, rate, labels: Int
  var seconds: Double
  var answered, applied, noEffect, rejected, mixed: Int
  var deliveries, bytes, disconnects: Int
  var editsPerSecond, deliveriesPerSecond, bytesPerSecond: Double
  /// From a client's start to its having the list.
  var connecting: Latency?
  /// From the time at which an edit was due to its outcome at its author.
  var settlement: Latency?
  /// From the time at which an edit was due to its change at each other client.
  var delivery: Latency?
  /// How late the generator made edits that were due.
  var lateness: Latency?
  var server: Server?
  /// The generator's own share of one core, and whether that may be what limited the run.
  var generatorCPU: Double?
  var isGeneratorBusy: Bool
  var bytesPerIdleConnection: Int?
  var joins: Joins?
  /// Milliseconds until all were back and current, of each storm.
  var storms: [Double]
  var settlementInStorms: Latency?
  /// Edits whose outcome was compared with the server's log.
  var judgedEdits: Int
  /// Empty if nothing contradicted anything.
  var violations: [String]

  var json: Data {
    get throws {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
      return try encoder.encode(self)
    }
  }
}
