import LabelEngine
public import LabelStore
import Labels
public import Network

/// The whole server: lists in a store, people on sockets, a page and a small HTTP API.
@NetworkLoop public final class LabelServer {
  private let settings: ServerSettings
  private let store: any Store
  private let log: Log
  private let registry: ListRegistry
  private let routes: Routes
  private var server: Server?
  private var beatTimer: LoopTimer?
  private var presenceTimer: LoopTimer?
  /// How late a mark of an edited label may go.
  private static let presenceInterval: Duration = .seconds(1)
  /// A turn of the loop that takes this long is logged, for who looks closely; one that people may feel, as a warning.
  private static let longTurn: Duration = .milliseconds(5)
  private static let feltTurn: Duration = .milliseconds(100)
  private var counting: Task<Void, Never>?
  private var isStopping = false

  /// A server over an open store; `start()` makes it listen.
  ///
  /// Throws if the page's folder cannot be read.
  public init(settings: ServerSettings, store: any Store, log: Log) throws(StaticFiles.Failure) {
    self.settings = settings
    self.store = store
    self.log = log
    registry = ListRegistry(store: store, settings: settings, log: log)
    routes = try Routes(settings: settings, store: store, registry: registry, log: log)
  }

  /// Listens and serves. Returns the port.
  public func start() throws(NetworkError) -> Int {
    let server = try Server(settings.network, application: self)
    self.server = server
    beatTimer = LoopTimer(after: .seconds(settings.beatSeconds), repeating: .seconds(settings.beatSeconds)) {
      [weak self] in self?.registry.beat()
    }
    presenceTimer = LoopTimer(after: Self.presenceInterval, repeating: Self.presenceInterval) {
      [weak self] in self?.registry.expirePresence()
    }
    LongTurns.report(from: Self.longTurn) { [log] time, cpu in
      log(
        time < Self.feltTurn ? .debug : .warning, "loop.held",
        [
          "microseconds": .number(Int(time / .microseconds(1))),
          "processorMicroseconds": .number(Int(cpu / .microseconds(1))),
        ])
    }
    let uncounted = UncountedLists(
      store: store,
      loader: ListLoader(store: store, limits: settings.engine, beatSeconds: settings.beatSeconds))
    counting = Task { await uncounted.count() }
    log(
      .notice, "server.started",
      [
        "host": .text(settings.network.host), "port": .number(server.port),
        "data": .text(settings.dataFolder),
        "web": .text(settings.webFolder), "messageBytes": .number(settings.network.messageBytes),
        "maximumConnections": .number(settings.network.maximumConnections),
        "labels": .number(settings.engine.list.labels), "openLists": .number(settings.openLists),
      ])
    return server.port
  }

  /// Stops: no new connections, 1001 to all, what was taken in is committed, the store is closed.
  public func stop() async {
    guard !isStopping else { return }
    isStopping = true
    log(.notice, "server.stopping", ["connections": .number(server?.connectionCount ?? 0)])
    beatTimer?.cancel()
    presenceTimer?.cancel()
    counting?.cancel()
    let deadline = ContinuousClock.now + settings.drainTimeout
    await server?.close(within: settings.drainTimeout)
    await registry.drain(within: max(.seconds(1), deadline - .now))
    await store.close()
    log(.notice, "server.stopped")
  }
}

// `Application` documents these.
// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
extension LabelServer: Application {
  public func respond(to request: HTTPRequest) async -> HTTPResponse {
    await routes.respond(to: request)
  }

  public func upgrade(_ request: UpgradeRequest) -> UpgradeDecision {
    routes.upgrade(request)
  }

  public func turnEnded() {
    registry.turnEnded()
  }
}
