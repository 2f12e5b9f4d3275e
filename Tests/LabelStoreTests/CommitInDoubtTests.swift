import CFaultDisk
@testable import LabelStore
import Labels
import Testing

@Suite("A commit that reported an error")
struct CommitInDoubtTests {
  let folder: TemporaryFolder
  let disk: FaultDisk
  let list = ListRecord.sample(1)

  init() throws {
    folder = try TemporaryFolder()
    disk = try FaultDisk()
  }

  private func open(_ configuration: StoreConfiguration = StoreConfiguration()) async throws -> SQLiteStore {
    let store = try SQLiteStore(
      folder: folder.path, configuration: configuration, synchronous: .full, vfs: disk.name)
    try await store.createList(list)
    return store
  }

  /// Appends one after the other, which all wait behind the first one's sync.
  private func holdAppends(
    _ requests: [AppendRequest], on store: SQLiteStore
  ) async throws -> [Task<AppendResult, any Error>] {
    disk.holdSyncs()
    var tasks: [Task<AppendResult, any Error>] = []
    for request in requests {
      tasks.append(Task { try await store.append(request) })
      let isFirst = tasks.count == 1
      let isWaiting = await eventually {
        isFirst ? disk.waitingSyncs == 1 : store.writer.executor.waitingJobs == tasks.count - 1
      }
      #expect(isWaiting)
    }
    return tasks
  }

  @Test("is confirmed to two batches of one list, although the first one's head is no longer the list's")
  func batchesOfOneList() async throws {
    let store = try await open()
    var history = History(list.id)
    let tasks = try await holdAppends([history.batch(), history.batch(), history.batch()], on: store)
    disk.fail(fault_disk_after_commit, with: FaultDisk.failedWrite, after: 1)
    disk.releaseSyncs()
    for task in tasks { #expect(try await task.value == .committed) }
    #expect(try await store.load(list.id).record.revision == 3)
    await store.close()
  }

  @Test("stops the store when the database does not tell what became of it")
  func unreadableOutcome() async throws {
    let store = try await open()
    disk.fail(fault_disk_after_commit, with: FaultDisk.failedWrite)
    await #expect {
      try await store.writer.write(
        { database throws(StoreError) in _ = try ListTable(database: database).nextClaim(1) },
        hasLanded: { _, _ throws(StoreError) in throw .temporary("unreadable") })
    } throws: {
      $0.isStopped
    }
    await #expect { try await store.createList(.sample(2)) } throws: { $0.isStopped }
    await store.close()
  }

  @Test("is not confirmed after a failed sync, whatever the database tells")
  func failedSyncAfterCommit() async throws {
    let store = try await open()
    var history = History(list.id)
    let request = history.batch()
    disk.fail(fault_disk_after_commit, with: FaultDisk.failedSync)
    await #expect { try await store.append(request) } throws: { $0.isStopped }
    await store.close()
  }

  @Test("is told by the head's hash: a batch of another history has not landed, a conflict tells nothing")
  func otherHistory() async throws {
    let store = try await open()
    var history = History(list.id)
    var other = history
    let request = history.batch(by: 1)
    let foreign = other.batch(by: 2)
    #expect(try await store.append(request) == .committed)
    await store.close()
    let database = try Database(path: folder.path + "/colabel.sqlite")
    #expect(try request.hasLanded(database, .committed) == true)
    #expect(try foreign.hasLanded(database, .committed) == false)
    #expect(try foreign.hasLanded(database, .conflict(revision: 1, hash: history.hash)) == nil)
  }

  @Test("is told by the last outcome and its fingerprint, where nothing was applied")
  func otherOutcome() async throws {
    let store = try await open()
    var history = History(list.id)
    let request = history.batch(applied: 0, rejected: 1)
    var foreign = request
    foreign.outcomes[0].fingerprint += 1
    #expect(try await store.append(request) == .committed)
    await store.close()
    let database = try Database(path: folder.path + "/colabel.sqlite")
    #expect(try request.hasLanded(database, .committed) == true)
    #expect(try foreign.hasLanded(database, .committed) == false)
  }

