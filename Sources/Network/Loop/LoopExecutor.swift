import CUV
import Glibc
import Synchronization

/// Runs jobs on the event loop's thread, which it owns.
///
/// `@unchecked Sendable`: `loop` and `ranJobs` are touched by the loop's thread alone once it runs, `wakeUp` only through
/// `uv_async_send`, which any thread may call, `jobs` only under `lock`, and `thread` is atomic. The lock is the C
/// library's because ThreadSanitizer cannot see into the waiting of Swift's Mutex, and would report what it guards.
final class LoopExecutor: SerialExecutor, @unchecked Sendable {
  let loop = UnsafeMutablePointer<uv_loop_t>.allocate(capacity: 1)
  private let wakeUp = UnsafeMutablePointer<uv_async_t>.allocate(capacity: 1)
  private let lock = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private var jobs: [UnownedJob] = []
  private var ranJobs: [UnownedJob] = []
  private let thread = Atomic<UInt>(0)

  init() {
    pthread_mutex_init(lock, nil)
    let failure = max(
      -uv_loop_init(loop), -colabel_uv_measure_idle_time(loop), -uv_async_init(loop, wakeUp) { _ in })
    precondition(failure == 0, "no event loop: \(String(cString: uv_strerror(-failure)))")
    var started = pthread_t()
    let failedThread = pthread_create(
      &started, nil,
      { executor in
        if let executor { Unmanaged<LoopExecutor>.fromOpaque(executor).takeRetainedValue().run() }
        return nil
      }, Unmanaged.passRetained(self).toOpaque())
    precondition(
      failedThread == 0, "no thread for the event loop: \(String(cString: strerror(failedThread)))")
  }

  /// Whether the caller is on the loop's thread.
  var isOnLoop: Bool { thread.load(ordering: .acquiring) == UInt(pthread_self()) }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    pthread_mutex_lock(lock)
    jobs.append(job)
    let isFirst = jobs.count == 1
    pthread_mutex_unlock(lock)
    if isFirst { uv_async_send(wakeUp) }
  }

  func checkIsolated() { precondition(isOnLoop, "not on the event loop's thread") }

  func isIsolatingCurrentContext() -> Bool? { isOnLoop }

  private func run() {
    thread.store(UInt(pthread_self()), ordering: .releasing)
    while true {
      let clock = TurnClock(loop)
      uv_run(loop, UV_RUN_ONCE)
      runJobs()
      NetworkLoop.assumeIsolated {
        TurnEnd.run()
        LongTurns.ended(time: clock.time(on: loop), cpu: clock.processorTime)
      }
    }
  }

  /// One batch: what these jobs enqueue in turn wakes the loop again, so that sockets get their share.
  private func runJobs() {
    pthread_mutex_lock(lock)
    swap(&jobs, &ranJobs)
    pthread_mutex_unlock(lock)
    for job in ranJobs { job.runSynchronously(on: asUnownedSerialExecutor()) }
    ranJobs.removeAll(keepingCapacity: true)
  }
}
