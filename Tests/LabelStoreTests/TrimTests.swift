import CFaultDisk
@testable import LabelStore
import Labels
import Testing

@Suite("Trimming a list's log")
struct TrimTests {
  let folder: TemporaryFolder
  let disk: FaultDisk
  let list = ListRecord.sample(1)
  let clients = [ClientID(high: 1, low: 1), ClientID(high: 1, low: 2)]

  init() throws {
    folder = try TemporaryFolder()
    disk = try FaultDisk()
  }

  /// A store with the list and its clients, which are the authors 1 and 2.
  private func open(_ configuration: StoreConfiguration = StoreConfiguration()) async throws -> SQLiteStore {
    let store = try SQLiteStore(
      folder: folder.path, configuration: configuration, synchronous: .full, vfs: disk.name)
    try await store.createList(list)
    for client in clients { _ = try await claim(client, of: store) }
    return store
  }

  private func claim(_ client: ClientID, of store: SQLiteStore) async throws -> ClaimResult {
    try await store.claim(list: list.id, client: client, secretHash: secret, mayCreate: true)
  }

  /// Appends entries of author 1, with a snapshot at the last.
  private func appendAndSnapshot(
    _ count: Int, bodyBytes: Int = 20, to store: SQLiteStore
  ) async throws -> History {
    var history = History(list.id)
    #expect(try await store.append(history.batch(applied: count, bodyBytes: bodyBytes)) == .committed)
    try await putSnapshot(at: history, of: store)
    return history
  }

  private func putSnapshot(at history: History, of store: SQLiteStore) async throws {
    try await store.putSnapshot(
      list: list.id, revision: history.revision, hash: history.hash, pieces: [[1]])
  }

