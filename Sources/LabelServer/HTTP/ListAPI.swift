import LabelEngine
import LabelStore
import LabelWire
import Labels
import Network

/// The HTTP API under `/api/v1/lists`: which lists there are, one of them, its labels, its changes; and creating, naming,
/// archiving and copying one.
@NetworkLoop struct ListAPI {
  let store: any Store
  let registry: ListRegistry
  let origins: OriginPolicy
  /// Past lists are made one at a time: each reads up to the whole log.
  let pastLists = Turnstile(waiting: 16)
  /// Copies are made one at a time: each holds a whole list twice.
  let copies = Turnstile(waiting: 16)

  /// Lists in one answer.
  private static let page = 1_000

  func respond(to request: HTTPRequest, path: [String]) async -> HTTPResponse {
    do {
      return try await route(request, path)
    } catch let problem as Problem {
      return .problem(problem)
    } catch ListUnavailable.tooManyLists, ListUnavailable.store(.tooManyLists) {
      return .problem(.tooManyLists)
    } catch ListUnavailable.aliasTaken, ListUnavailable.store(.aliasTaken) {
      return .problem(.listExists)
    } catch StoreError.trimmed {
      return .problem(.tooOld)
    } catch {
      return .problem(.storeUnavailable)
    }
  }

  private func route(_ request: HTTPRequest, _ path: [String]) async throws -> HTTPResponse {
    let isWriting = request.method != "GET" && request.method != "HEAD"
    if isWriting, !origins.allows(origin: request.headers["origin"], host: request.headers["host"]) {
      throw Problem.originNotAllowed
    }
    guard let name = path.first else { return try await lists(request) }
    guard let alias = ListAlias(name) else { throw Problem.invalidAlias }
    switch (path.dropFirst().first, path.count, request.method) {
    case (nil, 1, "GET"): return summary(try await existing(alias), status: 200)
    case (nil, 1, "PUT"): return try await create(alias)
    case (nil, 1, "PATCH"): return try await change(alias, ListBody(request.body))
    case ("labels", 2, "GET"): return try await labels(alias, Query(request.query))
    case ("changes", 2, "GET"): return try await changes(alias, ChangesQuery(Query(request.query)))
    case ("duplicate", 2, "POST"): return try await duplicate(alias, ListBody(request.body))
    case (nil, 1, _), ("labels", 2, _), ("changes", 2, _), ("duplicate", 2, _):
      throw Problem.methodNotAllowed
    default: throw Problem.noSuchPage
    }
  }

  private func lists(_ request: HTTPRequest) async throws -> HTTPResponse {
    guard request.method == "GET" else { throw Problem.methodNotAllowed }
    let query = Query(request.query)
    let archived: Bool?
    switch query["archived"] ?? "no" {
    case "no": archived = false
    case "yes": archived = true
    case "all": archived = nil
    default: throw Problem.invalidArgument
    }
    let records = try await store.lists(
      after: query["after"], limit: try query.number("limit", in: 1...Self.page, default: Self.page),
      archived: archived)
    return .json(200) { writer in
      writer.key("lists")
      writer.array(records) { writer, record in writer.object { write(record, to: &$0) } }
    }
  }

  /// The revision and the count are those of the store, which an open list may be ahead of by a batch.
  private func write(_ record: ListRecord, to writer: inout JSONWriter) {
    writer.field("alias", record.alias)
    writer.field("id", record.id)
    write(ListInfo(record), to: &writer)
    writer.field("revision", record.revision)
    writer.key("count")
    if let count = record.labelCount { writer.integer(count) } else { writer.null() }
    writer.field("created", Int(record.created))
  }

  /// The list, if it exists; asking for another does not make it.
  func existing(_ alias: ListAlias) async throws -> ListHost {
    guard try await store.list(alias: alias.description)?.exists == true || registry.isOpen(alias) else {
      throw Problem.noSuchList
    }
    let host = try await registry.host(for: alias)
    guard host.state.exists else { throw Problem.noSuchList }
    return host
  }

  /// Where a list stands, and what it is called.
  func summary(_ host: ListHost, status: Int) -> HTTPResponse {
    .json(status) { writer in
      describe(host.state, host.state.list, at: host.state.head.revision, to: &writer)
      write(host.state.latestInfo, to: &writer)
    }
  }

  private func write(_ info: ListInfo, to writer: inout JSONWriter) {
    writer.key("title")
    if let title = info.title { writer.string(title.text) } else { writer.null() }
    writer.field("isArchived", info.isArchived)
  }

  /// A list at a revision; the hash is known of the head alone.
  nonisolated func describe(
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
}
