import LabelStore
import Labels
import Testing

@Suite("Appending to a list's log")
struct AppendTests {
  let folder: TemporaryFolder
  let store: SQLiteStore
  let list = ListRecord.sample(1)

  init() async throws {
    folder = try TemporaryFolder()
    store = try SQLiteStore(folder: folder.path)
    try await store.createList(list)
  }

  @Test("What was appended is read back as it was given")
  func entriesAreReadBack() async throws {
    var history = History(list.id)
    var request = history.batch(applied: 3)
    request.entries[1].isPartial = true
    request.entries[2].body = []
    request.entries[2].group = GroupID(high: .max, low: 5)
    #expect(try await store.append(request) == .committed)
    #expect(try await store.log(list.id, after: 0, limit: 10) == request.entries)
    #expect(try await store.log(list.id, after: 1, limit: 1) == [request.entries[1]])
    #expect(try await store.log(list.id, after: 3, limit: 10) == [])
  }

  @Test("The first accepted edit makes a list exist, a rejected one does not")
  func firstEntryMakesListExist() async throws {
    var history = History(list.id)
    #expect(try await store.append(history.batch(applied: 0, rejected: 1)) == .committed)
    #expect(try await store.load(list.id).record == list)
    #expect(try await store.append(history.batch(applied: 2)) == .committed)
    let record = try await store.load(list.id).record
    #expect(record.exists)
    #expect(record.revision == 2)
    #expect(record.hash == history.hash)
  }

  @Test(
    "An append on another revision or another hash is a conflict that tells the head",
    arguments: [true, false])
  func otherHeadConflicts(isOtherHash: Bool) async throws {
    var history = History(list.id)
    _ = try await store.append(history.batch(applied: 2))
    let head = AppendResult.conflict(revision: history.revision, hash: history.hash)
    if isOtherHash { history.hash += 1 } else { history.revision -= 1 }
    #expect(try await store.append(history.batch(rejected: 1)) == head)
    #expect(try await store.log(list.id, after: 0, limit: 10).count == 2)
    #expect(try await store.load(list.id).record.revision == 2)
  }

  @Test("The same edit cannot be in the log twice, and nothing else of its batch stays")
  func editIsLoggedOnce() async throws {
    var history = History(list.id)
    _ = try await store.append(history.batch(applied: 2))
    history.sequences[1] = 0
    let repeated = history.batch(applied: 1, by: 2).entries + history.batch(applied: 1, by: 1).entries
    let request = AppendRequest(
      list: list.id, after: 2, afterHash: try await store.load(list.id).record.hash, entries: repeated)
    await #expect { try await store.append(request) } throws: { $0.isRefused }
    #expect(try await store.log(list.id, after: 0, limit: 10).count == 2)
    #expect(try await store.load(list.id).record.revision == 2)
  }

  @Test(
    "A sequence that its author has used or passed over is refused, whether that one is a known client or not",
    arguments: [true, false])
  func sequencesAscend(isClient: Bool) async throws {
    if isClient {
      let client = ClientID(high: 5, low: 6)
      _ = try await store.claim(list: list.id, client: client, secretHash: secret, mayCreate: true)
    }
    var history = History(list.id)
    _ = try await store.append(history.batch(applied: 1, rejected: 1))
    var applied = history
    applied.sequences[1] = 1
    var rejected = applied
    var unordered = history
    var mixedUp = unordered.batch(applied: 2)
    mixedUp.entries[0].sequence = 4
    mixedUp.entries[1].sequence = 3
    for request in [applied.batch(), rejected.batch(applied: 0, rejected: 1), mixedUp] {
      await #expect { try await store.append(request) } throws: { $0.isRefused }
    }
    #expect(try await store.append(history.batch(applied: 2)) == .committed)
  }

  @Test("Entries with a gap are refused")
  func gapIsRefused() async throws {
    var history = History(list.id)
    var request = history.batch(applied: 2)
    request.entries.removeFirst()
    await #expect { try await store.append(request) } throws: { $0.isRefused }
    #expect(try await store.load(list.id).record == list)
  }

  @Test("An unknown list is told apart")
  func unknownList() async throws {
    var history = History(ListRecord.sample(9).id)
    let request = history.batch()
    await #expect(throws: StoreError.unknownList) { try await store.append(request) }
  }

  @Test("A page of the log ends once its bodies reach the limit of bytes, and the next goes on")
  func logPagesAreBoundedInBytes() async throws {
    var configuration = StoreConfiguration()
    configuration.pageBytes = 100
    configuration.pageRows = 5
    await store.close()
    let small = try SQLiteStore(folder: folder.path, configuration: configuration)
    var history = History(list.id)
    _ = try await small.append(history.batch(applied: 4, bodyBytes: 60))
    _ = try await small.append(history.batch(applied: 6, bodyBytes: 1))
    #expect(try await small.log(list.id, after: 0, limit: 100).map(\.revision) == [1, 2])
    #expect(try await small.log(list.id, after: 4, limit: 100).map(\.revision) == [5, 6, 7, 8, 9])
    await small.close()
  }

  @Test("A body above its limit is refused", arguments: [true, false])
  func bodyIsBounded(isOutcome: Bool) async throws {
    var configuration = StoreConfiguration()
    configuration.bodyBytes = 10
    await store.close()
    let small = try SQLiteStore(folder: folder.path, configuration: configuration)
    var history = History(list.id)
    var request = history.batch(applied: 1, rejected: 1, bodyBytes: 10)
    if isOutcome {
      request.outcomes[0].body = [UInt8](repeating: 0, count: 11)
    } else {
      request.entries[0].body.append(0)
    }
    let tooLarge = request
    await #expect(throws: StoreError.refused("a body exceeds 10 bytes")) { try await small.append(tooLarge) }
    #expect(try await small.load(list.id).record == list)
    await small.close()
  }
}
