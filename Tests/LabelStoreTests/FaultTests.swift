import CFaultDisk
import Foundation
@testable import LabelStore
import Labels
import Testing

@Suite("A failing disk")
struct FaultTests {
  let folder: TemporaryFolder
  let disk: FaultDisk
  let store: SQLiteStore
  let list = ListRecord.sample(1)

  init() async throws {
    folder = try TemporaryFolder()
    disk = try FaultDisk()
    store = try SQLiteStore(folder: folder.path, synchronous: .full, vfs: disk.name)
    try await store.createList(list)
  }

  @Test(
    "A failed write is temporary: nothing of it stays, and the same request succeeds later",
    arguments: [
      FaultDisk.failedWrite, FaultDisk.diskFull,
    ])
  func failedWriteIsTemporary(code: Int32) async throws {
    var history = History(list.id)
    _ = try await store.append(history.batch(applied: 3))
    let request = history.batch(applied: 2, rejected: 1)
    disk.fail(fault_disk_write, with: code, times: 2)
    for _ in 1...2 { await #expect { try await store.append(request) } throws: { $0.isTemporary } }
    #expect(try await store.load(list.id).record.revision == 3)
    #expect(try await store.append(request) == .committed)
    #expect(try await store.load(list.id).record.revision == 5)
    #expect(store.statistics.stopReason == nil)
    await store.close()
    #expect(!folder.contains("colabel.running"))
  }

  @Test("A claim that failed gives its author number to the next try")
  func failedClaimIsRepeated() async throws {
    let client = ClientID(high: 1, low: 1)
    disk.fail(fault_disk_write, with: FaultDisk.diskFull)
    await #expect {
      try await store.claim(list: list.id, client: client, secretHash: secret, mayCreate: true)
    } throws: { $0.isTemporary }
    let answer = try await store.claim(list: list.id, client: client, secretHash: secret, mayCreate: true)
    #expect(answer == .created(ClientRecord(id: client, author: 1, lastSequence: 0, acknowledgedThrough: 0)))
    await store.close()
  }

  @Test("After a failed sync the store refuses everything, and the next one copies the database first")
  func failedSyncStopsTheStore() async throws {
    var history = History(list.id)
    let confirmed = history.batch(applied: 2)
    _ = try await store.append(confirmed)
    let doubtful = history.batch()
    disk.fail(fault_disk_sync, with: FaultDisk.failedSync)
    await #expect { try await store.append(doubtful) } throws: { $0.isStopped }
    await #expect { try await store.append(doubtful) } throws: { $0.isStopped }
    await #expect { try await store.createList(.sample(2)) } throws: { $0.isStopped }
    await #expect {
      try await store.claim(
        list: list.id, client: ClientID(high: 1, low: 1), secretHash: secret, mayCreate: false)
    } throws: { $0.isStopped }
    await #expect { try await store.list(alias: list.alias) } throws: { $0.isStopped }
    #expect(store.statistics.stopReason != nil)
    await store.close()
    #expect(folder.contains("colabel.running"))