  @Test("deletes the entries up to a revision, and says so to who asks for more than is left")
  func entriesAreDeleted() async throws {
    let store = try await open()
    _ = try await appendAndSnapshot(10, to: store)
    let entries = try await store.log(list.id, after: 0, limit: 100)
    try await store.trim(list.id, through: 4)
    #expect(try await store.load(list.id).record.trimmedThrough == 4)
    #expect(try await store.log(list.id, after: 4, limit: 100) == Array(entries[4...]))
    #expect(try await store.log(list.id, after: 9, limit: 100) == [entries[9]])
    await #expect(throws: StoreError.trimmed(through: 4)) {
      try await store.log(list.id, after: 3, limit: 100)
    }
    #expect(try await store.entry(list.id, author: 1, sequence: 4) == nil)
    #expect(try await store.entry(list.id, author: 1, sequence: 5) == entries[4])
    await store.close()
    #expect(try rowCounts(folder)["log"] == 6)
  }

  @Test("is refused beyond the newest complete snapshot, and then deletes nothing", arguments: [6, 11])
  func snapshotIsTheLimit(revision: Revision) async throws {
    let store = try await open()
    var history = try await appendAndSnapshot(5, to: store)
    _ = try await store.append(history.batch(applied: 5))
    disk.fail(fault_disk_write, with: FaultDisk.diskFull, after: 4)
    await #expect { try await putSnapshot(at: history, of: store) } throws: { $0.isTemporary }
    await #expect { try await store.trim(list.id, through: revision) } throws: { $0.isRefused }
    #expect(try await store.log(list.id, after: 0, limit: 100).count == 10)
    try await store.trim(list.id, through: 5)
    #expect(try await store.load(list.id).record.trimmedThrough == 5)
    await store.close()
  }

  @Test("is refused without a snapshot, and does nothing where all is trimmed or the list is unknown")
  func nothingToTrim() async throws {
    let store = try await open()
    var history = History(list.id)
    _ = try await store.append(history.batch(applied: 2))
    await #expect { try await store.trim(list.id, through: 1) } throws: { $0.isRefused }
    try await putSnapshot(at: history, of: store)
    try await store.trim(list.id, through: 2)
    let before = try await store.load(list.id)
    for revision in [2, 1, 0] { try await store.trim(list.id, through: revision) }
    #expect(try await store.load(list.id) == before)
    await #expect(throws: StoreError.unknownList) {
      try await store.trim(ListRecord.sample(9).id, through: 1)
    }
    await store.close()
  }

  @Test("changes nothing of what a claim is told, also after a restart")
  func claimsAreUnchanged() async throws {
    let store = try await open()
    var history = History(list.id)
    for author in [1, 2, 1] {
      let batch = history.batch(applied: 3, rejected: 2, by: author, acknowledgedThrough: 1, isPartial: true)
      #expect(try await store.append(batch) == .committed)
    }
    try await putSnapshot(at: history, of: store)
    var before: [ClaimResult] = []
    for client in clients { before.append(try await claim(client, of: store)) }
    #expect(before.map(\.appliedSequences) == [[2, 3, 6, 7, 8], [2, 3]])
    for revision in [1, 5, history.revision] {
      try await store.trim(list.id, through: revision)
      for (client, answer) in zip(clients, before) { #expect(try await claim(client, of: store) == answer) }
    }
    await store.close()
    #expect(try rowCounts(folder)["log"] == 0)
    let next = try SQLiteStore(folder: folder.path)
    for (client, answer) in zip(clients, before) { #expect(try await claim(client, of: next) == answer) }
    await next.close()
  }

  @Test("keeps outcomes only of edits that are not acknowledged, by clients that are remembered")
  func onlyOpenOutcomesAreKept() async throws {
    let store = try await open()
    var history = History(list.id)
    _ = try await store.append(history.batch(applied: 4))
    _ = try await store.append(history.batch(applied: 1, acknowledgedThrough: 3))
    _ = try await store.append(history.batch(applied: 3, by: 99))
    try await putSnapshot(at: history, of: store)
    try await store.trim(list.id, through: history.revision)
    #expect(try await claim(clients[0], of: store).appliedSequences == [4, 5])
    await store.close()
    #expect(try rowCounts(folder)["outcomes"] == 2)
  }

  @Test("leaves outcomes that go once they are acknowledged")
  func laterAcknowledgementDeletes() async throws {
    let store = try await open()
    var history = try await appendAndSnapshot(4, to: store)
    try await store.trim(list.id, through: 4)
    _ = try await store.append(history.batch(applied: 1, acknowledgedThrough: 3))
    #expect(try await claim(clients[0], of: store).appliedSequences == [4, 5])
    await store.close()
    #expect(try rowCounts(folder)["outcomes"] == 1)
  }

  @Test("leaves outcomes that go with their client, and nobody else's")
  func forgottenClientsOutcomesGo() async throws {
    var configuration = StoreConfiguration()
    configuration.clientsPerList = 2
    let store = try await open(configuration)
    var history = History(list.id)
    _ = try await store.append(history.batch(applied: 3))
    _ = try await store.append(history.batch(applied: 2, by: 2))
    try await putSnapshot(at: history, of: store)
    try await store.trim(list.id, through: 5)
    #expect(try await claim(ClientID(high: 1, low: 3), of: store).author == 3)
    #expect(try await claim(clients[1], of: store).appliedSequences == [1, 2])
    await store.close()
    #expect(try rowCounts(folder)["outcomes"] == 2)
  }

  @Test("leaves an edit that cannot be applied again")
  func editIsNotLoggedAgain() async throws {
    let store = try await open()
    var history = try await appendAndSnapshot(4, to: store)
    try await store.trim(list.id, through: 4)
    history.sequences[1] = 2
    let repeated = history.batch(applied: 1)
    await #expect { try await store.append(repeated) } throws: { $0.isRefused }
    #expect(try await store.load(list.id).record.revision == 4)
    await store.close()
  }

  @Test("does not lower a client's recorded sequence, whatever its progress said")
  func lastSequenceStays() async throws {
    let store = try await open()
    var history = History(list.id)
    var request = history.batch(applied: 5)
    request.progress = [ClientProgress(author: 1, lastSequence: 0, acknowledgedThrough: 5)]
    _ = try await store.append(request)
    try await putSnapshot(at: history, of: store)
    try await store.trim(list.id, through: 5)
    let record = ClientRecord(id: clients[0], author: 1, lastSequence: 5, acknowledgedThrough: 5)
    #expect(try await claim(clients[0], of: store) == .known(record, outcomes: [], applied: []))
    await store.close()
  }

  @Test("goes piece by piece, bounded in entries and in bytes", arguments: [(4, 1_000), (100, 70)])
  func piecesAreBounded(entries: Int, bytes: Int) async throws {
    var configuration = StoreConfiguration()
    configuration.trimPieceEntries = entries
    configuration.trimPieceBytes = bytes
    let store = try await open(configuration)
    _ = try await appendAndSnapshot(10, to: store)
    let before = store.statistics.commits
    try await store.trim(list.id, through: 10)
    // Pieces of 4, 4 and 2 entries, and a look that finds no more.
    #expect(store.statistics.commits == before + 4)
    #expect(try await store.load(list.id).record.trimmedThrough == 10)
    await store.close()
  }

  @Test("goes at least one entry at a time, however large it is")
  func largeEntryIsTrimmed() async throws {
    let store = try await open()
    _ = try await appendAndSnapshot(2, bodyBytes: StoreConfiguration().trimPieceBytes + 1, to: store)
    try await store.trim(list.id, through: 2)
    #expect(try await store.load(list.id).record.trimmedThrough == 2)
    await store.close()
  }

  @Test("lets other writes come between the pieces")
  func piecesLeaveRoomForOthers() async throws {
    var configuration = StoreConfiguration()
    configuration.trimPieceEntries = 1
    let store = try await open(configuration)
    var history = try await appendAndSnapshot(30, to: store)
    disk.holdSyncs()
    let trim = Task { try await store.trim(list.id, through: 30) }
    #expect(await eventually { disk.waitingSyncs == 1 })
    let request = history.batch()
    let append = Task { try await store.append(request) }
    #expect(await eventually { store.writer.executor.waitingJobs == 1 })
    disk.releaseSyncs()
    #expect(try await append.value == .committed)
    #expect(try await store.load(list.id).record.trimmedThrough < 30)
    try await trim.value
    #expect(try await store.log(list.id, after: 30, limit: 10) == request.entries)
    await store.close()
  }

  @Test("that failed halfway is as far as it says, and goes on from there")
  func failedTrimGoesOn() async throws {
    var configuration = StoreConfiguration()
    configuration.trimPieceEntries = 3
    let store = try await open(configuration)
    _ = try await appendAndSnapshot(30, to: store)
    let answer = try await claim(clients[0], of: store)
    disk.fail(fault_disk_write, with: FaultDisk.diskFull, after: 30)
    await #expect { try await store.trim(list.id, through: 30) } throws: { $0.isTemporary }
    let trimmed = try await store.load(list.id).record.trimmedThrough
    #expect((1..<30).contains(trimmed))
    #expect(try await store.log(list.id, after: trimmed, limit: 100).first?.revision == trimmed + 1)
    #expect(try await claim(clients[0], of: store) == answer)
    try await store.trim(list.id, through: 30)
    #expect(try await store.load(list.id).record.trimmedThrough == 30)
    #expect(try await claim(clients[0], of: store) == answer)
    await store.close()
  }

  @Test("whose commit succeeded but reported an error is found out")
  func unknownCommitIsResolved() async throws {
    let store = try await open()
    _ = try await appendAndSnapshot(5, to: store)
    disk.fail(fault_disk_after_commit, with: FaultDisk.failedWrite)
    try await store.trim(list.id, through: 5)
    #expect(try await store.load(list.id).record.trimmedThrough == 5)
    await store.close()
  }

  @Test("leaves a list that takes no snapshot with a hash of another history", arguments: [true, false])
  func foreignSnapshotIsRefused(isAtHead: Bool) async throws {
    let store = try await open()
    var history = try await appendAndSnapshot(5, to: store)
    if !isAtHead { _ = try await store.append(history.batch()) }
    try await store.trim(list.id, through: 5)
    await #expect {
      try await store.putSnapshot(list: list.id, revision: 5, hash: 1, pieces: [[2]])
    } throws: { $0.isRefused }
    #expect(try await store.load(list.id).snapshot?.pieces == [[1]])
    await store.close()
  }
}

extension ClaimResult {
  fileprivate var appliedSequences: [EditSequence]? {
    if case .known(_, _, let applied) = self { applied.map(\.sequence) } else { nil }
  }
}
