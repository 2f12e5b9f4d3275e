import LabelStore
import Labels

/// The log of a list, read whole from a revision to another.
struct History {
  let store: any Store
  let list: ListID

  /// Log entries read at a time.
  private static let page = 1_000

  /// An entry that cannot be read.
  struct Unreadable: Error {}

  /// The list as it was at a former revision, from what it is at `head`. Off the loop, a page of the log at a time, from the end.
  @concurrent func list(
    _ list: LabelList, at head: Revision, before revision: Revision
  ) async throws -> LabelList {
    var former = try LabelList(
      orientation: list.orientation, slots: list.labels.map { LabelList.Slot(label: $0) })
    var last = head
    while last > revision {
      let first = max(revision, last - Self.page)
      for change in try await changes(after: first, through: last).reversed() { try former.revert(change) }
      last = first
    }
    return former
  }

  /// The changes behind a revision up to another, in order; all of them, or an error.
  private func changes(after revision: Revision, through last: Revision) async throws -> [Change] {
    var changes: [Change] = []
    var revision = revision
    while revision < last {
      let records = try await store.log(list, after: revision, limit: Self.page)
      for record in records where record.revision <= last {
        guard record.revision == revision + 1, let change = Change(record) else { throw Unreadable() }
        changes.append(change)
        revision = record.revision
      }
      if records.isEmpty { throw Unreadable() }
    }
    return changes
  }
}
