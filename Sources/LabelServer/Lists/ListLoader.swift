import Foundation
import LabelEngine
import LabelStore
import LabelWire
import Labels

/// Brings a list from the store into memory: its newest snapshot and the log behind it.
struct ListLoader {
  let store: any Store
  let limits: EngineLimits
  let beatSeconds: Int

  /// Log entries read at a time.
  private static let page = 1_000

  /// The list of an alias; a provisional one if there is none. Off the loop, since it takes time with the length of the list and its log.
  @concurrent func load(_ alias: ListAlias) async throws(ListUnavailable) -> ListState {
    do {
      let record = try await existingOrProvisional(alias)
      return try await load(record)
    } catch let error as StoreError {
      throw .store(error)
    } catch let error as ListUnavailable {
      throw error
    } catch {
      throw .damaged("\(error)")
    }
  }

  /// Creates a list, or finds it: whether it is new.
  func create(_ alias: ListAlias) async throws(StoreError) -> Bool {
    if let record = try await store.list(alias: alias.description), record.exists { return false }
    try await store.createList(Self.newRecord(alias, exists: true))
    return true
  }

  private func existingOrProvisional(_ alias: ListAlias) async throws -> ListRecord {
    if let record = try await store.list(alias: alias.description) { return record }
    let record = Self.newRecord(alias, exists: false)
    try await store.createList(record)
    return record
  }

  /// A list that nobody has seen yet.
  static func newRecord(_ alias: ListAlias, exists: Bool) -> ListRecord {
    ListRecord(
      id: .random { .random(in: .min ... .max) }, alias: alias.description,
      epoch: ChainHash.text(.random(in: .min ... .max)),
      exists: exists, created: Int64(Date().timeIntervalSince1970 * 1_000), revision: 0, hash: ChainHash.start
    )
  }

  private func load(_ record: ListRecord) async throws -> ListState {
    let stored = try await store.load(record.id)
    var list = LabelList()
    var point = ResumePoint(list: record.id, epoch: record.epoch, revision: 0, hash: ChainHash.start)
    if let snapshot = stored.snapshot {
      list = try StoredListCoding.decode(snapshot.pieces)
      point.revision = snapshot.revision
      point.hash = snapshot.hash
    }
    let snapshotBytes = stored.snapshot?.pieces.reduce(0) { $0 + $1.count } ?? 0
    let loggedBytes = try await replay(onto: &list, from: &point)
    guard point.revision == stored.record.revision, point.hash == stored.record.hash else {
      throw ListUnavailable.damaged(
        "the log ends at revision \(point.revision), not \(stored.record.revision)")
    }
    // Only the index of lists would miss it.
    if stored.record.labelCount == nil { try? await store.setUnknownLabelCount(record.id, to: list.count) }
    return ListState(
      head: point, alias: record.alias, info: ListInfo(stored.record), exists: stored.record.exists,
      list: list,
      storedSnapshotBytes: snapshotBytes, loggedBytes: loggedBytes,
      trimmedThrough: stored.record.trimmedThrough, people: try await people(of: record.id), limits: limits,
      beatSeconds: beatSeconds)
  }

  private func people(of id: ListID) async throws -> [Author: Person] {
    var people: [Author: Person] = [:]
    for (author, record) in try await store.people(id) {
      people[author] = Person(name: record.name, color: record.color)
    }
    return people
  }

  /// Applies the log behind a point, checking that it is whole. Returns its size.
  private func replay(onto list: inout LabelList, from point: inout ResumePoint) async throws -> Int {
    var bytes = 0
    while true {
      let records = try await store.log(point.list, after: point.revision, limit: Self.page)
      guard !records.isEmpty else { return bytes }
      for record in records {
        guard record.revision == point.revision + 1, let change = Change(record),
          Batch.Entry.chain(after: point.hash, change: change, body: record.body) == record.hash
        else { throw ListUnavailable.damaged("the log breaks after revision \(point.revision)") }
        try list.apply(change, limits: limits.list)
        point.revision = record.revision
        point.hash = record.hash
        bytes += record.body.count + 64
      }
    }
  }
}
