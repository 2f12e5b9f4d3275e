@testable import LabelStore
import Labels
import Testing

@Suite("Lists in the store")
struct ListTests {
  let folder: TemporaryFolder
  let store: SQLiteStore

  init() throws {
    folder = try TemporaryFolder()
    store = try SQLiteStore(folder: folder.path)
  }

  @Test("A created list is found by its alias and by its id, as it was given")
  func createdListIsFound() async throws {
    var list = ListRecord.sample(1, alias: "demo", exists: true)
    list.hash = .max
    try await store.createList(list)
    #expect(try await store.list(alias: "demo") == list)
    #expect(try await store.load(list.id) == StoredList(record: list, snapshot: nil))
    #expect(try await store.list(alias: "other") == nil)
  }

  @Test("An alias belongs to one list")
  func aliasIsUnique() async throws {
    try await store.createList(.sample(1, alias: "demo"))
    await #expect(throws: StoreError.aliasTaken) { try await store.createList(.sample(2, alias: "demo")) }
    #expect(try await store.list(alias: "demo")?.id == ListRecord.sample(1).id)
  }

  @Test("There are at most as many lists as allowed, deleted ones not counted")
  func listsAreLimited() async throws {
    await store.close()
    var configuration = StoreConfiguration()
    configuration.lists = 2
    let small = try SQLiteStore(folder: folder.path, configuration: configuration)
    for number in 1...2 as ClosedRange<UInt64> { try await small.createList(.sample(number)) }
    await #expect(throws: StoreError.tooManyLists) { try await small.createList(.sample(3)) }
    try await small.createList(.sample(2))
    try await small.deleteList(ListRecord.sample(1).id)
    try await small.createList(.sample(3))
    await small.close()
  }

  @Test("Creating a provisional list again makes it exist, if the record says so")
  func provisionalListIsMadeToExist() async throws {
    var list = ListRecord.sample(1, exists: false)
    try await store.createList(list)
    list.exists = true
    try await store.createList(list)
    #expect(try await store.list(alias: list.alias)?.exists == true)
    list.exists = false
    try await store.createList(list)
    #expect(try await store.list(alias: list.alias)?.exists == true)
  }

  @Test("Creating the same list again changes nothing")
  func creationIsIdempotent() async throws {
    let list = ListRecord.sample(1)
    try await store.createList(list)
    try await store.createList(list)
    #expect(try await store.list(alias: list.alias) == list)
  }

  @Test("Only lists that exist are listed, by alias, page by page")
  func listsArePaged() async throws {
    for number in [3, 1, 2] as [UInt64] { try await store.createList(.sample(number, exists: true)) }
    try await store.createList(.sample(4, exists: false))
    let first = try await store.lists(after: nil, limit: 2)
    #expect(first.map(\.alias) == ["list-1", "list-2"])
    #expect(try await store.lists(after: "list-2", limit: 2).map(\.alias) == ["list-3"])
  }

  @Test("A deleted list is gone with its log, outcomes, clients and snapshots, and its alias is free")
  func deletedListIsGone() async throws {
    let list = ListRecord.sample(1, alias: "demo")
    try await store.createList(list)
    _ = try await store.claim(
      list: list.id, client: ClientID(high: 1, low: 1), secretHash: secret, mayCreate: true)
    var history = History(list.id)
    for _ in 0..<3 { _ = try await store.append(history.batch(applied: 900, rejected: 2)) }
    try await store.putSnapshot(
      list: list.id, revision: history.revision, hash: history.hash, pieces: [[1], [2]])
    try await store.deleteList(list.id)

    await #expect(throws: StoreError.unknownList) { try await store.load(list.id) }
    await #expect(throws: StoreError.unknownList) { try await store.log(list.id, after: 0, limit: 1) }
    await #expect(throws: StoreError.unknownList) { try await store.append(history.batch()) }
    let successor = ListRecord.sample(2, alias: "demo")
    try await store.createList(successor)
    #expect(try await store.load(successor.id) == StoredList(record: successor, snapshot: nil))
    await store.close()
    #expect(
      try rowCounts(folder) == [
        "lists": 1, "log": 0, "log_stretches": 0, "outcomes": 0, "clients": 0, "snapshots": 0,
        "snapshot_pieces": 0,
      ])
  }

  @Test("A deleted list takes nothing more while its rows are being cleared")
  func deletedListIsUnknown() async throws {
    try await store.createList(.sample(1))
    try await store.writer.write { database throws(StoreError) in
      try ListTable(database: database).delete(ListRecord.sample(1).id, onlyProvisional: false)
    }
    var history = History(ListRecord.sample(1).id)
    let request = history.batch()
    await #expect(throws: StoreError.unknownList) { try await store.append(request) }
    await store.close()
  }

  @Test("Deleting an unknown list changes nothing")
  func deletingUnknownList() async throws {
    try await store.createList(.sample(1))
    try await store.deleteList(ListRecord.sample(2).id)
    #expect(try await store.list(alias: "list-1") != nil)
  }

  @Test("All provisional lists can be forgotten, with their clients, and the others stay")
  func allProvisionalAreForgotten() async throws {
    for number in 1...3 as ClosedRange<UInt64> {
      try await store.createList(.sample(number, exists: number == 2))
      _ = try await store.claim(
        list: ListRecord.sample(number).id, client: ClientID(high: 0, low: number), secretHash: secret,
        mayCreate: true)
    }
    try await store.forgetAllProvisional()
    for number in 1...3 as ClosedRange<UInt64> {
      #expect(try await store.list(alias: "list-\(number)") == (number == 2 ? .sample(2, exists: true) : nil))
    }
    await store.close()
    #expect(try rowCounts(folder)["clients"] == 1)
  }

  @Test("Every list gets another epoch when they are renewed, and keeps everything else")
  func epochsAreRenewed() async throws {
    var lists = [ListRecord.sample(1, exists: true), .sample(2)]
    for list in lists { try await store.createList(list) }
    let calls = Shared(0)
    try await store.renewEpochs {
      calls.update { $0 += 1 }
      return "renewed-\(calls.value)"
    }
    await store.close()
    let next = try SQLiteStore(folder: folder.path)
    for index in lists.indices {
      let renewed = try #require(try await next.list(alias: lists[index].alias))
      #expect(renewed.epoch == "renewed-\(index + 1)")
      lists[index].epoch = renewed.epoch
      #expect(renewed == lists[index])
    }
    await next.close()
  }

  @Test("A provisional list can be forgotten, one that exists cannot")
  func onlyProvisionalIsForgotten() async throws {
    let visited = ListRecord.sample(1)
    let edited = ListRecord.sample(2)
    try await store.createList(visited)
    try await store.createList(edited)
    var history = History(edited.id)
    _ = try await store.append(history.batch())
    try await store.forgetProvisional(visited.id)
    try await store.forgetProvisional(edited.id)
    #expect(try await store.list(alias: visited.alias) == nil)
    #expect(try await store.list(alias: edited.alias)?.exists == true)
  }
}
