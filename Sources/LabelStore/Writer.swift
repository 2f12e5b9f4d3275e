/// The one connection that writes, on a thread of its own.
///
/// Whatever asks while a commit runs goes into the next one. A caller is resumed only once COMMIT has returned, durably.
actor Writer {
  nonisolated let executor: ThreadExecutor
  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  private let folder: DataFolder
  private let configuration: StoreConfiguration
  private let onSlowCommit: @Sendable (Duration, Int) -> Void
  /// Nil once closed.
  private var database: Database?
  private var waiting: [QueuedWrite] = []
  private var isCommitScheduled = false
  private var stopReason: String?
  /// Pages in the write-ahead log from which the next checkpoint is due.
  private var nextCheckpoint: Int
  private let checkpointer: Checkpointer
  private var isCopying = false
  private let counted = Guarded(StoreStatistics())

  init(
    _ database: sending Database, checkpointer: Checkpointer, in folder: DataFolder,
    configuration: StoreConfiguration,
    onSlowCommit: @escaping @Sendable (Duration, Int) -> Void
  ) throws(StoreError) {
    executor = try ThreadExecutor()
    self.database = database
    self.checkpointer = checkpointer
    self.folder = folder
    self.configuration = configuration
    self.onSlowCommit = onSlowCommit
    nextCheckpoint = configuration.checkpointPages
  }

  nonisolated var statistics: StoreStatistics { counted.withLock { $0 } }

  /// Performs `body` in the next commit, and returns its answer once that is durable. See `QueuedWrite`.
  nonisolated func write<Answer: Sendable>(
    edits: Int = 0, _ body: @escaping @Sendable (Database) throws(StoreError) -> Answer,
    hasLanded: @escaping @Sendable (Database, Answer) throws(StoreError) -> Bool? = { _, _ in nil }
  ) async throws(StoreError) -> Answer {
    let isAdmitted = counted.withLock { statistics in
      guard statistics.waitingWrites < configuration.waitingWrites else { return false }
      statistics.waitingWrites += 1
      return true
    }
    guard isAdmitted else { throw .temporary("\(configuration.waitingWrites) writes are waiting") }
    defer { counted.withLock { $0.waitingWrites -= 1 } }
    return try await enqueue(edits: edits, body, hasLanded: hasLanded)
  }

  private func enqueue<Answer: Sendable>(
    edits: Int, _ body: @escaping @Sendable (Database) throws(StoreError) -> Answer,
    hasLanded: @escaping @Sendable (Database, Answer) throws(StoreError) -> Bool?
  ) async throws(StoreError) -> Answer {
    if let stopReason { throw .stopped(stopReason) }
    guard database != nil else { throw .closed }
    let result = await withCheckedContinuation { continuation in
      waiting.append(QueuedWrite(edits: edits, body: body, hasLanded: hasLanded, continuation: continuation))
      scheduleCommit()
    }
    return try result.get()
  }

  /// Refuses everything from now on.
  func stop(_ reason: String) {
    stopReason = reason
    counted.withLock { $0.stopReason = reason }
  }

  /// Commits what waits, closes the database and lets go of the folder.
  func close() async {
    await checkpointer.close()
    while !waiting.isEmpty { commitGroup() }
    guard database != nil else { return }
    let isClean = stopReason == nil && (try? database?.checkpoint(.truncate)) != nil
    database = nil
    // With the mark left there the next start copies the database: slower, never wrong.
    if isClean { try? folder.unmark() }
    folder.unlock()
  }

  /// The executor runs jobs in order: the requests that came in during a commit all join before the next one.
  private func scheduleCommit() {
    guard !isCommitScheduled else { return }
    isCommitScheduled = true
    Task {
      isCommitScheduled = false
      commitGroup()
      if !waiting.isEmpty { scheduleCommit() }
      checkpointIfDue()
    }
  }

  private func commitGroup() {
    guard let database, !waiting.isEmpty else { return }
    let group = Array(waiting.prefix(configuration.writesPerCommit))
    waiting.removeFirst(group.count)
    if let stopReason { return group.forEach { $0.finish(.stopped(stopReason)) } }

    let edits = group.reduce(0) { $0 + $1.edits }
    let start = ContinuousClock.now
    let verdict = GroupCommit(database: database).run(group)
    let duration = start.duration(to: .now)
    switch verdict {
    case .committed(let errors):
      count(duration, writes: group.count, edits: edits, walPages: database.walPages)
      for (write, error) in zip(group, errors) { write.finish(error) }
    case .failed(let error):
      note(error)
      for write in group { write.finish(error) }
    }
    if duration > configuration.slowCommit { onSlowCommit(duration, edits) }
  }

  /// Nil after a failed sync: nothing may be copied then.
  private var healthyDatabase: Database? { stopReason == nil ? database : nil }

  /// The greater part is copied beside the writer. What was committed meanwhile is little, and takes it about as long as a commit.
  private func checkpointIfDue() {
    guard let database = healthyDatabase, !isCopying else { return }
    if database.walPages >= max(nextCheckpoint, configuration.urgentCheckpointPages) { return checkpoint() }
    guard waiting.isEmpty, database.walPages >= nextCheckpoint else { return }
    isCopying = true
    Task { await copyAndCheckpoint() }
  }

  private func copyAndCheckpoint() async {
    do {
      try await checkpointer.copy()
    } catch {
      note(error)
    }
    isCopying = false
    checkpoint()
  }

  private func checkpoint() {
    guard let database = healthyDatabase else { return }
    do {
      let isComplete = try database.checkpoint(.restart)
      // A reader was in the way: trying after every commit would only hold up the writers.
      nextCheckpoint = configuration.checkpointPages + (isComplete ? 0 : database.walPages)
      counted.withLock { $0.checkpoints += isComplete ? 1 : 0 }
    } catch {
      note(error)
    }
  }

  private func count(_ duration: Duration, writes: Int, edits: Int, walPages: Int) {
    counted.withLock { statistics in
      statistics.commits += 1
      statistics.edits += edits
      statistics.largestGroup = max(statistics.largestGroup, writes)
      statistics.commitTime += duration
      if duration > configuration.slowCommit { statistics.slowCommits += 1 }
      statistics.walPages = walPages
    }
  }

  private func note(_ error: StoreError) {
    if case .stopped(let reason) = error { stop(reason) }
    counted.withLock { $0.failures += 1 }
  }
}
