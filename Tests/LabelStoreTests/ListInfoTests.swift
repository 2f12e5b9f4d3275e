import LabelStore
import Labels
import Testing

@Suite("Titles, archive and counts of lists in the store")
struct ListInfoTests {
  let folder: TemporaryFolder
  let store: SQLiteStore
  let list = ListRecord.sample(1, alias: "demo", exists: true)

  init() async throws {
    folder = try TemporaryFolder()
    store = try SQLiteStore(folder: folder.path)
    try await store.createList(list)
  }

  private var record: ListRecord {
    get async throws { try await store.load(list.id).record }
  }

  @Test("A title and the archive are kept, and the time of archiving stays until it ends")
  func infoIsKept() async throws {
    #expect(try await record.title == nil)
    #expect(try await record.archived == nil)
    try await store.setInfo(list.id, title: "Kitchen — 🧱", isArchived: true, at: 5)
    try await store.setInfo(list.id, title: "Tiles", isArchived: true, at: 9)
    #expect(try await record.title == "Tiles")
    #expect(try await record.archived == 5)
    await store.close()
    let again = try SQLiteStore(folder: folder.path)
    #expect(try await again.list(alias: "demo")?.archived == 5)
    try await again.setInfo(list.id, title: nil, isArchived: false, at: 12)
    try await again.setInfo(list.id, title: nil, isArchived: true, at: 13)
    #expect(try await again.list(alias: "demo")?.title == nil)
    #expect(try await again.list(alias: "demo")?.archived == 13)
    await again.close()
  }

  @Test("An unknown list has no title to set, and a long title is refused")
  func refusals() async throws {
    await #expect(throws: StoreError.unknownList) {
      try await store.setInfo(ListRecord.sample(9).id, title: "x", isArchived: false, at: 0)
    }
    await #expect(throws: StoreError.self) {
      try await store.setInfo(
        list.id, title: String(repeating: "x", count: 4_097), isArchived: false, at: 0)
    }
    #expect(try await record.title == nil)
    await store.close()
  }

  @Test("The lists are read with the archive, without it, or it alone, in pages")
  func archiveIsLeftOut() async throws {
    for number in 2...5 as ClosedRange<UInt64> {
      let other = ListRecord.sample(number, alias: "list-\(number)", exists: true)
      try await store.createList(other)
      try await store.setInfo(other.id, title: nil, isArchived: number % 2 == 0, at: 1)
    }
    func aliases(_ archived: Bool?, after: String? = nil, limit: Int = 10) async throws -> [String] {
      try await store.lists(after: after, limit: limit, archived: archived).map(\.alias)
    }
    #expect(try await aliases(nil) == ["demo", "list-2", "list-3", "list-4", "list-5"])
    #expect(try await aliases(false) == ["demo", "list-3", "list-5"])
    #expect(try await aliases(true) == ["list-2", "list-4"])
    #expect(try await aliases(true, limit: 1) == ["list-2"])
    #expect(try await aliases(true, after: "list-2") == ["list-4"])
    #expect(try await store.lists(after: nil, limit: 10).count == 5)
    await store.close()
  }

  @Test("An append keeps the count of labels, and one that changes nothing leaves it")
  func countIsKept() async throws {
    var history = History(list.id)
    var request = history.batch(applied: 2)
    request.labelCount = 7
    #expect(try await store.append(request) == .committed)
    #expect(try await record.labelCount == 7)
    var rejections = history.batch(applied: 0, rejected: 1)
    rejections.labelCount = 9
    #expect(try await store.append(rejections) == .committed)
    #expect(try await record.labelCount == 7)
    try await store.setUnknownLabelCount(list.id, to: 3)
    #expect(try await record.labelCount == 7)
    await store.close()
  }

  @Test("The log can be read back from a revision, next to it first, in order")
  func logBackwards() async throws {
    var history = History(list.id)
    #expect(try await store.append(history.batch(applied: 9)) == .committed)
    func revisions(before revision: Revision, limit: Int) async throws -> [Revision] {
      try await store.log(list.id, before: revision, limit: limit).map(\.revision)
    }
    #expect(try await revisions(before: 8, limit: 3) == [5, 6, 7])
    #expect(try await revisions(before: 3, limit: 3) == [1, 2])
    #expect(try await revisions(before: 100, limit: 2) == [8, 9])
    #expect(try await revisions(before: 1, limit: 3).isEmpty)
    await #expect(throws: StoreError.unknownList) {
      try await store.log(ListRecord.sample(9).id, before: 3, limit: 1)
    }
    await store.close()
  }

  @Test("A page of the log read backwards ends once its bodies are large")
  func backwardsInBytes() async throws {
    await store.close()
    var configuration = StoreConfiguration()
    configuration.pageBytes = 100
    let small = try SQLiteStore(folder: folder.path, configuration: configuration)
    var history = History(list.id)
    #expect(try await small.append(history.batch(applied: 9, bodyBytes: 60)) == .committed)
    #expect(try await small.log(list.id, before: 9, limit: 5).map(\.revision) == [7, 8])
    await small.close()
  }
}
