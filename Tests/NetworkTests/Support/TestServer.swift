import Network

/// An application whose answers a test decides.
@NetworkLoop final class TestApplication: Application {
  var respond: @NetworkLoop (HTTPRequest) async -> HTTPResponse = { _ in .text(404, "nothing here") }
  var makeHandler: @NetworkLoop (UpgradeRequest) -> UpgradeDecision = { _ in .accept(EchoHandler()) }
  var atTurnEnd: @NetworkLoop () -> Void = {}
  var requestCount = 0

  func respond(to request: HTTPRequest) async -> HTTPResponse { await respond(request) }
  func upgrade(_ request: UpgradeRequest) -> UpgradeDecision { makeHandler(request) }
  func turnEnded() { atTurnEnd() }
}

/// Runs `body` beside a server on a free port, and closes it.
func withServer(
  _ configure: (inout ServerConfiguration) -> Void = { _ in },
  setUp: @Sendable @NetworkLoop (TestApplication) -> Void = { _ in },
  _ body: (Server) async throws -> Void
) async throws {
  var configuration = ServerConfiguration()
  configuration.subprotocols = ["test.v1"]
  configure(&configuration)
  let application = TestApplication()
  await setUp(application)
  let server = try await Server(configuration, application: application)
  do {
    try await body(server)
  } catch {
    await server.close(within: .seconds(1))
    throw error
  }
  await server.close(within: .seconds(1))
}

/// Sends every text back, in order; remembers what it was told.
@NetworkLoop final class EchoHandler: WebSocketHandler {
  private(set) var connection: WebSocketConnection?
  private(set) var texts: [String] = []
  private(set) var binaryCount = 0
  private(set) var closes: [(code: Int?, reason: String)] = []
  private var unsent: [[UInt8]] = []
  var echoes = true
  var whenOpened: (@NetworkLoop (WebSocketConnection) -> Void)?

  func opened(_ connection: WebSocketConnection) {
    self.connection = connection
    whenOpened?(connection)
  }

  func received(text: Span<UInt8>) {
    let bytes = text.withUnsafeBufferPointer { Array($0) }
    texts.append(String(decoding: bytes, as: UTF8.self))
    if echoes { unsent.append(bytes) }
    flush()
  }

  func receivedBinary() {
    binaryCount += 1
    connection?.close(code: 1003, reason: "binary")
  }

  func writable() { flush() }

  func closed(code: Int?, reason: String) { closes.append((code, reason)) }

  private func flush() {
    while let next = unsent.first, let connection, connection.isWritable {
      unsent.removeFirst()
      connection.writeText(next.span)
    }
  }
}

/// Waits for a condition on the loop; the limit is generous because sanitizers are slow.
func eventually(
  within limit: Duration = .seconds(40), _ condition: @NetworkLoop () -> Bool
) async throws {
  let deadline = ContinuousClock.now + limit
  while await !condition() {
    if ContinuousClock.now > deadline { throw RawPeer.Failure(what: "the condition did not come true") }
    try await Task.sleep(for: .milliseconds(2))
  }
}
