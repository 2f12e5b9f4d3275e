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

  /// The changes behind a revision up to another, in order; all of them, or an error.
  func changes(after revision: Revision, through last: Revision) async throws -> [Change] {
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
