import Labels
import Network

extension BenchRun {
  var server: ProcessUsage? { serverPID.flatMap(ProcessUsage.of) }

  /// The time that is measured.
  func write() async {
    scene.tally = BenchTally()
    scene.isWriting = true
    for client in stalled { client.stall() }
    usage.serverBefore = server
    usage.ownBefore = ProcessUsage.of("self")
    let began = ContinuousClock.now
    let others = [
      Task { await self.writeAtRate() }, Task { await self.joinAndLeave(since: began) },
      Task { await self.storms.run(self.options.storms, over: self.options.duration) },
    ]
    if scene.isWindowed { for writer in writers { writer.write() } }
    await watch(since: began)
    scene.isWriting = false
    duration = began.duration(to: .now)
    tally = scene.tally
    usage.serverAfter = server
    usage.ownAfter = ProcessUsage.of("self")
    for other in others { await other.value }
    for client in stalled { client.resume() }
  }

  private func watch(since began: ContinuousClock.Instant) async {
    var second = 1
    while scene.isWriting, !isInterrupted, began.duration(to: .now) < options.duration {
      let before = scene.tally
      let next = min(.seconds(second), options.duration)
      _ = await wait(next - began.duration(to: .now)) { self.isInterrupted || !self.scene.isWriting }
      usage.serverMostBytes = max(usage.serverMostBytes, server?.residentBytes ?? 0)
      report(second, before)
      second += 1
    }
  }

  private func report(_ second: Int, _ before: BenchTally) {
    let now = scene.tally
    let settlement = now.settlement.since(before.settlement)
    progress(
      "\(second) s: \(now.answered - before.answered) edits answered, "
        + "\(now.deliveries - before.deliveries) deliveries, p99 \(BenchTable.milliseconds(settlement.quantile(0.99))), "
        + "\(pendingCount) pending, \(clients.count { $0.isCurrent }) of \(clients.count) online")
  }

  /// Makes edits when they are due, whatever became of those before.
  private func writeAtRate() async {
    let writers = writers
    guard !scene.isWindowed, !writers.isEmpty else { return }
    var schedule = RateSchedule(start: BenchClock.now, perSecond: options.rate)
    var turn = 0
    while scene.isWriting {
      while let due = schedule.take(by: BenchClock.now) {
        scene.tally.lateness.add(nanoseconds: BenchClock.now - due)
        writers[turn % writers.count].write(due: due)
        turn += 1
      }
      let pause = Duration.nanoseconds(max(0, schedule.next - BenchClock.now))
      try? await Task.sleep(until: .now + pause, tolerance: .zero, clock: .continuous)
    }
  }

  private func joinAndLeave(since began: ContinuousClock.Instant) async {
    guard options.joins > 0 else { return }
    let half = options.duration / 2 - began.duration(to: .now)
    _ = await wait(half) { !self.scene.isWriting }
    usage.serverAtHalf = server
    joins.usualCPU = RunUsage.share(usage.serverBefore, usage.serverAtHalf, of: began.duration(to: .now)) ?? 0
    await joins.run(atMost: options.joins)
  }
}
