import LabelEngine
import LabelStore
import LabelWire
import Labels
import Network

extension ListAPI {
  /// About the bytes around a list's labels or changes in an answer: room for them spares moving all of it.
  private static let frameBytes = 8 << 10

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
    let labels = await encoded(list)
    return .json(200, reserving: labels.count + Self.frameBytes) { writer in
      describe(state, list, at: revision, to: &writer)
      writer.key("labels")
      writer.raw(labels)
    }
  }

  /// A page of a list's changes.
  func changes(_ alias: ListAlias, _ query: ChangesQuery) async throws -> HTTPResponse {
    let host = try await existing(alias)
    let state = host.state
    let (changes, next) = try await page(query, of: History(store: store, list: host.id), in: state)
    return .json(200, reserving: changes.count + Self.frameBytes) { writer in
      describe(state, state.list, at: state.head.revision, to: &writer)
      writer.field("trimmedThrough", state.trimmedThrough)
      if let next { writer.field("next", next) }
      writer.key("changes")
      writer.raw(changes)
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

/// The JSON of a page of changes, and where the next begins. Off the loop, since a page may have megabytes.
@concurrent private func page(
  _ query: ChangesQuery, of history: History, in state: ListState
) async throws -> (json: [UInt8], next: Revision?) {
  let page: History.Page
  switch query.direction {
  case .after(let revision, let last):
    guard revision >= state.trimmedThrough else { throw Problem.tooOld }
    page = try await history.page(
      after: revision, through: min(last, state.head.revision), limit: query.limit, label: query.label)
  case .before(let revision):
    page = try await history.page(
      before: min(revision, state.head.revision + 1), trimmedThrough: state.trimmedThrough,
      limit: query.limit, label: query.label)
  }
  var writer = JSONWriter()
  writer.array(page.entries) { writer, entry in
    writer.object { write(entry, by: state.people[entry.change.author], to: &$0) }
  }
  return (writer.bytes, page.next)
}

/// Off the loop, since it takes time with the length of the list.
@concurrent private func encoded(_ list: LabelList) async -> [UInt8] {
  var writer = JSONWriter()
  writer.array(list.labels) { writer, label in writer.object { EffectCoding.write(label, to: &$0) } }
  return writer.bytes
}
