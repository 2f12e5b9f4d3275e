import Network
import Testing

@Suite("HTTP") struct HTTPTests {
  @Test("the application sees method, decoded path, query, headers, body and address")
  func request() async throws {
    try await withServer(setUp: { $0.respond = describe }) { server in
      let peer = try RawPeer(port: await server.port)
      let response = try peer.request(
        "POST /a%20b/c?x=1&y=%C3%A9&flag", headers: ["Content-Length: 5", "Cookie: k=v"],
        body: Array("hello".utf8))
      #expect(response.status == 200)
      #expect(response.text == "POST|/a b/c|1|é|true|k=v|hello|127.0.0.1")
    }
  }

  @Test("an answer that comes late does not hold others up")
  func lateAnswer() async throws {
    let gate = Gate()
    try await withServer(setUp: { application in
      application.respond = { request in
        if request.path == "/late" { await gate.wait() }
        return .text(200, request.path)
      }
    }) { server in
      let late = try RawPeer(port: await server.port)
      late.send("GET /late HTTP/1.1\r\nHost: test\r\n\r\n")
      try await eventually { gate.isWaiting }
      let other = try RawPeer(port: await server.port)
      #expect(try other.request("GET /now").text == "/now")
      await gate.open()
      #expect(try late.response().text == "/late")
      #expect(try late.request("GET /now").text == "/now")
    }
  }

  @Test("a peer that leaves before its answer cancels it")
  func cancelled() async throws {
    let gate = Gate()
    try await withServer(
      { $0.handshakeTimeout = .milliseconds(100) },
      setUp: { application in
        application.respond = { _ in
          await gate.wait()
          gate.sawCancellation = Task.isCancelled
          return .text(200, "too late")
        }
      }
    ) { server in
      var peer: RawPeer? = try RawPeer(port: await server.port)
      peer?.send("GET /late HTTP/1.1\r\nHost: test\r\n\r\n")
      try await eventually { gate.isWaiting }
      peer = nil
      try await eventually { server.connectionCount == 0 }
      await gate.open()
      try await eventually { gate.sawCancellation }
    }
  }

