import Network
import Testing

@Suite("Upgrades") struct UpgradeTests {
  @Test(
    "pages connect from the server's own origin and from allowed ones",
    arguments: [
      ("Origin: http://test", 101), ("Origin: https://test", 101), ("Origin: HTTP://TEST", 101),
      ("Origin: https://friend.example", 101), ("X-No-Origin: 1", 101),
      ("Origin: https://evil.example", 403), ("Origin: http://test.evil.example", 403),
      ("Origin: http://test:81", 403), ("Origin: null", 403), ("Origin: http://friend.example", 403),
    ])
  func origin(header: String, status: Int) async throws {
    try await withServer({ $0.allowedOrigins = ["https://friend.example"] }) { server in
      let answer = try await upgradeStatus(RawPeer.upgrade(headers: [header]), at: server)
      #expect(answer == status)
    }
  }

  @Test(
    "a subprotocol that is spoken must be offered",
    arguments: [
      ("test.v1", 101), ("other, test.v1", 101), ("other,test.v1,more", 101),
      (nil, 400), ("other", 400), ("test", 400), (",http", 400), ("http", 400),
    ])
  func subprotocol(offered: String?, status: Int) async throws {
    try await withServer { server in
      let answer = try await upgradeStatus(RawPeer.upgrade(subprotocol: offered), at: server)
      #expect(answer == status)
    }
  }

  @Test("the application sees the upgrade and may refuse it")
  func refusal() async throws {
    try await withServer(setUp: { application in
      application.makeHandler = { request in
        guard request.path == "/good", request.query["token"] == "t", request.subprotocols == ["test.v1"]
        else {
          return .refuse(.text(401, "\(request.path) \(request.host ?? "-") \(request.remoteAddress)"))
        }
        return .accept(EchoHandler())
      }
    }) { server in
      let peer = try RawPeer(port: await server.port)
      peer.send(RawPeer.upgrade(path: "/bad"))
      let response = try peer.response()
      #expect(response.status == 401)
      #expect(response.text == "/bad test 127.0.0.1")
      #expect(try peer.receiveAll().isEmpty)
      let answer = try await upgradeStatus(RawPeer.upgrade(path: "/good?token=t"), at: server)
      #expect(answer == 101)
    }
  }

  @Test("other versions of the protocol are answered 426")
  func version() async throws {
    try await withServer { server in
      let request = RawPeer.upgrade().replacing("Sec-WebSocket-Version: 13", with: "Sec-WebSocket-Version: 8")
      let answer = try await upgradeStatus(request, at: server)
      #expect(answer == 426)
    }
  }

  @Test("an upgrade after other requests on the same connection works")
  func afterKeepAlive() async throws {
    try await withServer { server in
      let peer = try RawPeer(port: await server.port)
      #expect(try peer.request("GET /nothing").status == 404)
      peer.send(RawPeer.upgrade())
      #expect(try peer.receive(through: "\r\n\r\n").hasPrefix("HTTP/1.1 101"))
      peer.send(text: "hello")
      #expect(try peer.receiveFrame()?.text == "hello")
    }
  }

  @Test("frames sent together with the handshake are received")
  func eagerFrames() async throws {
    try await withServer { server in
      let peer = try RawPeer(port: await server.port)
      peer.send(Array(RawPeer.upgrade().utf8) + RawPeer.frame(1, Array("early".utf8)))
      _ = try peer.receive(through: "\r\n\r\n")
      #expect(try peer.receiveFrame()?.text == "early")
    }
  }

  @Test("a client is told why it was not let in")
  func clientRefused() async throws {
    try await withServer(setUp: { $0.makeHandler = { _ in .refuse(.text(401, "no")) } }) { server in
      let handler = EchoHandler()
      await WebSocketClient.connect(
        to: "ws://127.0.0.1:\(server.port)/", subprotocol: "test.v1", handler: handler)
      try await eventually { handler.closes.count == 1 }
      #expect(await handler.closes[0].code == nil)
      #expect(await handler.closes[0].reason == "the server answered 401")
      #expect(await handler.connection == nil)
    }
  }

  @Test(
    "a client that reaches nobody is told so, once",
    arguments: [
      "ws://127.0.0.1:1/", "http://127.0.0.1/", "ws://", "ws://127.0.0.1:99999/", "nonsense",
    ])
  func clientUnreachable(url: String) async throws {
    let handler = EchoHandler()
    await WebSocketClient.connect(to: url, subprotocol: "test.v1", handler: handler)
    try await eventually { !handler.closes.isEmpty }
    #expect(await handler.closes.map(\.code) == [nil])
    #expect(await handler.connection == nil)
  }

  private func upgradeStatus(_ request: String, at server: Server) async throws -> Int {
    let peer = try RawPeer(port: await server.port)
    peer.send(request)
    return try peer.response().status
  }
}
