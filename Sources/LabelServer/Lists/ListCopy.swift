import LabelEngine
import LabelStore
import LabelWire
import Labels

/// A new list with the labels of another one as it is now: a life of its own, with ids of its own.
struct ListCopy {
  let list: LabelList
  let title: ListTitle?
  let chunkBytes: Int

  /// Stores it under an alias that nobody has. It exists once it is whole: what a crash leaves of it is forgotten at the next
  /// start.
  func store(as alias: ListAlias, in store: any Store) async throws {
    var record = ListLoader.newRecord(alias, exists: false)
    record.title = title?.text
    record.labelCount = list.count
    try await store.createList(record)
    do {
      let pieces = try await pieces(of: record)
      try await store.putSnapshot(list: record.id, revision: 0, hash: record.hash, pieces: pieces)
      record.exists = true
      try await store.createList(record)
    } catch {
      try? await store.forgetProvisional(record.id)
      throw error
    }
  }

  /// Off the loop, since it takes time with the length of the list.
  @concurrent private func pieces(of record: ListRecord) async throws -> [[UInt8]] {
    let slots = list.labels.map { label in
      LabelList.Slot(
        label: Label(
          id: .random { .random(in: .min ... .max) }, name: label.name, isIncluded: label.isIncluded))
    }
    let copy = try LabelList(orientation: list.orientation, slots: slots)
    let point = ResumePoint(list: record.id, epoch: record.epoch, revision: 0, hash: record.hash)
    return StoredListCoding.encode(SnapshotSource(list: copy, point: point, chunkBytes: chunkBytes))
  }
}
