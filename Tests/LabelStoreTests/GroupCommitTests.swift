import CFaultDisk
@testable import LabelStore
import Labels
import Testing

@Suite("Commits shared by lists")
struct GroupCommitTests {
  let folder: TemporaryFolder
  let disk: FaultDisk
  let lists = (1...4 as ClosedRange<UInt64>).map { ListRecord.sample($0) }

  init() throws {
    folder = try TemporaryFolder()
    disk = try FaultDisk()
  }

  private func open(
    _ configuration: StoreConfiguration = StoreConfiguration(),
    onSlowCommit: @escaping @Sendable (Duration, Int) -> Void = { _, _ in }
  ) async throws -> SQLiteStore {
    let store = try SQLiteStore(
      folder: folder.path, configuration: configuration, synchronous: .full, vfs: disk.name,
      onSlowCommit: onSlowCommit)
    for list in lists { try await store.createList(list) }
    return store
  }

  /// Begins an append whose commit is held at its sync.
  private func beginHeldAppend(_ request: AppendRequest, on store: SQLiteStore) async throws -> Task<
    AppendResult, any Error
  > {
    disk.holdSyncs()
    let task = Task { try await store.append(request) }
    #expect(await eventually { disk.waitingSyncs == 1 })
    return task
  }

  @Test("What comes during a commit goes into the next one, and a conflict of one list undoes no other")
  func appendsShareACommit() async throws {
    let store = try await open()
    var histories = lists.map { History($0.id) }
    let held = try await beginHeldAppend(histories[0].batch(), on: store)
    let before = store.statistics
    histories[2].hash += 1
    let requests = (1...3).map { histories[$0].batch(applied: 2, rejected: 1) }
    let tasks = requests.map { request in Task { try await store.append(request) } }
    #expect(await eventually { store.writer.executor.waitingJobs == 3 })
    disk.releaseSyncs()
    #expect(try await held.value == .committed)
    let conflict = AppendResult.conflict(revision: 0, hash: lists[2].hash)
    for (task, expected) in zip(tasks, [.committed, conflict, .committed]) {
      #expect(try await task.value == expected)
    }
    #expect(store.statistics.commits == before.commits + 2)
    #expect(store.statistics.largestGroup == 3)
    for (index, revision) in [1, 2, 0, 2].enumerated() {
      #expect(try await store.load(lists[index].id).record.revision == revision)
    }
    await store.close()
  }

  @Test("A write that breaks a rule is refused alone, and holds none of its group back")
  func refusedWriteIsAlone() async throws {
    let store = try await open()
    var histories = lists.map { History($0.id) }
    let held = try await beginHeldAppend(histories[0].batch(), on: store)
    var gap = histories[1].batch(applied: 2)
    gap.entries.removeFirst()
    var unknown = gap
    unknown.list = ListRecord.sample(9).id
    let requests = [histories[2].batch(), gap, unknown, histories[3].batch()]
    let tasks = requests.map { request in Task { try await store.append(request) } }
    #expect(await eventually { store.writer.executor.waitingJobs == requests.count })
    disk.releaseSyncs()
    #expect(try await held.value == .committed)
    #expect(try await tasks[0].value == .committed)
    await #expect { try await tasks[1].value } throws: { $0.isRefused }
    await #expect { try await tasks[2].value } throws: { $0.isRefused }
    #expect(try await tasks[3].value == .committed)
    #expect(store.statistics.largestGroup == requests.count)
    for (index, revision) in [1, 0, 1, 1].enumerated() {
      #expect(try await store.load(lists[index].id).record.revision == revision)
    }
    await store.close()
  }

  @Test("Nothing of a group stays when one of its writes fills the disk; the same requests succeed later")
  func failedGroupIsRolledBack() async throws {
    let store = try await open()
    var histories = lists.map { History($0.id) }
    let held = try await beginHeldAppend(histories[0].batch(), on: store)
    let requests = (1...3).map { histories[$0].batch() }
    let tasks = requests.map { request in Task { try await store.append(request) } }
    #expect(await eventually { store.writer.executor.waitingJobs == 3 })
    disk.fail(fault_disk_write, with: FaultDisk.diskFull)
    disk.releaseSyncs()
    #expect(try await held.value == .committed)
    for (request, task) in zip(requests, tasks) {
      await #expect { try await task.value } throws: { $0.isTemporary }
      #expect(try await store.load(request.list).record.revision == 0)
      #expect(try await store.append(request) == .committed)
    }
    #expect(store.statistics.failures == 1)
    await store.close()
  }

