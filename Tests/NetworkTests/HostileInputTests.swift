import Glibc
import Testing

@testable import Network

@Suite("Hostile input") struct HostileInputTests {
  @Test("random bytes to the port cost nobody else anything")
  func randomBytes() async throws {
    try await withServer({ $0.handshakeTimeout = .milliseconds(300) }) { server in
      let other = try RawPeer.webSocket(port: await server.port)
      var generator = SeededGenerator(state: 42)
      for round in 0..<200 {
        let peer = try RawPeer(port: await server.port)
        peer.send(
          (0..<Int.random(in: 1...2000, using: &generator)).map { _ in .random(in: 0...255, using: &generator)
          })
        if round % 20 == 0 { try expectEcho("\(round)", on: other) }
      }
      try await eventually { server.connectionCount == 1 }
      try expectEcho("last", on: other)
    }
  }

  @Test("random bytes after the handshake cost nobody else anything")
  func randomFrames() async throws {
    try await withServer { server in
      let other = try RawPeer.webSocket(port: await server.port)
      var generator = SeededGenerator(state: 43)
      for round in 0..<200 {
        let peer = try RawPeer.webSocket(port: await server.port)
        peer.send(
          (0..<Int.random(in: 1...500, using: &generator)).map { _ in .random(in: 0...255, using: &generator)
          })
        if round % 20 == 0 { try expectEcho("\(round)", on: other) }
      }
      try await eventually { server.connectionCount == 1 }
      try expectEcho("last", on: other)
    }
  }

  @Test(
    "handshakes that never end are dropped in time, while others are served",
    arguments: [
      "", "G", "GET / HTTP/1.1\r\nHost: te", "POST / HTTP/1.1\r\nHost: test\r\nContent-Length: 10\r\n\r\n123",
    ])
  func halfOpen(begin: String) async throws {
    try await withServer({ $0.handshakeTimeout = .milliseconds(400) }) { server in
      let port = await server.port
      let peers = try (0..<100).map { _ in try RawPeer(port: port) }
      for peer in peers { peer.send(begin) }
      let other = try RawPeer.webSocket(port: await server.port)
      try expectEcho("meanwhile", on: other)
      try await eventually { server.connectionCount == 1 }
      for peer in peers { #expect(try peer.receiveAll().isEmpty) }
      try expectEcho("after", on: other)
    }
  }

  @Test("a head that drips in is dropped in time all the same")
  func drippingHead() async throws {
    try await withServer({ $0.handshakeTimeout = .milliseconds(400) }) { server in
      let peer = try RawPeer(port: await server.port)
      peer.send("GET / HTTP/1.1\r\n")
      let watch = await Stopwatch { server.connectionCount == 0 }
      while await watch.elapsed == nil {
        peer.send("X: y\r\n")
        try await Task.sleep(for: .milliseconds(20))
      }
      let elapsed = try #require(await watch.elapsed)
      #expect(elapsed > .milliseconds(390) && elapsed < .seconds(5))
    }
  }

  @Test(
    "a head over the limit ends its connection, one within it does not",
    arguments: [(6000, true), (20_000, false)])
  func headLimit(size: Int, isAnswered: Bool) async throws {
    try await withServer { server in
      let peer = try RawPeer(port: await server.port)
      peer.send(
        "GET / HTTP/1.1\r\nHost: test\r\nCookie: \(String(repeating: "x", count: size))\r\nConnection: close\r\n\r\n"
      )
      let answer = String(decoding: try peer.receiveAll(), as: UTF8.self)
      #expect(answer.hasPrefix("HTTP/1.1 404") == isAnswered)
    }
  }

  @Test("2,000 connections that are opened and dropped leave nothing behind")
  func openedAndDropped() async throws {
    try await withServer { server in
      let port = await server.port
      let other = try RawPeer.webSocket(port: port)
      for round in 0..<20 {
        var peers = try (0..<100).map { _ in try RawPeer(port: port) }
        for (index, peer) in peers.enumerated() {
          if index % 3 == 1 { peer.send(RawPeer.upgrade()) }
          if index % 3 == 2 { peer.send("GET / HT") }
        }
        peers.removeAll()
        try expectEcho("\(round)", on: other)
      }
      try await eventually { server.connectionCount == 1 }
    }
  }

  @Test("2,000 of our own clients connect, echo and close on the server's own loop")
  func manyClients() async throws {
    try await withServer { server in
      let port = await server.port
      let handlers = (0..<2000).map { _ in EchoHandler() }
      for handler in handlers { await connect(handler, port: port) }
      try await eventually(within: .seconds(60)) { handlers.allSatisfy { $0.texts == ["hello"] } }
      for handler in handlers { await handler.connection?.close(code: 1000, reason: "") }
      try await eventually(within: .seconds(60)) {
        server.connectionCount == 0 && handlers.allSatisfy { $0.closes.count == 1 }
      }
    }
  }

  @NetworkLoop private func connect(_ handler: EchoHandler, port: Int) {
    handler.echoes = false
    handler.whenOpened = { $0.writeText(Array("hello".utf8).span) }
    WebSocketClient.connect(to: "ws://127.0.0.1:\(port)/", subprotocol: "test.v1", handler: handler)
  }

  @Test(
    "a server takes no more connections than the process has descriptors to spare",
    arguments: [(10_000, 20_000, 10_000), (10_000, 1024, 832), (100, 1024, 100), (100, 150, 1)])
  func descriptors(configured: Int, limit: UInt, effective: Int) {
    #expect(ServerEvents.affordableConnections(configured, descriptorLimit: limit) == effective)
  }

  @Test("a request that waits for its answer costs no processor time, whatever its peer sends or does")
  func waitingIsFree() async throws {
    await #expect(processExitsWith: .success) {
      try await withServer(setUp: { application in
        application.respond = { _ in
          try? await Task.sleep(for: .seconds(3))
          return .text(200, "late")
        }
      }) { server in
        let talking = try RawPeer(port: await server.port)
        talking.send(String(repeating: "GET / HTTP/1.1\r\nHost: test\r\n\r\n", count: 10))
        var leaving: RawPeer? = try RawPeer(port: await server.port)
        leaving?.send("GET / HTTP/1.1\r\nHost: test\r\n\r\n")
        try await eventually { server.connectionCount == 2 }
        leaving = nil
        let before = processorSeconds()
        try await Task.sleep(for: .milliseconds(600))
        try #require(processorSeconds() - before < 0.3)
      }
    }
  }
}

private func expectEcho(_ text: String, on peer: RawPeer) throws {
  peer.send(text: text)
  try #require(try peer.receiveFrame()?.text == text)
}

/// Measures on the loop how long it takes a condition to come true, however busy the test's own threads are.
@NetworkLoop private final class Stopwatch {
  private(set) var elapsed: Duration?

  init(until condition: @escaping @NetworkLoop () -> Bool) {
    let start = ContinuousClock.now
    var timer: LoopTimer?
    timer = LoopTimer(after: .milliseconds(5), repeating: .milliseconds(5)) {
      guard condition() else { return }
      self.elapsed = ContinuousClock.now - start
      timer?.cancel()
    }
  }
}

/// What this process has used so far.
private func processorSeconds() -> Double {
  var usage = rusage()
  getrusage(RUSAGE_SELF.rawValue, &usage)
  return Double(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec)
    + Double(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e6
}

private struct SeededGenerator: RandomNumberGenerator {
  var state: UInt64
  mutating func next() -> UInt64 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return state ^ (state >> 29)
  }
}
