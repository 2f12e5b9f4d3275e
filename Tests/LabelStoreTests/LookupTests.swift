import LabelStore
import Labels
import Testing

@Suite("Looking up the log entries of edits")
struct LookupTests {
  let folder: TemporaryFolder
  let list = ListRecord.sample(1)

  init() throws {
    folder = try TemporaryFolder()
  }

  /// A store with four entries of author 1 and two of author 2.
  private func open(
    _ configuration: StoreConfiguration = StoreConfiguration()
  ) async throws -> (SQLiteStore, [LogRecord]) {
    let store = try SQLiteStore(folder: folder.path, configuration: configuration)
    try await store.createList(list)
    var history = History(list.id)
    let requests = [
      history.batch(applied: 3, bodyBytes: 60), history.batch(applied: 2, by: 2), history.batch(applied: 1),
    ]
    for request in requests { #expect(try await store.append(request) == .committed) }
    return (store, requests.flatMap(\.entries))
  }

  @Test("finds the entry of an edit by its author and sequence, and none for an edit without effect")
  func entryIsFound() async throws {
    let (store, entries) = try await open()
    #expect(try await store.entry(list.id, author: 2, sequence: 2) == entries[4])
    #expect(try await store.entry(list.id, author: 2, sequence: 3) == nil)
    await store.close()
  }

  @Test("answers in the order of the edits, with a gap where there is no entry")
  func orderIsKept() async throws {
    let (store, entries) = try await open()
    let found = try await store.entries(list.id, of: [(1, 4), (2, 1), (3, 1), (1, 1), (1, 4)])
    #expect(found == [entries[5], entries[3], nil, entries[0], entries[5]])
    #expect(try await store.entries(list.id, of: []) == [])
    await store.close()
  }

  @Test(
    "finds each of many edits, also where few of their author are among those of another, and after a part is trimmed"
  )
  func farApart() async throws {
    let store = try SQLiteStore(folder: folder.path)
    try await store.createList(list)
    var history = History(list.id)
    var entries: [LogRecord] = []
    for count in [500, 700, 3, 900] {
      for (author, applied) in [(1, count), (2, 1)] {
        let request = history.batch(applied: applied, rejected: 1, by: author)
        #expect(try await store.append(request) == .committed)
        entries += request.entries
      }
    }
    try await store.putSnapshot(list: list.id, revision: 2_107, hash: history.hash, pieces: [[1]])
    for trimmed in [0, 600, 1_535] {
      try await store.trim(list.id, through: trimmed)
      for entry in entries where entry.author == 2 || entry.revision % 97 == 0 {
        let found = try await store.entry(list.id, author: entry.author, sequence: entry.sequence)
        #expect(found == (entry.revision > trimmed ? entry : nil))
        #expect(try await store.entry(list.id, author: 2, sequence: 2) == nil)
      }
    }
    await store.close()
    // Of both authors the stretches behind revision 1,535.
    #expect(try rowCounts(folder)["log_stretches"] == 3)
  }

  @Test("does not find the edits of another list")
  func listsAreApart() async throws {
    let (store, _) = try await open()
    try await store.createList(.sample(2))
    #expect(try await store.entry(ListRecord.sample(2).id, author: 1, sequence: 1) == nil)
    await #expect(throws: StoreError.unknownList) {
      try await store.entry(ListRecord.sample(9).id, author: 1, sequence: 1)
    }
    await store.close()
  }

  @Test("ends once the bodies reach the limit of bytes, with at least the first", arguments: [1, 61, 121])
  func bytesAreBounded(pageBytes: Int) async throws {
    var configuration = StoreConfiguration()
    configuration.pageBytes = pageBytes
    let (store, entries) = try await open(configuration)
    let found = try await store.entries(list.id, of: [(1, 1), (1, 2), (1, 3), (1, 4)])
    #expect(found == Array(entries.prefix(pageBytes / 60 + 1)))
    await store.close()
  }

  @Test("looks up no more edits at once than allowed")
  func editsAreBounded() async throws {
    var configuration = StoreConfiguration()
    configuration.entriesPerLookup = 2
    let (store, entries) = try await open(configuration)
    #expect(try await store.entries(list.id, of: [(1, 2), (7, 7), (1, 1)]) == [entries[1], nil])
    await store.close()
  }
}
