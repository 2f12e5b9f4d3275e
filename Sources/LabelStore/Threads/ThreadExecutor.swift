internal import Glibc

/// Runs an actor's jobs in order on a thread of its own, where a job may block on the disk.
///
/// The thread ends when the executor is released.
final class ThreadExecutor: SerialExecutor {
  private let queue = JobQueue()

  /// Starts the thread.
  init() throws(StoreError) {
    var thread = pthread_t()
    let context = Unmanaged.passRetained(queue).toOpaque()
    let failure = pthread_create(
      &thread, nil,
      { context in
        if let context { Unmanaged<JobQueue>.fromOpaque(context).takeRetainedValue().runJobs() }
        return nil
      }, context)
    guard failure == 0 else {
      Unmanaged<JobQueue>.fromOpaque(context).release()
      throw .cannotOpen("no thread could be started: \(errorText(failure))")
    }
    pthread_detach(thread)
  }

  deinit { queue.finish() }

  /// Jobs that wait for the one that runs now.
  var waitingJobs: Int { queue.count }

  func enqueue(_ job: consuming ExecutorJob) {
    queue.add(UnownedJob(job), of: self)
  }
}

/// The jobs that wait for a thread. Its mutex guards all of its state.
private final class JobQueue: @unchecked Sendable {
  private typealias Entry = (job: UnownedJob, executor: ThreadExecutor)

  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  private var waiting: [Entry] = []
  private var isFinished = false

  init() {
    pthread_mutex_init(mutex, nil)
    pthread_cond_init(condition, nil)
  }

  deinit {
    pthread_cond_destroy(condition)
    pthread_mutex_destroy(mutex)
    condition.deallocate()
    mutex.deallocate()
  }

  var count: Int {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return waiting.count
  }

  /// The entry keeps the executor alive until its job has run.
  func add(_ job: UnownedJob, of executor: ThreadExecutor) {
    pthread_mutex_lock(mutex)
    waiting.append((job, executor))
    pthread_cond_signal(condition)
    pthread_mutex_unlock(mutex)
  }

  func finish() {
    pthread_mutex_lock(mutex)
    isFinished = true
    pthread_cond_signal(condition)
    pthread_mutex_unlock(mutex)
  }

  func runJobs() {
    while let entries = take() {
      for entry in entries { entry.job.runSynchronously(on: entry.executor.asUnownedSerialExecutor()) }
    }
  }

  /// Everything that waits; blocks while nothing does. Nil once the queue is finished.
  private func take() -> [Entry]? {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    while waiting.isEmpty, !isFinished { pthread_cond_wait(condition, mutex) }
    guard !waiting.isEmpty else { return nil }
    let entries = waiting
    waiting = []
    return entries
  }
}
