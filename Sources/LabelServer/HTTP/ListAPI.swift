import LabelEngine
import LabelStore
import LabelWire
import Labels
import Network

/// The HTTP API under `/api/v1/lists`: which lists there are, one of them, its labels, its changes; and creating one.
@NetworkLoop struct ListAPI {
  let store: any Store
  let registry: ListRegistry
  /// Past lists are made one at a time: each reads up to the whole log.
  let pastLists = Turnstile(waiting: 16)

  /// Lists, or changes, in one answer.
  private static let page = 1_000

  func respond(to request: HTTPRequest, path: [String]) async -> HTTPResponse {
    do {
      guard let name = path.first else { return try await lists(request) }
      guard let alias = ListAlias(name) else { return .problem(.invalidAlias) }
      switch (path.dropFirst().first, path.count, request.method) {
      case (nil, 1, "PUT"): return try await create(alias)
      case (nil, 1, "GET"): return try await summary(alias)
      case ("labels", 2, "GET"): return try await labels(alias, request)
      case ("changes", 2, "GET"): return try await changes(alias, request)
      case (nil, 1, _), ("labels", 2, _), ("changes", 2, _): return .problem(.methodNotAllowed)
      default: return .problem(.noSuchPage)
      }
    } catch ListUnavailable.tooManyLists, ListUnavailable.store(.tooManyLists) {
      return .problem(.tooManyLists)
    } catch StoreError.trimmed {
      return .problem(.tooOld)
    } catch {
      return .problem(.storeUnavailable)
    }
  }

  private func lists(_ request: HTTPRequest) async throws -> HTTPResponse {
    guard request.method == "GET" else { return .problem(.methodNotAllowed) }
    let records = try await store.lists(after: request.query["after"], limit: Self.page)
    return .json(200) { writer in
      writer.key("lists")
      writer.array(records) { writer, record in
        writer.object { writer in
          writer.field("alias", record.alias)
          writer.field("id", record.id)
          writer.field("revision", record.revision)
        }
      }
    }
  }

  private func create(_ alias: ListAlias) async throws -> HTTPResponse {
    let host = try await registry.host(for: alias)
    let isNew = !host.state.exists
    if isNew { try await host.create() }
    return describe(host, status: isNew ? 201 : 200)
  }

  private func summary(_ alias: ListAlias) async throws -> HTTPResponse {
    guard let host = try await existing(alias) else { return .problem(.noSuchList) }
    return describe(host, status: 200)
  }

  private func labels(_ alias: ListAlias, _ request: HTTPRequest) async throws -> HTTPResponse {
    guard let host = try await existing(alias) else { return .problem(.noSuchList) }
    guard let state = await host.published() else { return .problem(.storeUnavailable) }
    guard let revision = number(request.query["at"], default: state.head.revision) else {
      return .problem(.invalidArgument)
    }
    guard revision <= state.head.revision else { return .problem(.noSuchRevision) }
    guard revision >= state.trimmedThrough else { return .problem(.tooOld) }
    var list = state.list
    if revision < state.head.revision {
      guard await pastLists.enter() else { return .problem(.tooBusy) }
      defer { pastLists.leave() }
      list = try await History(store: store, list: host.id).list(
        state.list, at: state.head.revision, before: revision)
    }
    let labels = await encoded(list)
    return .json(200) { writer in
      describe(state, list, at: revision, to: &writer)
      writer.key("labels")
      writer.raw(labels)
    }
  }

  private func changes(_ alias: ListAlias, _ request: HTTPRequest) async throws -> HTTPResponse {
    guard let after = number(request.query["after"], default: 0),
      let through = number(request.query["through"], default: .max),
      let limit = number(request.query["limit"], default: Self.page),
      limit > 0, limit <= Self.page
    else { return .problem(.invalidArgument) }
    guard let host = try await existing(alias) else { return .problem(.noSuchList) }
    guard after >= host.state.trimmedThrough else { return .problem(.tooOld) }
    let records = try await store.log(host.id, after: after, limit: limit)
    let state = host.state
    let last = min(through, state.head.revision)
    return .json(200) { writer in
      describe(state, state.list, at: state.head.revision, to: &writer)
      writer.field("trimmedThrough", state.trimmedThrough)
      writer.key("changes")
      writer.array(records.prefix { $0.revision <= last }) { writer, record in
        guard let change = Change(record) else { return writer.null() }
        writer.object { write(change, hash: record.hash, by: state.people[change.author], to: &$0) }
      }
    }
  }

  /// A change as a history shows it: as a diff does, with what it replaced and how its author is called.
  private func write(_ change: Change, hash: UInt64, by person: Person?, to writer: inout JSONWriter) {
    DiffChange(change, hash: hash).writeHead(to: &writer)
    if let person {
      writer.field("name", person.name)
      writer.field("verified", false)
    }
    writer.key("effects")
    writer.array(change.effects) { writer, effect in
      writer.object { EffectCoding.writeWithReplaced(effect, to: &$0) }
    }
  }

  /// The list, if it exists; asking for another does not make it.
  private func existing(_ alias: ListAlias) async throws -> ListHost? {
    guard try await store.list(alias: alias.description)?.exists == true || registry.isOpen(alias) else {
      return nil
    }
    let host = try await registry.host(for: alias)
    return host.state.exists ? host : nil
  }

  private func describe(_ host: ListHost, status: Int) -> HTTPResponse {
    .json(status) { describe(host.state, host.state.list, at: host.state.head.revision, to: &$0) }
  }

  /// A list at a revision; the hash is known of the head alone.
  private func describe(
    _ state: ListState, _ list: LabelList, at revision: Revision, to writer: inout JSONWriter
  ) {
    writer.field("alias", state.alias)
    writer.field("list", state.head.list)
    writer.field("epoch", state.head.epoch)
    writer.field("revision", revision)
    if revision == state.head.revision { writer.field("hash", ChainHash.text(state.head.hash)) }
    writer.field("orientation", list.orientation.rawValue)
    writer.field("count", list.count)
  }

  private func number(_ text: String?, default value: Int) -> Int? {
    guard let text else { return value }
    guard text.utf8.count <= 16, let number = Int(text), number >= 0 else { return nil }
    return number
  }
}

/// Off the loop, since it takes time with the length of the list.
@concurrent private func encoded(_ list: LabelList) async -> [UInt8] {
  var writer = JSONWriter()
  writer.array(list.labels) { writer, label in writer.object { EffectCoding.write(label, to: &$0) } }
  return writer.bytes
}
