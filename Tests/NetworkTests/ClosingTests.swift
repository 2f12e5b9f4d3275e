import Network
import Testing

@Suite("Closing") struct ClosingTests {
  @Test("the peer's close frame is answered with the same code, and reported", arguments: [1000, 1001, 4321])
  func peerCloses(code: Int) async throws {
    let handler = EchoHandler()
    try await withServer(setUp: { $0.makeHandler = { _ in .accept(handler) } }) { server in
      let peer = try RawPeer.webSocket(port: await server.port)
      peer.send(RawPeer.frame(8, [UInt8(code >> 8), UInt8(code & 255)] + Array("bye".utf8)))
      #expect(try peer.receiveFrame()?.closeCode == code)
      #expect(try peer.receiveAll().isEmpty)
      try await eventually { handler.closes.count == 1 }
      #expect(await handler.closes[0].code == code)
      #expect(await handler.closes[0].reason == "bye")
    }
  }

  @Test("a connection that breaks off is reported once, without a code")
  func peerVanishes() async throws {
    let handler = EchoHandler()
    try await withServer(setUp: { $0.makeHandler = { _ in .accept(handler) } }) { server in
      var peer: RawPeer? = try RawPeer.webSocket(port: await server.port)
      peer?.send(text: "hello")
      try await eventually { handler.texts == ["hello"] }
      peer = nil
      try await eventually { server.connectionCount == 0 }
      #expect(await handler.closes.map(\.code) == [nil])
    }
  }

  @Test("our close frame is the last thing that is written, whatever the peer goes on sending")
  func nothingAfterClose() async throws {
    let handler = EchoHandler()
    try await withServer(setUp: { $0.makeHandler = { _ in .accept(handler) } }) { server in
      let peer = try RawPeer.webSocket(port: await server.port)
      peer.send(text: "hello")
      #expect(try peer.receiveFrame()?.text == "hello")
      for _ in 0..<50 { peer.send(RawPeer.frame(9, Array("ping".utf8))) }
      await handler.connection?.close(code: 4008, reason: "enough")
      await writeAfterClose(handler)
      for _ in 0..<50 {
        peer.send(RawPeer.frame(9, Array("ping".utf8)) + RawPeer.frame(1, Array("more".utf8)))
      }
      var frame = try peer.receiveFrame()
      while frame?.opcode == 10 { frame = try peer.receiveFrame() }
      #expect(frame?.closeCode == 4008)
      #expect(try peer.receiveAll().isEmpty)
      try await eventually { handler.closes.map(\.code) == [4008] }
      #expect(await handler.texts == ["hello"])
    }
  }

  @NetworkLoop private func writeAfterClose(_ handler: EchoHandler) {
    #expect(handler.connection?.isWritable == false)
    let bytes: [UInt8] = [0x81, 0x01, 0x61]
    let textWasTaken = handler.connection?.writeText(bytes.span)
    let framesWereTaken = handler.connection?.writeFrames(bytes.span)
    #expect(textWasTaken == false && framesWereTaken == false)
  }

  @Test("dropping closes at once and is reported once")
  func drop() async throws {
    let handler = EchoHandler()
    try await withServer(setUp: { $0.makeHandler = { _ in .accept(handler) } }) { server in
      let peer = try RawPeer.webSocket(port: await server.port)
      try await eventually { handler.connection != nil }
      await handler.connection?.drop()
      #expect(try peer.receiveAll().isEmpty)
      try await eventually { handler.closes.map(\.code) == [nil] && server.connectionCount == 0 }
      await handler.connection?.drop()
      await handler.connection?.close(code: 1000, reason: "")
      await writeAfterClose(handler)
      #expect(await handler.closes.count == 1)
    }
  }