  @Test("A group whose commit reported an error but succeeded is confirmed, a conflict in it stays one")
  func unknownCommitOfAGroup() async throws {
    let store = try await open()
    var histories = lists.map { History($0.id) }
    let done = histories[1].batch()
    let held = try await beginHeldAppend(histories[0].batch(), on: store)
    // The last two cannot tell: what the one asked for is in the database already, the other has nothing to show.
    let requests = [done, histories[2].batch(), done, histories[3].batch(applied: 0)]
    var tasks: [Task<AppendResult, any Error>] = []
    for request in requests {
      tasks.append(Task { try await store.append(request) })
      #expect(await eventually { store.writer.executor.waitingJobs == tasks.count })
    }
    disk.fail(fault_disk_after_commit, with: FaultDisk.failedWrite, after: 1)
    disk.releaseSyncs()
    #expect(try await held.value == .committed)
    let conflict = AppendResult.conflict(revision: 1, hash: histories[1].hash)
    for (task, expected) in zip(tasks, [.committed, .committed, conflict, .committed]) {
      #expect(try await task.value == expected)
    }
    #expect(try await store.load(lists[2].id).record.revision == 1)
    await store.close()
  }

  @Test("A trimming without anything to trim does not confirm a group that the disk refused")
  func idleTrimConfirmsNothing() async throws {
    let store = try await open()
    var histories = lists.map { History($0.id) }
    let held = try await beginHeldAppend(histories[0].batch(), on: store)
    let request = histories[1].batch()
    let append = Task { try await store.append(request) }
    #expect(await eventually { store.writer.executor.waitingJobs == 1 })
    let trim = Task { try await store.trim(lists[2].id, through: 0) }
    #expect(await eventually { store.writer.executor.waitingJobs == 2 })
    disk.fail(fault_disk_write, with: FaultDisk.diskFull)
    disk.releaseSyncs()
    #expect(try await held.value == .committed)
    await #expect { try await append.value } throws: { $0.isTemporary }
    await #expect { try await trim.value } throws: { $0.isTemporary }
    #expect(try await store.load(request.list).record.revision == 0)
    await store.close()
  }

  @Test("Writes beyond the limit of waiting ones are answered at once, and the others are not harmed")
  func waitingWritesAreBounded() async throws {
    var configuration = StoreConfiguration()
    configuration.waitingWrites = 1
    let store = try await open(configuration)
    var histories = lists.map { History($0.id) }
    let held = try await beginHeldAppend(histories[0].batch(), on: store)
    let request = histories[1].batch()
    await #expect(throws: StoreError.temporary("1 writes are waiting")) { try await store.append(request) }
    disk.releaseSyncs()
    #expect(try await held.value == .committed)
    #expect(try await store.append(request) == .committed)
    await store.close()
  }

  @Test("A group beyond the limit of writes is split, and all of it is committed")
  func groupsAreBounded() async throws {
    var configuration = StoreConfiguration()
    configuration.writesPerCommit = 2
    let store = try await open(configuration)
    var histories = lists.map { History($0.id) }
    let held = try await beginHeldAppend(histories[0].batch(), on: store)
    let requests = (1...3).map { histories[$0].batch() }
    let before = store.statistics
    let tasks = requests.map { request in Task { try await store.append(request) } }
    #expect(await eventually { store.writer.executor.waitingJobs == 3 })
    disk.releaseSyncs()
    for task in tasks + [held] { #expect(try await task.value == .committed) }
    #expect(store.statistics.commits == before.commits + 3)
    #expect(store.statistics.largestGroup == 2)
    await store.close()
  }

  @Test("Two batches of one list in one group follow each other; a second one on the same head is a conflict")
  func batchesOfOneListFollowEachOther() async throws {
    let store = try await open()
    var histories = lists.map { History($0.id) }
    let held = try await beginHeldAppend(histories[0].batch(), on: store)
    let first = histories[1].batch()
    let head = AppendResult.conflict(revision: histories[1].revision, hash: histories[1].hash)
    let firstTask = Task { try await store.append(first) }
    #expect(await eventually { store.writer.executor.waitingJobs == 1 })
    let again = Task { try await store.append(first) }
    #expect(await eventually { store.writer.executor.waitingJobs == 2 })
    let second = histories[1].batch()
    let secondTask = Task { try await store.append(second) }
    #expect(await eventually { store.writer.executor.waitingJobs == 3 })
    disk.releaseSyncs()
    #expect(try await held.value == .committed)
    #expect(try await firstTask.value == .committed)
    #expect(try await again.value == head)
    #expect(try await secondTask.value == .committed)
    #expect(try await store.log(lists[1].id, after: 0, limit: 10) == first.entries + second.entries)
    await store.close()
  }

  @Test("A slow commit is reported with the number of its edits")
  func slowCommitIsReported() async throws {
    var configuration = StoreConfiguration()
    configuration.slowCommit = .milliseconds(50)
    let reports = Shared<[Int]>([])
    let store = try await open(configuration) { duration, edits in
      if duration > .milliseconds(50), edits > 0 { reports.update { $0.append(edits) } }
    }
    var history = History(lists[0].id)
    let held = try await beginHeldAppend(history.batch(applied: 2, rejected: 1), on: store)
    try await Task.sleep(for: .milliseconds(60))  // the slow commit itself
    disk.releaseSyncs()
    #expect(try await held.value == .committed)
    #expect(await eventually { reports.value == [3] })
    #expect(store.statistics.slowCommits >= 1)
    await store.close()
  }
}
