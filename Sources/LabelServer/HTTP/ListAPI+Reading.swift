import LabelEngine
import LabelStore
import LabelWire
import Labels
import Network

extension ListAPI {
  /// The labels of a list, now or at a former revision.
  func labels(_ alias: ListAlias, _ query: Query) async throws -> HTTPResponse {
    let host = try await existing(alias)
    guard let state = await host.published() else { throw Problem.storeUnavailable }
    let revision = try query.number("at", default: state.head.revision)
    guard revision <= state.head.revision else { throw Problem.noSuchRevision }
    guard revision >= state.trimmedThrough else { throw Problem.tooOld }
    var list = state.list
    if revision < state.head.revision {
      guard await pastLists.enter() else { throw Problem.tooBusy }
      defer { pastLists.leave() }
      list = try await History(store: store, list: host.id).list(
        state.list, at: state.head.revision, before: revision)
    }
    return await answer(with: list, at: revision, of: state)
  }

  /// Off the loop, since it takes time with the length of the list.
  @concurrent private func answer(
    with list: LabelList, at revision: Revision, of state: ListState
  ) async -> HTTPResponse {
    .json(200) { writer in
      describe(state, list, at: revision, to: &writer)
      writer.key("labels")
      writer.array(list.labels) { writer, label in writer.object { EffectCoding.write(label, to: &$0) } }
    }
  }

  /// A page of a list's changes.
  func changes(_ alias: ListAlias, _ query: ChangesQuery) async throws -> HTTPResponse {
    let host = try await existing(alias)
    return try await answer(query, with: History(store: store, list: host.id), of: host.state)
  }

  /// Off the loop, since a page may have megabytes.
  @concurrent private func answer(
    _ query: ChangesQuery, with history: History, of state: ListState
  ) async throws -> HTTPResponse {
    let page = try await page(query, of: history, in: state)
    return .json(200) { writer in
      describe(state, state.list, at: state.head.revision, to: &writer)
      writer.field("trimmedThrough", state.trimmedThrough)
      if let next = page.next { writer.field("next", next) }
      writer.key("changes")
      writer.array(page.entries) { writer, entry in
        writer.object { write(entry, by: state.people[entry.change.author], to: &$0) }
      }
    }
  }

  nonisolated private func page(
    _ query: ChangesQuery, of history: History, in state: ListState
  ) async throws -> History.Page {
    switch query.direction {
    case .after(let revision, let last):
      guard revision >= state.trimmedThrough else { throw Problem.tooOld }
      return try await history.page(
        after: revision, through: min(last, state.head.revision), limit: query.limit, label: query.label)
    case .before(let revision):
      return try await history.page(
        before: min(revision, state.head.revision + 1), trimmedThrough: state.trimmedThrough,
        limit: query.limit, label: query.label)
    }
  }
}

/// A change as a history shows it: as a diff does, with what it replaced and how its author is called.
private func write(_ entry: History.Entry, by person: Person?, to writer: inout JSONWriter) {
  DiffChange(entry.change, hash: entry.hash).writeHead(to: &writer)
  if let person {
    writer.field("name", person.name)
    writer.field("verified", false)
  }
  writer.key("effects")
  writer.array(entry.change.effects) { writer, effect in
    writer.object { EffectCoding.writeWithReplaced(effect, to: &$0) }
  }
}
