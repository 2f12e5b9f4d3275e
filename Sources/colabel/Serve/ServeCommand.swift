import Foundation
import LabelServer
import LabelStore
import Labels
import Network

/// `colabel serve`.
enum ServeCommand {
  static func run(_ arguments: [String], _ signals: AsyncStream<Signal>) async throws {
    let defaults = ServeOptions(
      settings: ServerSettings(dataFolder: Folders.data, webFolder: Folders.web ?? ""))
    guard let options = try ServeOptions.flags.parse(arguments, into: defaults) else { return }
    try check(options.settings)
    let log = Log(
      format: options.logFormat, level: options.logLevel, linesPerSecond: options.logLinesPerSecond)
    let store = try open(options.settings, log)
    if options.isRestored {
      try await store.renewEpochs { ChainHash.text(.random(in: .min ... .max)) }
      log(.notice, "epochs.renewed")
    }
    try await store.forgetAllProvisional()
    let server = try await LabelServer(settings: options.settings, store: store, log: log)
    let port = try await server.start()
    announce(options.settings, port: port)
    for await _ in signals { break }
    await server.stop()
  }

  private static func check(_ settings: ServerSettings) throws {
    guard Folders.holdsPage(settings.webFolder) else {
      let place = settings.webFolder.isEmpty ? "beside the binary" : "in \(settings.webFolder)"
      throw Failure(description: "the page's files are not \(place): give their folder with --web DIR.")
    }
    guard settings.network.hangUpAfter > settings.network.pingInterval else {
      throw UsageError(description: "--hang-up-after must be longer than --ping-interval.")
    }
  }

  private static func open(_ settings: ServerSettings, _ log: Log) throws -> SQLiteStore {
    do {
      return try SQLiteStore(folder: settings.dataFolder, configuration: settings.storeConfiguration) {
        duration, edits in
        log(
          .warning, "commit.slow", ["milliseconds": .number(duration.milliseconds), "edits": .number(edits)])
      }
    } catch {
      throw Failure(description: error.description)
    }
  }

  /// The address to open, on stdout, for people and scripts.
  private static func announce(_ settings: ServerSettings, port: Int) {
    let host = settings.network.host.contains(":") ? "[\(settings.network.host)]" : settings.network.host
    try? FileHandle.standardOutput.write(contentsOf: Data("Colabel is at http://\(host):\(port)/\n".utf8))
  }
}

extension Duration {
  fileprivate var milliseconds: Int {
    Int(components.seconds) * 1_000 + Int(components.attoseconds / 1_000_000_000_000_000)
  }
}
