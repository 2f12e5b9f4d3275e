import LabelStore
import LabelWire
import Labels
import Network

/// Which path leads where.
@NetworkLoop struct Routes {
  private let settings: ServerSettings
  private let registry: ListRegistry
  private let log: Log
  private let files: StaticFiles
  private let joinedFiles: JoinedFiles
  private let api: ListAPI

  init(
    settings: ServerSettings, store: any Store, registry: ListRegistry, log: Log
  ) throws(StaticFiles.Failure) {
    self.settings = settings
    self.registry = registry
    self.log = log
    files = try StaticFiles(folder: settings.webFolder)
    joinedFiles = JoinedFiles(files, log: log)
    api = ListAPI(
      store: store, registry: registry, origins: OriginPolicy(allowedOrigins: settings.network.allowedOrigins)
    )
  }

  func respond(to request: HTTPRequest) async -> HTTPResponse {
    let parts = request.path.split(separator: "/", omittingEmptySubsequences: true).map(String.init)
    if request.path == "/healthz" { return health(request) }
    if parts.starts(with: ["api", "v1", "lists"]) {
      return await api.respond(to: request, path: Array(parts.dropFirst(3)))
    }
    if request.path == "/" { return files.respond(to: request, at: "/start.html") }
    if parts.first == "lists" {
      guard parts.count == 2, ListAlias(parts[1]) != nil, !request.path.hasSuffix("/") else {
        return .problem(.noSuchPage)
      }
      return files.respond(to: request, at: "/index.html")
    }
    return joinedFiles.respond(to: request) ?? files.respond(to: request)
  }

  func upgrade(_ request: UpgradeRequest) -> UpgradeDecision {
    let parts = request.path.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 4, parts[0] == "", parts[1] == "lists", parts[3] == "socket",
      let alias = ListAlias(parts[2])
    else { return .refuse(.problem(.noSuchSocket)) }
    guard registry.isOpen(alias) || !registry.isFull else { return .refuse(.problem(.tooManyLists)) }
    return .accept(
      ListConnection(alias: alias, registry: registry, helloTimeout: settings.helloTimeout, log: log))
  }

  /// The loop turns, or nobody would answer.
  private func health(_ request: HTTPRequest) -> HTTPResponse {
    guard request.method == "GET" || request.method == "HEAD" else { return .problem(.methodNotAllowed) }
    return .json(200) { $0.field("status", "ok") }
  }
}
