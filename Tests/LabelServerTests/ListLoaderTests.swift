import LabelWire
import Labels
import Testing

@testable import LabelEngine
@testable import LabelServer
@testable import LabelStore

@Suite("Loading a list")
struct ListLoaderTests {
  private let folder: ServerFolder
  private let store: SQLiteStore
  private let record = ListRecord(
    id: ListID(high: 1, low: 2), alias: "list", epoch: "e", exists: true, created: 0, revision: 0, hash: 0)

  init() async throws {
    folder = try ServerFolder()
    store = try SQLiteStore(folder: folder.data)
    try await store.createList(record)
  }

  private func load(from other: SQLiteStore? = nil) async throws -> ListState {
    let alias = try #require(ListAlias("list"))
    return try await ListLoader(store: other ?? store, limits: EngineLimits(), beatSeconds: 15).load(alias)
  }

  private func change(_ revision: Revision, _ effects: [Effect]) -> Change {
    Change(revision: revision, author: 1, sequence: revision, time: 5, effects: effects, isPartial: false)
  }

  /// Appends changes; `tamper` may make of an entry what no server writes.
  private func append(_ changes: [Change], tamper: (inout LogRecord) -> Void = { _ in }) async throws {
    var hash = ChainHash.start
    var entries: [LogRecord] = []
    for change in changes {
      let entry = Batch.Entry(change, after: hash, fingerprint: 0)
      hash = entry.hash
      entries.append(LogRecord(entry))
    }
    if !entries.isEmpty { tamper(&entries[entries.count - 1]) }
    let request = AppendRequest(list: record.id, after: 0, afterHash: ChainHash.start, entries: entries)
    #expect(try await store.append(request) == .committed)
  }

  private var threeInserts: [Change] {
    (1...3).map { number in
      let label = Label(id: LabelID(high: 0, low: UInt64(number)), name: "\(number)", isIncluded: true)
      let before = number > 1 ? LabelID(high: 0, low: UInt64(number - 1)) : nil
      return change(number, [.inserted(label, slot: before, after: before)])
    }
  }

  @Test("replays the log onto the newest snapshot")
  func snapshotAndLog() async throws {
    try await append(threeInserts)
    let whole = try await load()
    #expect(whole.list.labels.map(\.name) == ["1", "2", "3"])
    #expect(whole.head.revision == 3)
    let source = SnapshotSource(list: whole.list, point: whole.head, chunkBytes: 64)
    try await store.putSnapshot(
      list: record.id, revision: 3, hash: whole.head.hash, pieces: StoredListCoding.encode(source))
    let again = try await load()
    #expect(again.list == whole.list && again.head == whole.head)
  }

  @Test("needs nothing of the log up to the snapshot")
  func trimmedLog() async throws {
    try await append(threeInserts)
    let whole = try await load()
    let source = SnapshotSource(list: whole.list, point: whole.head, chunkBytes: 64)
    try await store.putSnapshot(
      list: record.id, revision: 3, hash: whole.head.hash, pieces: StoredListCoding.encode(source))
    try await store.trim(record.id, through: 3)
    let again = try await load()
    #expect(again.list == whole.list && again.head == whole.head)
  }

  @Test("refuses a log whose hashes do not chain, and leaves it alone")
  func brokenChain() async throws {
    try await append(threeInserts) { $0.hash ^= 1 }
    await #expect(throws: ListUnavailable.self) { try await load() }
    #expect(try await store.log(record.id, after: 0, limit: 10).count == 3)
  }

  @Test("refuses a log that ends before the head, or at another one", arguments: [true, false])
  func otherHead(isMissing: Bool) async throws {
    try await append(threeInserts)
    await store.close()
    let statement = isMissing ? "DELETE FROM log WHERE revision = 3" : "UPDATE lists SET hash = hash + 1"
    do { try Database(path: folder.data + "/colabel.sqlite").run(statement) }
    let damaged = try SQLiteStore(folder: folder.data)
    await #expect(throws: ListUnavailable.self) { try await load(from: damaged) }
    await damaged.close()
  }

  @Test("refuses an entry that cannot be read")
  func unreadableEntry() async throws {
    try await append(threeInserts) { $0.body = Array("[{}]".utf8) }
    await #expect(throws: ListUnavailable.self) { try await load() }
  }

  @Test("refuses a change that does not fit the list")
  func misfit() async throws {
    let stranger = Effect.included(LabelID(high: 9, low: 9), replaced: true, value: false)
    try await append(threeInserts + [change(4, [stranger])])
    await #expect(throws: ListUnavailable.self) { try await load() }
  }
}
