import Network
import Testing

@Suite("WebSockets") struct EchoTests {
  @Test("a text comes back, and the handshake names the subprotocol")
  func echo() async throws {
    try await withServer { server in
      let peer = try RawPeer(port: await server.port)
      peer.send(RawPeer.upgrade(subprotocol: "other, test.v1"))
      let head = try peer.receive(through: "\r\n\r\n")
      #expect(head.hasPrefix("HTTP/1.1 101"))
      #expect(head.lowercased().contains("sec-websocket-protocol: test.v1"))
      for text in ["hello", "", "a longer one: " + String(repeating: "é", count: 40_000)] {
        peer.send(text: text)
        #expect(try peer.receiveFrame() == RawPeer.Frame(opcode: 1, payload: Array(text.utf8)))
      }
    }
  }

  @Test("an HTTP request gets the application's answer, and the connection is kept")
  func httpKeepsAlive() async throws {
    try await withServer(setUp: { application in
      application.respond = { .text(200, "\($0.method) \($0.path) \($0.query["q"] ?? "-")") }
    }) { server in
      let peer = try RawPeer(port: await server.port)
      for index in 0..<3 {
        let response = try peer.request("GET /a/b?q=\(index)")
        #expect(response.status == 200)
        #expect(response.text == "GET /a/b \(index)")
      }
    }
  }

  @Test("our own client and server talk both ways")
  func client() async throws {
    try await withServer { server in
      let handler = EchoHandler()
      await start(handler, port: server.port)
      try await eventually { handler.texts == ["hello"] }
      await handler.connection?.close(code: 1000, reason: "done")
      try await eventually { handler.closes.count == 1 }
      #expect(await handler.closes[0].code == 1000)
      try await eventually { server.connectionCount == 0 }
    }
  }

  @NetworkLoop private func start(_ handler: EchoHandler, port: Int) {
    handler.echoes = false
    handler.whenOpened = { $0.writeText(Array("hello".utf8).span) }
    WebSocketClient.connect(
      to: "ws://127.0.0.1:\(port)/socket", subprotocol: "test.v1", handler: handler)
  }
}
