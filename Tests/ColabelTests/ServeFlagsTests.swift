import LabelEngine
import LabelServer
import LabelStore
import Labels
import Network
import Testing

@testable import colabel

@Suite("The flags of serve")
struct ServeFlagsTests {
  private func parse(_ arguments: String...) throws -> ServeOptions {
    let defaults = ServeOptions(settings: ServerSettings(dataFolder: "/data", webFolder: "/web"))
    return try #require(try ServeOptions.flags.parse(arguments, into: defaults))
  }

  private static var numbers: [(flag: String, read: @Sendable (ServeOptions) -> Int)] {
    [
      ("--max-labels", \.settings.engine.list.labels),
      ("--max-name-length", \.settings.engine.list.nameGraphemes),
      ("--max-name-bytes", \.settings.engine.list.nameBytes),
      ("--max-labels-per-edit", \.settings.engine.list.labelsPerEdit),
      ("--max-sorted-labels", \.settings.engine.list.labelsPerSort),
      ("--max-dead-slots", \.settings.engine.list.deadSlots),
      ("--history-entries", \.settings.engine.historyEntries),
      ("--max-present-people", \.settings.engine.presentPeople),
      ("--max-open-edits", \.settings.engine.openEdits),
      ("--max-resyncs", \.settings.engine.resyncs), ("--max-resume-entries", \.settings.engine.resumeEntries),
      ("--max-connections", \.settings.network.maximumConnections),
      ("--max-open-lists", \.settings.openLists),
      ("--max-body-bytes", \.settings.network.requestBodyBytes), ("--max-lists", \.settings.store.lists),
      ("--max-clients", \.settings.store.clientsPerList), ("--beat-seconds", \.settings.beatSeconds),
      ("--max-log-lines", \.logLinesPerSecond),
    ]
  }

  @Test("with a number set the limit of their name", arguments: numbers)
  func numberIsSet(flag: String, read: @escaping @Sendable (ServeOptions) -> Int) throws {
    #expect(try read(parse(flag, "77")) == 77)
    #expect(try read(parse("\(flag)=78")) == 78)
    #expect(try read(parse()) != 77)
  }

  private static var bytes: [(flag: String, read: @Sendable (ServeOptions) -> Int)] {
    [
      ("--max-queued-bytes", \.settings.engine.queuedBytes), ("--max-own-bytes", \.settings.engine.ownBytes),
      ("--max-lag-bytes", \.settings.engine.fanOutBytes),
      ("--max-message-bytes", \.settings.engine.messageBytes),
    ]
  }

  @Test("with a size set the limit of their name", arguments: bytes)
  func sizeIsSet(flag: String, read: @escaping @Sendable (ServeOptions) -> Int) throws {
    #expect(try read(parse(flag, "99999")) == 99_999)
  }

  @Test("tell the network and the clients the same length of a message")
  func messageBytesAgree() throws {
    let options = try parse("--max-message-bytes", "5000")
    #expect(options.settings.network.messageBytes == 5_000)
    #expect(options.settings.engine.messageBytes == 5_000)
  }

  private static var durations: [(flag: String, read: @Sendable (ServeOptions) -> Duration)] {
    [
      ("--handshake-timeout", \.settings.network.handshakeTimeout),
      ("--hello-timeout", \.settings.helloTimeout),
      ("--ping-interval", \.settings.network.pingInterval),
      ("--hang-up-after", \.settings.network.hangUpAfter),
      ("--idle-list-timeout", \.settings.idleListTimeout), ("--drain-timeout", \.settings.drainTimeout),
    ]
  }

  @Test("with seconds set the time of their name", arguments: durations)
  func secondsAreSet(flag: String, read: @escaping @Sendable (ServeOptions) -> Duration) throws {
    #expect(try read(parse(flag, "7")) == .seconds(7))
  }

  @Test(
    "take an address to listen on",
    arguments: [
      ("0.0.0.0:80", "0.0.0.0", 80), ("[::1]:0", "::1", 0), ("localhost:65535", "localhost", 65_535),
    ])
  func address(text: String, host: String, port: Int) throws {
    let network = try parse("--listen", text).settings.network
    #expect(network.host == host && network.port == port)
  }

  @Test("are not needed to listen on 127.0.0.1:8080")
  func defaultAddress() throws {
    let network = try parse().settings.network
    #expect(network.host == "127.0.0.1" && network.port == 8080)
  }

  @Test("collect the origins that may connect")
  func origins() throws {
    let options = try parse("--allow-origin", "https://a.example", "--allow-origin=https://b.example")
    #expect(options.settings.network.allowedOrigins == ["https://a.example", "https://b.example"])
  }

  @Test(
    "refuse what they do not understand",
    arguments: [
      ["--listen", "8080"], ["--listen", ":80"], ["--listen", "a:65536"], ["--max-labels", "0"],
      ["--max-labels", "many"], ["--max-labels"], ["--hello-timeout", "0"], ["--log-format", "xml"],
      ["--log-level", "loud"], ["--unknown", "1"], ["surplus"],
    ])
  func refused(arguments: [String]) {
    let defaults = ServeOptions(settings: ServerSettings(dataFolder: "", webFolder: ""))
    #expect(throws: UsageError.self) { try ServeOptions.flags.parse(arguments, into: defaults) }
  }

  @Test(
    "hint at the flag that was probably meant",
    arguments: [("--listn", "--listen"), ("--max-label", "--max-labels")])
  func hints(typed: String, meant: String) throws {
    let error = #expect(throws: UsageError.self) { try parse(typed, "1") }
    #expect(error?.description.contains("Did you mean '\(meant)'?") == true)
  }
}
