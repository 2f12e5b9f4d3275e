import Glibc
@testable import Network
import Testing

@Suite("Event loop") struct NetworkLoopTests {
  @Test("code of the loop runs on the loop's thread, wherever it was started")
  func isolation() async {
    let loopThread = await threadOfLoop()
    let others = await withTaskGroup(of: UInt.self) { group in
      for _ in 0..<50 { group.addTask { await threadOfLoop() } }
      return await group.reduce(into: Set()) { $0.insert($1) }
    }
    #expect(others == [loopThread])
    #expect(currentThread() != loopThread)
  }

  @Test("isolation can be assumed on the loop's thread")
  func assumeIsolated() async {
    let value = await onLoop { NetworkLoop.assumeIsolated { Counter.next() } }
    #expect(value == 1)
  }

  @Test("assuming isolation on another thread traps")
  func assumeIsolatedElsewhere() async {
    await #expect(processExitsWith: .failure) { NetworkLoop.assumeIsolated {} }
  }

  @Test("10,000 jobs from many tasks all run, one at a time")
  func jobs() async {
    let counter = Counter()
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<100 {
        group.addTask { for _ in 0..<100 { await counter.add() } }
      }
    }
    #expect(await counter.value == 10_000)
  }

  @Test("a turn's time is what it worked, on the processor or without it, and not what it waited for events")
  func turnTime() async {
    let clock = await onLoop { TurnClock(NetworkLoop.shared.executor.loop) }
    let start = ContinuousClock.now
    await withCheckedContinuation { continuation in
      Task { @NetworkLoop in _ = LoopTimer(after: .milliseconds(200)) { continuation.resume() } }
    }
    let (worked, had) = await onLoop {
      let spun = ContinuousClock.now
      while spun.duration(to: .now) < .milliseconds(20) {}
      return (clock.time(on: NetworkLoop.shared.executor.loop), clock.processorTime)
    }
    let whole = start.duration(to: .now)
    #expect(worked >= .milliseconds(20) && worked < whole)
    #expect(had > .zero && had <= worked + .milliseconds(1))
  }

  @Test("a timer fires once, a repeating one until it is cancelled, on the loop")
  func timers() async throws {
    let counter = Counter()
    let loopThread = await threadOfLoop()
    await onLoop {
      _ = LoopTimer(after: .milliseconds(1)) { counter.onThread(currentThread()) }
      counter.timer = LoopTimer(after: .zero, repeating: .milliseconds(1)) {
        counter.add()
        if counter.value == 5 { counter.timer?.cancel() }
      }
    }
    try await eventually { counter.value == 5 && counter.threads == [loopThread] }
    await onLoop { counter.timer?.cancel() }
    let later = Counter()
    await onLoop { _ = LoopTimer(after: .milliseconds(30)) { later.add() } }
    try await eventually { later.value == 1 }
    #expect(await counter.value == 5)
  }

  @Test("a timer does not fire before its time")
  func timerDelay() async {
    let start = ContinuousClock.now
    await withCheckedContinuation { continuation in
      Task { @NetworkLoop in _ = LoopTimer(after: .milliseconds(50)) { continuation.resume() } }
    }
    #expect(ContinuousClock.now - start >= .milliseconds(49))
  }
}

@NetworkLoop private final class Counter {
  private(set) var value = 0
  private(set) var threads: [UInt] = []
  var timer: LoopTimer?
  nonisolated init() {}
  func add() { value += 1 }
  func onThread(_ thread: UInt) { threads.append(thread) }
  static func next() -> Int { 1 }
}

private func currentThread() -> UInt { UInt(pthread_self()) }

@NetworkLoop private func threadOfLoop() -> UInt { currentThread() }

@NetworkLoop private func onLoop<T: Sendable>(_ body: @NetworkLoop () -> T) -> T { body() }
