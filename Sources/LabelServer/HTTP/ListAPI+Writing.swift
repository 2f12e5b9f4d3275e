import LabelEngine
import LabelStore
import LabelWire
import Labels
import Network

extension ListAPI {
  /// Makes a list exist.
  func create(_ alias: ListAlias) async throws -> HTTPResponse {
    let host = try await registry.host(for: alias)
    let isNew = !host.state.exists
    if isNew { try await host.create() }
    return summary(host, status: isNew ? 201 : 200)
  }

  /// Changes a list's title, or puts it into the archive or takes it out.
  func change(_ alias: ListAlias, _ body: ListBody) async throws -> HTTPResponse {
    let host = try await existing(alias)
    try await host.changeInfo { body.change(&$0) }
    return summary(host, status: 200)
  }

  /// Makes a list of what another one holds now.
  func duplicate(_ alias: ListAlias, _ body: ListBody) async throws -> HTTPResponse {
    guard let newAlias = body.alias else { throw Problem.invalidBody }
    let host = try await existing(alias)
    guard await copies.enter() else { throw Problem.tooBusy }
    defer { copies.leave() }
    guard let state = await host.published() else { throw Problem.storeUnavailable }
    let copy = ListCopy(list: state.list, title: body.titleText, chunkBytes: state.limits.chunkBytes)
    return summary(try await registry.open(newAlias, as: copy), status: 201)
  }
}
