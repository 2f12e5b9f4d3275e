import LabelEngine
import LabelStore
import LabelWire
import Labels

/// The log of a list: the list at a former revision, and pages of its changes.
struct History {
  let store: any Store
  let list: ListID

  /// Log entries read at a time.
  private static let page = 1_000
  /// Log entries that are looked through for one page of a label's changes.
  static let scannedEntries = 10_000

  /// An entry that cannot be read.
  struct Unreadable: Error {}

  /// A change and the hash chained up to it.
  struct Entry {
    let change: Change
    let hash: UInt64
  }

  /// Changes in order, and from where to read on; nil: there are no more.
  struct Page {
    var entries: [Entry] = []
    var next: Revision?
  }

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

  // MARK: Pages

  /// The changes behind a revision, up to `last`. Off the loop.
  @concurrent func page(
    after revision: Revision, through last: Revision, limit: Int, label: LabelID?
  ) async throws -> Page {
    var page = Page()
    var revision = revision
    var unscanned = Self.scannedEntries
    while revision < last, unscanned > 0, page.entries.count < limit {
      let records = try await store.log(list, after: revision, limit: label == nil ? limit : Self.page)
      if records.isEmpty { break }
      for record in records.prefix(while: { $0.revision <= last }) where page.entries.count < limit {
        if let entry = try entry(record, touching: label) { page.entries.append(entry) }
        revision = record.revision
        unscanned -= 1
      }
      // What is published is in the store; more than that may be there too.
      if let next = records.last?.revision, next > last { break }
      if label == nil { break }
    }
    page.next = revision < last ? revision : nil
    return page
  }

  /// The changes ahead of a revision, those next to it, in order; the log begins behind `trimmed`. Off the loop.
  @concurrent func page(
    before revision: Revision, trimmedThrough trimmed: Revision, limit: Int, label: LabelID?
  ) async throws -> Page {
    var page = Page()
    var revision = revision
    var unscanned = Self.scannedEntries
    while revision > trimmed + 1, unscanned > 0, page.entries.count < limit {
      let records = try await store.log(list, before: revision, limit: label == nil ? limit : Self.page)
      if records.isEmpty { break }
      for record in records.reversed() where page.entries.count < limit {
        if let entry = try entry(record, touching: label) { page.entries.append(entry) }
        revision = record.revision
        unscanned -= 1
      }
      if label == nil { break }
    }
    page.entries.reverse()
    page.next = revision > trimmed + 1 ? revision : nil
    return page
  }

  /// The change of a log entry. Of one that is asked for because it touches a label, only the effects that do; nil: it doesn't.
  private func entry(_ record: LogRecord, touching label: LabelID?) throws -> Entry? {
    guard let change = Change(record) else { throw Unreadable() }
    guard let label else { return Entry(change: change, hash: record.hash) }
    let effects = change.effects.filter { $0.label == label }
    guard !effects.isEmpty else { return nil }
    return Entry(change: change.with(effects), hash: record.hash)
  }
}

extension Change {
  fileprivate func with(_ effects: [Effect]) -> Change {
    Change(
      revision: revision, author: author, sequence: sequence, time: time, effects: effects,
      isPartial: isPartial, group: group)
  }
}
