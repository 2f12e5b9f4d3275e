import Network
import Testing

@Suite("Messages") struct MessageTests {
  @Test("fragments make one message, with pings between them answered")
  func fragments() async throws {
    try await withServer { server in
      let peer = try RawPeer.webSocket(port: await server.port)
      let text = String(repeating: "añ€😀", count: 3000)
      let bytes = Array(text.utf8)
      peer.send(RawPeer.frame(1, Array(bytes[..<1]), isFinal: false))
      peer.send(RawPeer.frame(9, Array("between".utf8)))
      for start in stride(from: 1, to: bytes.count, by: 7001) {
        peer.send(RawPeer.frame(0, Array(bytes[start..<min(start + 7001, bytes.count)]), isFinal: false))
      }
      peer.send(RawPeer.frame(0, [], isFinal: true))
      #expect(try peer.receiveFrame() == RawPeer.Frame(opcode: 10, payload: Array("between".utf8)))
      #expect(try peer.receiveFrame()?.text == text)
    }
  }

  @Test("a message whose bytes come one at a time arrives whole")
  func oneByteAtATime() async throws {
    try await withServer { server in
      let peer = try RawPeer.webSocket(port: await server.port)
      for byte in RawPeer.frame(1, Array("slowly".utf8)) { peer.send([byte]) }
      #expect(try peer.receiveFrame()?.text == "slowly")
    }
  }

  @Test("a message at the limit is taken")
  func atLimit() async throws {
    try await withServer({ $0.messageBytes = 10_000 }) { server in
      let peer = try RawPeer.webSocket(port: await server.port)
      for _ in 0..<3 {
        let text = String(repeating: "x", count: 10_000)
        peer.send(text: text)
        #expect(try peer.receiveFrame()?.text == text)
      }
    }
  }

  @Test(
    "a message over the limit closes with 1009, however it is cut",
    arguments: [[10_001], [9_000, 1_001], [1, 10_000]])
  func overLimit(fragments: [Int]) async throws {
    try await withServer({ $0.messageBytes = 10_000 }) { server in
      let peer = try RawPeer.webSocket(port: await server.port)
      for (index, count) in fragments.enumerated() {
        peer.send(
          RawPeer.frame(
            index == 0 ? 1 : 0, [UInt8](repeating: 65, count: count), isFinal: index == fragments.count - 1))
      }
      try expectClose(1009, "messageTooBig", on: peer)
    }
  }

  @Test("a 20 MB message closes with 1009 before it has come, and others are served meanwhile")
  func hugeMessage() async throws {
    try await withServer { server in
      let peer = try RawPeer.webSocket(port: await server.port)
      let other = try RawPeer.webSocket(port: await server.port)
      // A mask of zeros leaves the payload as it is.
      peer.send(
        [0x81, 0xff] + (0..<8).reversed().map { UInt8(20_000_000 >> (8 * $0) & 255) } + [0, 0, 0, 0])
      let piece = [UInt8](repeating: 65, count: 1_000_000)
      for _ in 0..<20 { guard peer.send(piece) else { break } }
      try expectClose(1009, "messageTooBig", on: peer)
      other.send(text: "still here")
      #expect(try other.receiveFrame()?.text == "still here")
    }
  }

  @Test(
    "text that is not UTF-8 closes with 1007",
    arguments: [
      [[0xff]], [[0xc0, 0x80]], [[0x61, 0x80]], [[0xe2, 0x82]],  // stray, overlong, cut
      [[0xed, 0xa0, 0x80]], [[0xed, 0xa0, 0xbd, 0xed, 0xb8, 0x80]],  // a lone surrogate, a pair of them
      [[0xf4, 0x90, 0x80, 0x80]],  // beyond U+10FFFF
      [[0xf0, 0x9f], [0x98]], [[0x61], [0xff]],  // across fragments
    ] as [[[UInt8]]])
  func invalidUTF8(fragments: [[UInt8]]) async throws {
    try await withServer { server in
      let peer = try RawPeer.webSocket(port: await server.port)
      for (index, bytes) in fragments.enumerated() {
        peer.send(RawPeer.frame(index == 0 ? 1 : 0, bytes, isFinal: index == fragments.count - 1))
      }
      try expectClose(1007, "invalidUTF8", on: peer)
    }
  }

  @Test("a character cut between fragments is no fault")
  func splitCharacter() async throws {
    try await withServer { server in
      let peer = try RawPeer.webSocket(port: await server.port)
      peer.send(RawPeer.frame(1, [0xf0, 0x9f], isFinal: false) + RawPeer.frame(0, [0x98, 0x80]))
      #expect(try peer.receiveFrame()?.text == "😀")
    }
  }

  @Test("the handler decides about binary messages, whose bytes it never gets", arguments: [0, 5, 100_000])
  func binary(size: Int) async throws {
    let handler = EchoHandler()
    try await withServer(setUp: { $0.makeHandler = { _ in .accept(handler) } }) { server in
      let peer = try RawPeer.webSocket(port: await server.port)
      peer.send(RawPeer.frame(2, [UInt8](repeating: 0xff, count: size)))
      try expectClose(1003, "binary", on: peer)
      #expect(await handler.texts.isEmpty)
      #expect(await handler.binaryCount == 1)
    }
  }

  @Test(
    "a peer that breaks the framing is cut off, and costs nobody else anything",
    arguments: [
      [0xf1, 0x80, 1, 2, 3, 4],  // reserved bits
      [0x83, 0x80, 1, 2, 3, 4],  // an unknown opcode
      [0x09, 0x80, 1, 2, 3, 4],  // a ping in fragments
      [0x80, 0x80, 1, 2, 3, 4],  // a continuation of nothing
    ] as [[UInt8]])
  func brokenFraming(bytes: [UInt8]) async throws {
    let handler = EchoHandler()
    try await withServer(setUp: { application in
      application.makeHandler = { .accept($0.path == "/watched" ? handler : EchoHandler()) }
    }) { server in
      let peer = try RawPeer.webSocket(port: await server.port, path: "/watched")
      let other = try RawPeer.webSocket(port: await server.port)
      peer.send(bytes)
      try await eventually { handler.closes.count == 1 }
      #expect(await handler.texts.isEmpty)
      other.send(text: "hello")
      #expect(try other.receiveFrame()?.text == "hello")
    }
  }

  @Test("a paused connection is not read, and nothing of what came meanwhile is lost")
  func pause() async throws {
    let handler = EchoHandler()
    try await withServer(setUp: { $0.makeHandler = { _ in .accept(handler) } }) { server in
      let peer = try RawPeer.webSocket(port: await server.port)
      try await eventually { handler.connection != nil }
      await handler.connection?.pauseReading()
      for index in 0..<100 { peer.send(text: "\(index)") }
      let other = try RawPeer(port: await server.port)
      #expect(try other.request("GET /").status == 404)
      #expect(await handler.texts.count <= 1)
      await handler.connection?.resumeReading()
      for index in 0..<100 { #expect(try peer.receiveFrame()?.text == "\(index)") }
    }
  }
}

/// Reads the close frame, and then the end of the connection.
func expectClose(
  _ code: Int, _ reason: String, on peer: RawPeer, sourceLocation: SourceLocation = #_sourceLocation
) throws {
  let frame = try peer.receiveFrame()
  #expect(frame?.closeCode == code, sourceLocation: sourceLocation)
  #expect(
    frame.map { String(decoding: $0.payload.dropFirst(2), as: UTF8.self) } == reason,
    sourceLocation: sourceLocation)
  #expect(try peer.receiveAll().isEmpty, sourceLocation: sourceLocation)
}
