import Foundation
import LabelClient
import LabelServer
import LabelStore
import Network
import Synchronization
import Testing

/// A server on a free port, over a folder that outlives it.
@NetworkLoop final class RunningServer {
  let port: Int
  private let server: LabelServer
  private let lines: LineSink

  /// `store`: another one than the usual over the folder.
  init(
    in folder: ServerFolder, over store: (any Store)? = nil, change: (inout ServerSettings) -> Void = { _ in }
  ) throws {
    var settings = ServerSettings(dataFolder: folder.data, webFolder: folder.web)
    // The tests of other suites may keep all threads busy for a while.
    settings.helloTimeout = .seconds(120)
    settings.drainTimeout = .seconds(60)
    settings.network.pingInterval = .seconds(60)
    settings.network.hangUpAfter = .seconds(120)
    settings.network.pingInterval = .seconds(60)
    settings.network.hangUpAfter = .seconds(120)
    change(&settings)
    let store =
      try store ?? SQLiteStore(folder: settings.dataFolder, configuration: settings.storeConfiguration)
    let lines = LineSink()
    self.lines = lines
    server = try LabelServer(
      settings: settings, store: store, log: Log(format: .text, level: .debug) { lines.write($0) })
    port = try server.start()
  }

  /// What was logged so far.
  var log: [String] { lines.all }

  func stop() async {
    await server.stop()
  }

  func address(of alias: String) throws -> ListAddress {
    try #require(ListAddress("http://127.0.0.1:\(port)/lists/\(alias)"))
  }

  /// The body of an answer to GET, or to another method.
  func fetch(_ path: String, _ method: String = "GET", _ body: String = "") async throws -> (
    status: Int, body: [String: Any]
  ) {
    let (status, data) = try await HTTPFetch(port: port, path: path, method: method, body: body).run()
    let body = try JSONSerialization.jsonObject(with: data) as? [String: Any]
    return (status, body ?? [:])
  }
}

/// A data folder and a page in a temporary folder, which goes when it is released.
final class ServerFolder: Sendable {
  private let path: String

  var data: String { path + "/data" }
  var web: String { path + "/web" }

  init() throws {
    path = FileManager.default.temporaryDirectory.path + "/colabel-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: web, withIntermediateDirectories: true)
    for page in ["index", "start"] {
      try Data("<title>\(page)</title>".utf8).write(to: URL(fileURLWithPath: "\(web)/\(page).html"))
    }
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }
}

/// Collects lines from any thread.
final class LineSink: Sendable {
  private let lines = Mutex<[String]>([])

  var all: [String] { lines.withLock { $0 } }

  func write(_ line: String) {
    lines.withLock { $0.append(line) }
  }
}
