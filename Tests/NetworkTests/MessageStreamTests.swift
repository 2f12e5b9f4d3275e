import Network
import Testing

@Suite("Message streams") struct MessageStreamTests {
  @Test("Texts of every length come back whole and in order")
  func echo() async throws {
    try await withServer { server in
      let owner = await StreamOwner(to: "ws://127.0.0.1:\(await server.port)/")
      try await eventually { owner.isOpen }
      let texts = [0, 1, 125, 126, 5_000, 65_535, 65_536, 200_000].map {
        String(repeating: "é", count: $0 / 2)
      }
      for text in texts { await owner.write(text) }
      try await eventually { owner.texts.count == texts.count }
      #expect(await owner.texts == texts)
      await owner.close()
      try await eventually { owner.closes.count == 1 && server.connectionCount == 0 }
    }
  }

  @Test("Who pauses gets nothing until it reads on, and then everything")
  func pausing() async throws {
    try await withServer { server in
      let owner = await StreamOwner(to: "ws://127.0.0.1:\(await server.port)/")
      try await eventually { owner.isOpen }
      await owner.pause()
      for number in 0..<100 { await owner.write("\(number)") }
      let other = await StreamOwner(to: "ws://127.0.0.1:\(await server.port)/")
      try await eventually { other.isOpen }
      await other.write("there")
      try await eventually { other.texts == ["there"] }
      #expect(await owner.texts == [])
      await owner.resume()
      try await eventually { owner.texts.count == 100 }
      #expect(await owner.texts == (0..<100).map(String.init))
      await owner.close()
      await other.close()
    }
  }

  @Test("A close by the server is told with its code, once")
  func closedByServer() async throws {
    let handler = EchoHandler()
    try await withServer(setUp: { $0.makeHandler = { _ in .accept(handler) } }) { server in
      let owner = await StreamOwner(to: "ws://127.0.0.1:\(await server.port)/")
      try await eventually { owner.isOpen && handler.connection != nil }
      await handler.connection?.close(code: 4006, reason: "tooSlow")
      try await eventually { owner.closes.count == 1 }
      #expect(await owner.closes == [4006])
    }
  }

  @Test("A server that is not there, and an address that is none, are told by a close alone")
  func refused() async throws {
    for url in ["ws://127.0.0.1:1/", "ws://127.0.0.1:x/", "http://127.0.0.1/"] {
      let owner = await StreamOwner(to: url)
      try await eventually { owner.closes.count == 1 }
      #expect(await owner.closes == [nil])
      #expect(await !owner.isOpen)
    }
  }
}

/// Remembers what it was told.
@NetworkLoop private final class StreamOwner: MessageStreamHandler {
  private(set) var isOpen = false
  private(set) var texts: [String] = []
  private(set) var closes: [Int?] = []
  private var stream: MessageStream?

  init(to url: String) {
    stream = MessageStream(to: url, subprotocol: "test.v1", handler: self)
  }

  func write(_ text: String) { stream?.write(text: Array(text.utf8)) }
  func pause() { stream?.pauseReading() }
  func resume() { stream?.resumeReading() }
  func close() { stream?.close() }

  func opened() { isOpen = true }
  func received(text: Span<UInt8>) { texts.append(String(decoding: text.copied, as: UTF8.self)) }
  func received(binary: Span<UInt8>) {}
  func closed(code: Int?, reason: String) {
    closes.append(code)
    stream = nil
  }
}
