import Foundation
@testable import LabelStore
import Labels
import Testing

@Suite("A database of an older version")
struct MigrationTests {
  let folder: TemporaryFolder
  let client = ClientID(high: 2, low: 11)
  let list = ListRecord(
    id: ListID(high: 1, low: 10), alias: "demo", epoch: "first", exists: true, created: 1_796_000_000_000,
    revision: 2, hash: .max - 1, labelCount: nil)
  let entries = [
    LogRecord(
      revision: 1, author: 1, sequence: 1, time: 1_796_000_000_001, isPartial: false, hash: 11,
      fingerprint: 21,
      body: [10]),
    LogRecord(
      revision: 2, author: 1, sequence: 2, time: 1_796_000_000_002, isPartial: true, hash: .max - 1,
      fingerprint: 22, body: [11, 12]),
  ]

  init() throws {
    folder = try TemporaryFolder()
    try Version1Database.create(in: folder)
  }

  @Test("opens with everything that was in it", arguments: [false, true])
  func everythingIsFound(isAfterKill: Bool) async throws {
    if isAfterKill { try Data().write(to: URL(fileURLWithPath: folder.path + "/colabel.running")) }
    let store = try SQLiteStore(folder: folder.path)
    let snapshot = StoredSnapshot(revision: 1, hash: 11, pieces: [[1], [2, 3]])
    #expect(try await store.load(list.id) == StoredList(record: list, snapshot: snapshot))
    #expect(try await store.log(list.id, after: 0, limit: 10) == entries)
    let answer = try await store.claim(
      list: list.id, client: client, secretHash: [0x5e, 0xc7, 0xe7], mayCreate: false)
    let known = ClaimResult.known(
      ClientRecord(id: client, author: 1, lastSequence: 3, acknowledgedThrough: 0),
      outcomes: [
        OutcomeRecord(author: 1, sequence: 2, fingerprint: 22, body: [13]),
        OutcomeRecord(author: 1, sequence: 3, fingerprint: 23, body: [14, 15]),
      ],
      applied: entries.map {
        AppliedRecord(
          sequence: $0.sequence, revision: $0.revision, fingerprint: $0.fingerprint, isPartial: $0.isPartial)
      })
    #expect(answer == known)
    #expect(try await store.entry(list.id, author: 1, sequence: 2) == entries[1])
    await store.close()
  }

  @Test("takes what only the newer version knows, and is migrated once")
  func newColumnsAreThere() async throws {
    let store = try SQLiteStore(folder: folder.path)
    let next = LogRecord(
      revision: 3, author: 1, sequence: 4, time: 0, isPartial: false, hash: 12, fingerprint: 24,
      group: GroupID(high: 3, low: 4), body: [])
    var used = next
    used.sequence = 3
    let again = AppendRequest(list: list.id, after: 2, afterHash: list.hash, entries: [used])
    await #expect { try await store.append(again) } throws: { $0.isRefused }
    let request = AppendRequest(list: list.id, after: 2, afterHash: list.hash, entries: [next])
    #expect(try await store.append(request) == .committed)
    await store.close()
    let reopened = try SQLiteStore(folder: folder.path)
    #expect(try await reopened.log(list.id, after: 0, limit: 10) == entries + [next])
    await reopened.close()
  }
}

@Suite("A database of version 2")
struct Version2MigrationTests {
  @Test("opens with its lists, of which none has a title or is archived and only an empty one is counted")
  func listsAreFound() async throws {
    let folder = try TemporaryFolder()
    try Version2Database.create(in: folder)
    let store = try SQLiteStore(folder: folder.path)
    let lists = try await store.lists(after: nil, limit: 10)
    #expect(lists.map(\.alias) == ["demo", "empty"])
    #expect(lists.map(\.labelCount) == [nil, 0])
    #expect(lists.allSatisfy { $0.title == nil && $0.archived == nil })
    let demo = lists[0]
    #expect(demo.trimmedThrough == 1)
    #expect(try await store.log(demo.id, before: 3, limit: 10).map(\.revision) == [2])
    try await store.setInfo(demo.id, title: "Tiles", isArchived: true, at: 7)
    try await store.setUnknownLabelCount(demo.id, to: 3)
    await store.close()
    let again = try SQLiteStore(folder: folder.path)
    let record = try await again.load(demo.id).record
    #expect(record.title == "Tiles")
    #expect(record.archived == 7)
    #expect(record.labelCount == 3)
    await again.close()
  }
}
