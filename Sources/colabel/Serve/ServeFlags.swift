import LabelEngine
import LabelServer
import LabelStore
import Labels
import Network

/// What `colabel serve` is told.
struct ServeOptions {
  var settings: ServerSettings
  var logFormat = Log.Format.text
  var logLevel = Log.Level.info
  var logLinesPerSecond = 1_000
  /// The data folder was put back from a backup.
  var isRestored = false

  /// The defaults, with these settings but for the port: 8080.
  init(settings: ServerSettings) {
    self.settings = settings
    self.settings.network.port = 8080
  }
}

extension ServeOptions {
  static var flags: FlagTable<ServeOptions> {
    FlagTable(
      usage: "Usage: colabel serve [FLAGS]\n\nRuns the server until SIGTERM or SIGINT.",
      flags: places + [
        .number(
          "--max-labels", "labels in a list (200000)", in: 1...5_000_000, \.settings.engine.list.labels),
        .number(
          "--max-name-length", "characters in a name (500)", in: 1...100_000,
          \.settings.engine.list.nameGraphemes),
        .number(
          "--max-name-bytes", "UTF-8 bytes in a name (4096)", in: 1...4_096, \.settings.engine.list.nameBytes
        ),
        .number(
          "--max-labels-per-edit", "labels that one edit may name (1000)", in: 1...1_000,
          \.settings.engine.list.labelsPerEdit),
        .number(
          "--max-sorted-labels", "labels of a list that may be sorted by name (5000)", in: 0...5_000,
          \.settings.engine.list.labelsPerSort),
        .number(
          "--max-restored-bytes", "bytes of labels that one edit brings back (524288)", in: 1_024...524_288,
          \.settings.engine.list.restoredBytes),
        .number(
          "--history-entries", "changes kept for undo and history (100000)", in: 0...1_000_000_000,
          \.settings.engine.historyEntries),
        .number(
          "--max-present-people", "people whose presence is told one by one (200)", in: 0...10_000,
          \.settings.engine.presentPeople),
        .number(
          "--max-dead-slots", "removed labels whose place is remembered (10000)", in: 0...1_000_000,
          \.settings.engine.list.deadSlots),
        .number(
          "--max-namers", "authors remembered per label (16)", in: 1...64,
          \.settings.engine.list.namersPerLabel
        ),
        .number(
          "--max-open-edits", "edits of one client without an acknowledged outcome (256)", in: 1...10_000,
          \.settings.engine.openEdits),
        .number(
          "--max-message-bytes", "bytes of one message (262144)", in: 1_024...16_777_216,
          \.settings.messageBytes),
        .number(
          "--max-queued-bytes", "bytes of edits that wait on one list (4194304)", in: 65_536...1_073_741_824,
          \.settings.engine.queuedBytes),
        .number(
          "--max-own-bytes", "bytes of outcomes that wait for one connection (1048576)",
          in: 65_536...1_073_741_824, \.settings.engine.ownBytes),
        .number(
          "--max-lag-bytes", "bytes of diffs kept for connections that lag (4194304)",
          in: 65_536...1_073_741_824, \.settings.engine.fanOutBytes),
        .number(
          "--max-resyncs", "resyncs of a connection that does not catch up (2)", in: 0...100,
          \.settings.engine.resyncs),
        .number(
          "--max-resume-entries", "changes that a resume reads from the log (2000)", in: 0...100_000,
          \.settings.engine.resumeEntries),
        .number(
          "--max-connections", "open sockets (10000)", in: 1...1_000_000,
          \.settings.network.maximumConnections),
        .number("--max-open-lists", "lists open at a time (10000)", in: 1...1_000_000, \.settings.openLists),
        .number(
          "--max-body-bytes", "bytes of an HTTP request's body (1048576)", in: 0...1_073_741_824,
          \.settings.network.requestBodyBytes),
        .number("--max-lists", "lists on the disk (100000)", in: 1...10_000_000, \.settings.store.lists),
        .number(
          "--max-clients", "clients that a list remembers (100000)", in: 1...10_000_000,
          \.settings.store.clientsPerList),
        .number(
          "--max-head-bytes", "bytes of an HTTP request's head (8192)", in: 1_024...65_536,
          \.settings.network.headerBytes),
        .number(
          "--max-log-lines", "lines that the log takes in a second (1000)", in: 1...1_000_000,
          \.logLinesPerSecond),
        .seconds(
          "--handshake-timeout", "for a whole request, and idle HTTP connections (20)", in: 1...3_600,
          \.settings.network.handshakeTimeout),
        .seconds(
          "--hello-timeout", "from the handshake to the hello (10)", in: 1...3_600, \.settings.helloTimeout),
        .seconds(
          "--ping-interval", "silence before a ping (6)", in: 1...3_600, \.settings.network.pingInterval),
        .seconds(
          "--hang-up-after", "silence before a peer is dropped (12)", in: 2...7_200,
          \.settings.network.hangUpAfter),
        .number(
          "--beat-seconds", "silence before a beat to the page (15)", in: 1...3_600, \.settings.beatSeconds),
        .seconds(
          "--idle-list-timeout", "before an unused list is closed (30)", in: 1...86_400,
          \.settings.idleListTimeout),
        .seconds("--drain-timeout", "for stopping (10)", in: 1...600, \.settings.drainTimeout),
      ])
  }

  private static var places: [Flag<ServeOptions>] {
    [
      Flag(
        name: "--listen", placeholder: "HOST:PORT",
        help: "where to listen (127.0.0.1:8080); port 0: any free one"
      ) {
        options, value throws(UsageError) in
        guard let colon = value.lastIndex(of: ":"), let port = UInt16(value[value.index(after: colon)...]),
          colon > value.startIndex
        else { throw UsageError(description: "--listen takes HOST:PORT, not '\(value)'.") }
        options.settings.network.host = String(value[..<colon]).trimmingBrackets
        options.settings.network.port = Int(port)
      },
      .text(
        "--data", "DIR", "the data folder ($XDG_DATA_HOME/colabel or ~/.local/share/colabel)",
        \.settings.dataFolder),
      .text(
        "--web", "DIR", "the page's files (found by themselves in a checkout and beside the binary)",
        \.settings.webFolder),
      Flag(
        name: "--restored", placeholder: "yes",
        help:
          "yes once after the data was put back from a backup: what clients have seen since is not its history"
      ) {
        options, value throws(UsageError) in
        guard value == "yes" else { throw UsageError(description: "--restored takes yes, not '\(value)'.") }
        options.isRestored = true
      },
      Flag(
        name: "--allow-origin", placeholder: "ORIGIN",
        help: "let pages of this origin connect too; may be repeated"
      ) {
        options, value in options.settings.network.allowedOrigins.append(value)
      },
      Flag(name: "--log-format", placeholder: "FORMAT", help: "text or json (text)") {
        options, value throws(UsageError) in
        guard let format = Log.Format(rawValue: value) else {
          throw UsageError(description: "--log-format takes text or json, not '\(value)'.")
        }
        options.logFormat = format
      },
      Flag(name: "--log-level", placeholder: "LEVEL", help: "debug, info, notice, warning or error (info)") {
        options, value throws(UsageError) in
        guard let level = Log.Level.allCases.first(where: { $0.name == value }) else {
          throw UsageError(
            description: "--log-level takes debug, info, notice, warning or error, not '\(value)'.")
        }
        options.logLevel = level
      },
    ]
  }
}

extension String {
  /// An IPv6 address without the brackets that set it apart from the port.
  fileprivate var trimmingBrackets: String {
    hasPrefix("[") && hasSuffix("]") ? String(dropFirst().dropLast()) : self
  }
}