  @Test("for a failed sync refuses what waits for the next commit too")
  func waitingWritesAreRefused() async throws {
    var configuration = StoreConfiguration()
    configuration.writesPerCommit = 1
    let store = try await open(configuration)
    var history = History(list.id)
    let tasks = try await holdAppends((1...3).map { _ in history.batch() }, on: store)
    disk.fail(fault_disk_sync, with: FaultDisk.failedSync)
    disk.releaseSyncs()
    for task in tasks { await #expect { try await task.value } throws: { $0.isStopped } }
    await store.close()
  }

  @Test("for a failed sync refuses what had no room in the same commit")
  func crowdedOutWritesAreRefused() async throws {
    var configuration = StoreConfiguration()
    configuration.writesPerCommit = 1
    let store = try await open(configuration)
    var history = History(list.id)
    let tasks = try await holdAppends((1...4).map { _ in history.batch() }, on: store)
    disk.fail(fault_disk_sync, with: FaultDisk.failedSync, after: 1)
    disk.releaseSyncs()
    #expect(try await tasks[0].value == .committed)
    for task in tasks.dropFirst() { await #expect { try await task.value } throws: { $0.isStopped } }
    await store.close()
  }

  @Test("A checkpoint that is due waits while others wait to write")
  func checkpointWaits() async throws {
    var configuration = StoreConfiguration()
    configuration.writesPerCommit = 1
    configuration.checkpointPages = 30
    let store = try await open(configuration)
    var history = History(list.id)
    let tasks = try await holdAppends([history.batch(), history.batch(bodyBytes: 200_000)], on: store)
    let writer = store.writer
    let last = Task { try await writer.write { _ in writer.statistics } }
    #expect(await eventually { writer.executor.waitingJobs == 2 })
    disk.releaseSyncs()
    for task in tasks { #expect(try await task.value == .committed) }
    let seen = try await last.value
    #expect(seen.walPages >= configuration.checkpointPages && seen.checkpoints == 0)
    #expect(await eventually { writer.statistics.checkpoints == 1 })
    await store.close()
  }

  @Test("A commit does not wait while the write-ahead log is copied into the database")
  func commitsGoOn() async throws {
    var configuration = StoreConfiguration()
    configuration.checkpointPages = 30
    let disk = disk
    let isArmed = Shared(false)
    disk.watch { moment in
      guard moment == fault_disk_after_sync, isArmed.value else { return }
      isArmed.value = false
      disk.holdSyncs()
    }
    let store = try await open(configuration)
    var history = History(list.id)
    isArmed.value = true
    #expect(try await store.append(history.batch(bodyBytes: 200_000)) == .committed)
    #expect(await eventually { disk.waitingSyncs == 1 })
    let request = history.batch()
    let append = Task { try await store.append(request) }
    #expect(await eventually { disk.waitingSyncs == 2 })
    #expect(store.statistics.checkpoints == 0)
    disk.releaseSyncs()
    #expect(try await append.value == .committed)
    #expect(await eventually { store.statistics.checkpoints == 1 })
    await store.close()
  }

  /// `synced`: how many syncs succeed, those of two commits and of a checkpoint.
  @Test(
    "for a failed sync is followed by no checkpoint, though one is due, unless an urgent one came before",
    arguments: [
      (urgent: 16_000, synced: 2 as Int32, checkpoints: 0), (urgent: 40, synced: 4, checkpoints: 1),
    ])
  func noCheckpointFollows(urgent: Int, synced: Int32, checkpoints: Int) async throws {
    var configuration = StoreConfiguration()
    configuration.writesPerCommit = 1
    configuration.checkpointPages = 30
    configuration.urgentCheckpointPages = urgent
    let store = try await open(configuration)
    var history = History(list.id)
    // The second makes a checkpoint due, which waits since the third does.
    let requests = [history.batch(), history.batch(bodyBytes: 200_000), history.batch()]
    let tasks = try await holdAppends(requests, on: store)
    disk.fail(fault_disk_sync, with: FaultDisk.failedSync, after: synced)
    disk.releaseSyncs()
    #expect(try await tasks[0].value == .committed)
    #expect(try await tasks[1].value == .committed)
    await #expect { try await tasks[2].value } throws: { $0.isStopped }
    await store.close()
    #expect(store.statistics.walPages >= configuration.checkpointPages)
    #expect(store.statistics.checkpoints == checkpoints)
  }
}