    let next = try SQLiteStore(folder: folder.path)
    let log = try await next.log(list.id, after: 0, limit: 10)
    #expect(log == confirmed.entries || log == confirmed.entries + doubtful.entries)
    let head = try await next.load(list.id).record
    let again = try await next.append(doubtful)
    #expect(again == (head.revision == 2 ? .committed : .conflict(revision: 3, hash: history.hash)))
    await next.close()
  }

  @Test("A failed sync of a checkpoint stops the store too")
  func failedCheckpointStopsTheStore() async throws {
    await store.close()
    var configuration = StoreConfiguration()
    configuration.checkpointPages = 3
    let eager = try SQLiteStore(
      folder: folder.path, configuration: configuration, synchronous: .full, vfs: disk.name)
    var history = History(list.id)
    // The commit syncs the header of the empty log, and its pages.
    disk.fail(fault_disk_sync, with: FaultDisk.failedSync, after: 2)
    #expect(try await eager.append(history.batch(bodyBytes: 20_000)) == .committed)
    #expect(await eventually { eager.statistics.stopReason != nil })
    let next = history.batch()
    await #expect { try await eager.append(next) } throws: { $0.isStopped }
    await eager.close()
    #expect(folder.contains("colabel.running"))
  }

  @Test("Damage that a reader finds stops the store")
  func damageStopsTheStore() async throws {
    var history = History(list.id)
    _ = try await store.append(history.batch(applied: 3))
    await store.close()
    let database = folder.path + "/colabel.sqlite"
    let root = try Database(path: database).first("SELECT rootpage FROM sqlite_schema WHERE name = 'log'") {
      row in
      row.integer(0)
    }
    let file = try FileHandle(forUpdating: URL(fileURLWithPath: database))
    try file.seek(toOffset: UInt64(4_096 * ((root ?? 0) - 1)))
    try file.write(contentsOf: Data(repeating: 0xAA, count: 4_096))
    try file.close()

    let next = try SQLiteStore(folder: folder.path)
    await #expect { try await next.log(list.id, after: 0, limit: 10) } throws: { $0.isStopped }
    // It touches nothing that is damaged.
    await #expect { try await next.createList(.sample(2)) } throws: { $0.isStopped }
    let request = history.batch()
    await #expect { try await next.append(request) } throws: { $0.isStopped }
    #expect(next.statistics.stopReason != nil)
    await next.close()
  }

  @Test("A commit that succeeded but reported an error is found out", arguments: [1, 0])
  func unknownCommitIsResolved(applied: Int) async throws {
    var history = History(list.id)
    _ = try await store.append(history.batch())
    let request = history.batch(applied: applied, rejected: 1)
    disk.fail(fault_disk_after_commit, with: FaultDisk.failedWrite)
    #expect(try await store.append(request) == .committed)
    #expect(try await store.load(list.id).record.revision == 1 + applied)
    #expect(try await store.append(history.batch()) == .committed)
    await store.close()
    #expect(
      try rowCounts(folder) == [
        "lists": 1, "log": 2 + applied, "log_stretches": 1, "outcomes": 1, "clients": 0, "snapshots": 0,
        "snapshot_pieces": 0,
      ])
  }

  @Test("A store waits for the disk at every commit, unless a test asks for less")
  func syncsAreTheDefault() async throws {
    await store.close()
    let usual = try SQLiteStore(folder: folder.path)
    let level = try await usual.writer.write { database throws(StoreError) in
      try database.first("PRAGMA synchronous") { row in row.integer(0) }
    }
    #expect(level == 2)
    await usual.close()
  }

  @Test("Nothing is confirmed before the disk has it")
  func appendWaitsForTheSync() async throws {
    var history = History(list.id)
    #expect(try await isConfirmedBeforeSync(history.batch(), by: store) == false)
    await store.close()
  }

  @Test(
    "Without syncs at commits, writes are confirmed before the disk has them, and the check finds that",
    arguments: [
      SQLiteStore.Synchronous.normal, .off,
    ])
  func withoutSyncsNothingWaits(synchronous: SQLiteStore.Synchronous) async throws {
    await store.close()
    let careless = try SQLiteStore(folder: folder.path, synchronous: synchronous, vfs: disk.name)
    try await careless.createList(.sample(2))
    var history = History(list.id)
    #expect(try await isConfirmedBeforeSync(history.batch(), by: careless))
    await careless.close()
  }

  /// Holds the disk's syncs, and tells whether an append returns all the same.
  private func isConfirmedBeforeSync(_ request: AppendRequest, by store: SQLiteStore) async throws -> Bool {
    disk.holdSyncs()
    let isConfirmed = Shared(false)
    let append = Task {
      let answer = try await store.append(request)
      isConfirmed.value = true
      return answer
    }
    _ = await eventually { disk.waitingSyncs > 0 || isConfirmed.value }
    // Time to return although the sync has not.
    try await Task.sleep(for: .milliseconds(200))
    let isEarly = isConfirmed.value
    disk.releaseSyncs()
    #expect(try await append.value == .committed)
    return isEarly
  }
}
