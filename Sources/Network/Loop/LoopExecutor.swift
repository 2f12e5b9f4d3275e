import CUV
import Glibc
import Synchronization

/// Runs jobs on the event loop's thread, which it owns.
///
/// `@unchecked Sendable`: `loop` and `ranJobs` are touched by the loop's thread alone once it runs, `wakeUp` only through
/// `uv_async_send`, which any thread may call; everything else is a Mutex or an Atomic.
final class LoopExecutor: SerialExecutor, @unchecked Sendable {
  let loop = UnsafeMutablePointer<uv_loop_t>.allocate(capacity: 1)
  private let wakeUp = UnsafeMutablePointer<uv_async_t>.allocate(capacity: 1)
  private let jobs = Mutex<[UnownedJob]>([])
  private var ranJobs: [UnownedJob] = []
  private let thread = Atomic<UInt>(0)

  init() {
    let failure = max(-uv_loop_init(loop), -uv_async_init(loop, wakeUp) { _ in })
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
    let isFirst = jobs.withLock { jobs in
      jobs.append(job)
      return jobs.count == 1
    }
    if isFirst { uv_async_send(wakeUp) }
  }

  func checkIsolated() { precondition(isOnLoop, "not on the event loop's thread") }

  func isIsolatingCurrentContext() -> Bool? { isOnLoop }

  private func run() {
    thread.store(UInt(pthread_self()), ordering: .releasing)
    while true {
      uv_run(loop, UV_RUN_ONCE)
      runJobs()
      NetworkLoop.assumeIsolated { TurnEnd.run() }
    }
  }

  /// One batch: what these jobs enqueue in turn wakes the loop again, so that sockets get their share.
  private func runJobs() {
    jobs.withLock { swap(&$0, &ranJobs) }
    for job in ranJobs { job.runSynchronously(on: asUnownedSerialExecutor()) }
    ranJobs.removeAll(keepingCapacity: true)
  }
}