  @Test("requests sent at once are answered in order")
  func pipelined() async throws {
    try await withServer(setUp: { $0.respond = { .text(200, $0.path) } }) { server in
      let peer = try RawPeer(port: await server.port)
      peer.send((0..<5).map { "GET /\($0) HTTP/1.1\r\nHost: test\r\n\r\n" }.joined())
      for index in 0..<5 { #expect(try peer.response().text == "/\(index)") }
    }
  }

  @Test(
    "a large answer arrives whole, and the connection is kept", arguments: [0, 1, 65_536, 65_537, 5_000_000])
  func largeAnswer(size: Int) async throws {
    let body = (0..<size).map { UInt8(truncatingIfNeeded: $0 &* 7) }
    try await withServer(setUp: { $0.respond = { _ in HTTPResponse(status: 200, body: body) } }) { server in
      let peer = try RawPeer(port: await server.port, receiveBufferBytes: 4096)
      for _ in 0..<2 { #expect(try peer.request("GET /").body == body) }
    }
  }

  @Test("a body at the limit is taken, one over it is answered 413", arguments: [(1000, 200), (1001, 413)])
  func bodyLimit(size: Int, status: Int) async throws {
    try await withServer(
      { $0.requestBodyBytes = 1000 }, setUp: { $0.respond = { .text(200, "\($0.body.count)") } }
    ) {
      server in
      let peer = try RawPeer(port: await server.port)
      let response = try peer.request(
        "POST /", headers: ["Content-Length: \(size)"], body: [UInt8](repeating: 65, count: size))
      #expect(response.status == status)
      if status == 200 { #expect(response.text == "\(size)") }
    }
  }

  @Test("413 reaches a peer that is still sending 20 MB")
  func hugeBody() async throws {
    try await withServer({ $0.requestBodyBytes = 1000 }) { server in
      let peer = try RawPeer(port: await server.port)
      peer.send("POST / HTTP/1.1\r\nHost: test\r\nContent-Length: 20000000\r\n\r\n")
      let piece = [UInt8](repeating: 65, count: 1_000_000)
      for _ in 0..<20 { guard peer.send(piece) else { break } }
      #expect(try peer.response().status == 413)
    }
  }

  @Test(
    "what cannot be answered normally is answered by its status and a closed connection",
    arguments: [
      ("POST / HTTP/1.1\r\nHost: test\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n", 411),
      ("POST / HTTP/1.1\r\nHost: test\r\n\r\n", 411),
      ("PUT / HTTP/1.1\r\nHost: test\r\n\r\n", 411),
      ("POST / HTTP/1.1\r\nHost: test\r\nContent-Length: -1\r\n\r\n", 411),
      ("GET / HTTP/1.1\r\nHost: test\r\nContent-Length: 3\r\n\r\nabc", 400),
      (
        "GET / HTTP/1.1\r\nHost: test\r\nConnection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAARAAAAAAAIAAAAA\r\n\r\n",
        400
      ),
    ])
  func refused(request: String, status: Int) async throws {
    try await withServer(setUp: { $0.respond = { .text(200, $0.method) } }) { server in
      let peer = try RawPeer(port: await server.port)
      peer.send(request)
      let response = try peer.response()
      #expect(response.status == status)
      #expect(response.headers["connection"] == "close")
      #expect(try peer.receiveAll().isEmpty)
    }
  }

  @Test("an empty body needs no waiting", arguments: ["POST", "PUT", "PATCH"])
  func emptyBody(method: String) async throws {
    try await withServer(setUp: { $0.respond = { .text(200, "\($0.method) \($0.body.count)") } }) { server in
      let peer = try RawPeer(port: await server.port)
      for _ in 0..<2 {
        #expect(try peer.request("\(method) /", headers: ["Content-Length: 0"]).text == "\(method) 0")
      }
    }
  }

  @Test("methods without a body reach the application", arguments: ["GET", "OPTIONS", "DELETE"])
  func methods(method: String) async throws {
    try await withServer(setUp: { $0.respond = { .text(200, $0.method) } }) { server in
      let peer = try RawPeer(port: await server.port)
      for _ in 0..<2 { #expect(try peer.request("\(method) /").text == method) }
    }
  }

  @Test("HEAD gets the head of the answer alone")
  func head() async throws {
    try await withServer(setUp: { $0.respond = { .text(200, $0.method) } }) { server in
      let peer = try RawPeer(port: await server.port)
      let response = try peer.request("HEAD /")
      #expect(response.headers["content-length"] == "4")
      #expect(try peer.request("GET /").text == "GET")
    }
  }

  @Test("a body that waits for 100 Continue comes")
  func expectContinue() async throws {
    try await withServer(setUp: { $0.respond = { .text(200, String(decoding: $0.body, as: UTF8.self)) } }) {
      server in
      let peer = try RawPeer(port: await server.port)
      peer.send("POST / HTTP/1.1\r\nHost: test\r\nContent-Length: 5\r\nExpect: 100-continue\r\n\r\n")
      #expect(try peer.response().status == 100)
      peer.send("hello")
      #expect(try peer.response().text == "hello")
    }
  }

  @Test("Connection: close is heeded")
  func connectionClose() async throws {
    try await withServer(setUp: { $0.respond = { _ in .text(200, "bye") } }) { server in
      let peer = try RawPeer(port: await server.port)
      #expect(try peer.request("GET /", headers: ["Connection: close"]).text == "bye")
      #expect(try peer.receiveAll().isEmpty)
    }
  }

  @Test("no header value can begin a header of its own")
  func headerInjection() async throws {
    try await withServer(setUp: {
      $0.respond = { _ in HTTPResponse(status: 200, headers: [("x-a", "b\r\nx-evil: 1")]) }
    }) { server in
      let response = try RawPeer(port: await server.port).request("GET /")
      #expect(response.headers["x-evil"] == nil)
      #expect(response.headers["x-a"] == "b  x-evil: 1")
    }
  }

  @Test("connections above the limit are answered 503, and taken again when others leave")
  func maximumConnections() async throws {
    try await withServer({ $0.maximumConnections = 2 }, setUp: { $0.respond = { _ in .text(200, "ok") } }) {
      server in
      let first = try RawPeer(port: await server.port)
      var second: RawPeer? = try RawPeer.webSocket(port: await server.port)
      #expect(try first.request("GET /").status == 200)
      let third = try RawPeer(port: await server.port)
      #expect(try third.request("GET /").status == 503)
      let fourth = try RawPeer(port: await server.port)
      fourth.send(RawPeer.upgrade())
      #expect(try fourth.response().status == 503)
      second?.send(RawPeer.frame(8, []))
      second = nil
      try await eventually { server.connectionCount < 2 }
      let fifth = try RawPeer(port: await server.port)
      #expect(try fifth.request("GET /").status == 200)
    }
  }

  @Test("a port in use is said to be")
  func addressInUse() async throws {
    try await withServer { server in
      var configuration = ServerConfiguration()
      configuration.port = await server.port
      let application = TestApplication()
      await #expect(throws: NetworkError.addressInUse(host: "127.0.0.1", port: configuration.port)) {
        try await Server(configuration, application: application)
      }
    }
  }

  @Test("a host that does not exist is said not to")
  func unknownHost() async throws {
    var configuration = ServerConfiguration()
    configuration.host = "no-such-host.invalid"
    let application = TestApplication()
    await #expect(throws: NetworkError.unknownHost("no-such-host.invalid")) {
      try await Server(configuration, application: application)
    }
  }
}

@NetworkLoop private func describe(_ request: HTTPRequest) -> HTTPResponse {
  .text(
    200,
    [
      request.method, request.path, request.query["x"] ?? "-", request.query["y"] ?? "-",
      "\(request.query["flag"] != nil)", request.headers["cookie"] ?? "-",
      String(decoding: request.body, as: UTF8.self), request.remoteAddress,
    ].joined(separator: "|"))
}

/// Holds an answer back until the test opens it.
@NetworkLoop private final class Gate {
  private var continuation: CheckedContinuation<Void, Never>?
  var sawCancellation = false
  nonisolated init() {}
  var isWaiting: Bool { continuation != nil }
  func wait() async { await withCheckedContinuation { continuation = $0 } }
  func open() {
    continuation?.resume()
    continuation = nil
  }
}
