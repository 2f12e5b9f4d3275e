import Foundation
import Network

extension BenchRun {
  /// The result, judged by the evidence.
  func result(seed: UInt64, _ evidence: [Evidence]) -> BenchResult {
    let seconds = max(duration / .seconds(1), 0.001)
    func perSecond(_ count: Int) -> Double { (Double(count) / seconds * 10).rounded() / 10 }
    let generator = RunUsage.share(usage.ownBefore, usage.ownAfter, of: duration)
    return BenchResult(
      preset: options.preset?.rawValue, seed: seed, url: options.url, lists: options.lists,
      clients: options.clients, writers: options.writers, replicas: options.replicas, idle: options.idle,
      window: options.window, rate: options.rate, labels: options.labels, seconds: seconds,
      answered: tally.answered, applied: tally.applied, noEffect: tally.noEffect, rejected: tally.rejected,
      mixed: tally.mixed, deliveries: tally.deliveries, bytes: tally.bytes, disconnects: tally.disconnects,
      editsPerSecond: perSecond(tally.answered), deliveriesPerSecond: perSecond(tally.deliveries),
      bytesPerSecond: perSecond(tally.bytes), connecting: BenchResult.Latency(connecting),
      // Edits whose outcome came after the writing count too: they are the slow ones.
      settlement: BenchResult.Latency(scene.tally.settlement),
      delivery: BenchResult.Latency(scene.tally.delivery), lateness: BenchResult.Latency(tally.lateness),
      server: serverResult, generatorCPU: generator,
      isGeneratorBusy: (generator ?? 0) >= RunUsage.busyShare,
      bytesPerIdleConnection: usage.bytesPerIdleConnection, joins: joinResult,
      storms: storms.times.map { ($0 / .milliseconds(1)).rounded() },
      settlementInStorms: BenchResult.Latency(scene.tally.inStorms), judgedEdits: scene.edits,
      violations: violations(evidence))
  }

  private func violations(_ evidence: [Evidence]) -> [String] {
    let judged = zip(lists, evidence).flatMap { list, evidence in
      Judge.judge(evidence).map { lists.count == 1 ? $0.description : "\(list.address): \($0)" }
    }
    let idle = idlers.count { !$0.isCurrent }
    return scene.mishaps + judged + (idle > 0 ? ["\(idle) idle clients are not connected any more"] : [])
  }

  private var connecting: LatencyHistogram {
    var times = LatencyHistogram()
    for case let light as LightClient in clients {
      if let time = light.connectTime { times.add(nanoseconds: time) }
    }
    return times
  }

  private var serverResult: BenchResult.Server? {
    guard let before = usage.serverBefore, let after = usage.serverAfter else { return nil }
    return BenchResult.Server(
      cpu: RunUsage.share(before, after, of: duration), bytesBefore: before.residentBytes,
      bytesMost: max(usage.serverMostBytes, after.residentBytes), bytesAfter: after.residentBytes)
  }

  private var joinResult: BenchResult.Joins? {
    guard options.joins > 0 else { return nil }
    let cpu = joins.cpu.sorted().map { Double($0) / 1e6 }
    return BenchResult.Joins(
      count: joins.times.count, time: BenchResult.Latency(joins.times), bytesMost: joins.bytes.max(),
      cpuMedian: cpu.isEmpty ? nil : cpu[cpu.count / 2], cpuMost: cpu.last, cpuMean: meanJoinCPU)
  }

  /// The halves are equally long, but for what an interruption cut off.
  private var meanJoinCPU: Double? {
    guard let before = usage.serverBefore, let half = usage.serverAtHalf, let after = usage.serverAfter,
      joins.times.count > 0, !isInterrupted
    else { return nil }
    let more = (after.cpu - half.cpu) - (half.cpu - before.cpu)
    return Double(more) / Double(joins.times.count) / 1e6
  }
}