  @Test("a peer that never takes the close frame is dropped after three seconds")
  func stubbornPeer() async throws {
    let handler = StreamHandler()
    try await withServer(
      { $0.handshakeTimeout = .milliseconds(400) },
      setUp: { application in
        application.makeHandler = { _ in .accept(handler) }
        application.atTurnEnd = { handler.write() }
      }
    ) { server in
      let peer = try RawPeer.webSocket(port: await server.port, receiveBufferBytes: 4096)
      try await eventually { handler.stalls > 0 }
      let start = ContinuousClock.now
      await handler.connection?.close(code: 4008, reason: "slow")
      try await eventually { handler.closes == [4008] && server.connectionCount == 0 }
      #expect(ContinuousClock.now - start >= .milliseconds(2900))
      withExtendedLifetime(peer) {}
    }
  }

  @Test("stopping tells every client 1001, in the midst of writing to them")
  func goingAway() async throws {
    let handlers = (0..<100).map { _ in EchoHandler() }
    let raw = try await stopWhileWriting(handlers)
    for handler in handlers {
      #expect(await handler.closes.map(\.code) == [1001])
      #expect(await handler.closes.map(\.reason) == ["goingAway"])
    }
    var last: RawPeer.Frame?
    while let frame = try raw.receiveFrame() { last = frame }
    #expect(last?.closeCode == 1001)
  }

  private func stopWhileWriting(_ handlers: [EchoHandler]) async throws -> RawPeer {
    var configuration = ServerConfiguration()
    configuration.subprotocols = ["test.v1"]
    let application = TestApplication()
    await application.stream()
    let server = try await Server(configuration, application: application)
    let port = await server.port
    for handler in handlers {
      await WebSocketClient.connect(to: "ws://127.0.0.1:\(port)/", subprotocol: "test.v1", handler: handler)
    }
    let raw = try RawPeer.webSocket(port: port)
    try await eventually { handlers.allSatisfy { $0.texts.count > 3 } }
    await server.close(within: .seconds(10))
    #expect(throws: RawPeer.Failure.self) { try RawPeer(port: port) }
    try await eventually { handlers.allSatisfy { !$0.closes.isEmpty } }
    return raw
  }

  @Test("stopping answers requests at work, and drops idle connections")
  func stopWithRequests() async throws {
    var configuration = ServerConfiguration()
    configuration.subprotocols = ["test.v1"]
    let application = TestApplication()
    await application.answerLate()
    let server = try await Server(configuration, application: application)
    let idle = try RawPeer(port: await server.port)
    let busy = try RawPeer(port: await server.port)
    busy.send("GET / HTTP/1.1\r\nHost: test\r\n\r\n")
    try await eventually { application.requestCount == 1 && server.connectionCount == 2 }
    await server.close(within: .seconds(10))
    let response = try busy.response()
    #expect(response.text == "late")
    #expect(try busy.receiveAll().isEmpty)
    #expect(try idle.receiveAll().isEmpty)
  }
}

/// Writes to its peer as fast as it takes it.
@NetworkLoop final class StreamHandler: WebSocketHandler {
  private(set) var connection: WebSocketConnection?
  private(set) var closes: [Int?] = []
  private(set) var stalls = 0
  private let message = [UInt8](repeating: UInt8(ascii: "x"), count: 5000)
  nonisolated init() {}

  func opened(_ connection: WebSocketConnection) { self.connection = connection }
  func received(text: Span<UInt8>) {}
  func receivedBinary() {}
  func writable() {}
  func closed(code: Int?, reason: String) { closes.append(code) }

  func write() {
    guard let connection, connection.isWritable else { return }
    let message = message
    connection.writeText(message.span)
    if !connection.isWritable { stalls += 1 }
  }
}

extension TestApplication {
  /// Every connection is written to at the end of every turn, and there is always another turn.
  func stream() {
    var handlers: [StreamHandler] = []
    makeHandler = { _ in
      let handler = StreamHandler()
      handlers.append(handler)
      return .accept(handler)
    }
    atTurnEnd = { for handler in handlers { handler.write() } }
    var ticks: LoopTimer?
    ticks = LoopTimer(after: .zero, repeating: .milliseconds(1)) {
      if !handlers.isEmpty, handlers.allSatisfy({ !$0.closes.isEmpty }) { ticks?.cancel() }
    }
  }

  func answerLate() {
    respond = { [unowned self] _ in
      requestCount += 1
      try? await Task.sleep(for: .milliseconds(100))
      return .text(200, "late")
    }
  }
}
