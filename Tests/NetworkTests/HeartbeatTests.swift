import Network
import Testing

@Suite("Heartbeat") struct HeartbeatTests {
  private func configure(_ configuration: inout ServerConfiguration) {
    configuration.pingInterval = .milliseconds(200)
    configuration.hangUpAfter = .milliseconds(800)
  }

  @Test("an idle peer is pinged, and kept as long as it answers")
  func answered() async throws {
    try await withServer({
      $0.pingInterval = .milliseconds(200)
      $0.hangUpAfter = .seconds(4)
    }) { server in
      let peer = try RawPeer.webSocket(port: await server.port)
      for _ in 0..<6 {
        let frame = try peer.receiveFrame()
        #expect(frame?.opcode == 9)
        peer.send(RawPeer.frame(10, frame?.payload ?? []))
      }
      #expect(await server.connectionCount == 1)
    }
  }

  @Test("a peer that does not answer is dropped")
  func unanswered() async throws {
    let handler = EchoHandler()
    try await withServer(configure, setUp: { $0.makeHandler = { _ in .accept(handler) } }) { server in
      let start = ContinuousClock.now
      let peer = try RawPeer.webSocket(port: await server.port)
      #expect(try peer.receiveFrame()?.opcode == 9)
      #expect(try peer.receiveAll().isEmpty)
      #expect(ContinuousClock.now - start >= .milliseconds(790))
      try await eventually { handler.closes.count == 1 }
      #expect(await handler.closes[0].code == nil)
      #expect(await handler.closes[0].reason == "heartbeat")
    }
  }

  @Test("our own client answers by itself")
  func client() async throws {
    try await withServer(configure) { server in
      let handler = EchoHandler()
      await WebSocketClient.connect(
        to: "ws://127.0.0.1:\(server.port)/", subprotocol: "test.v1", handler: handler)
      try await eventually { handler.connection != nil }
      try await Task.sleep(for: .milliseconds(1200))
      #expect(await handler.closes.isEmpty)
      await handler.connection?.drop()
    }
  }
}
