import Network
import Testing

/// libwebsockets keeps what the kernel did not take, and writes pongs by itself. Whatever mixes here must come out whole.
@Suite("Slow readers") struct SlowReaderTests {
  @Test("frames of every kind stay whole and in order, and nothing follows the close frame", arguments: 0..<4)
  func forcedPartialWrites(seed: Int) async throws {
    let handler = PatternHandler(seed: seed, total: 3000)
    try await withServer(
      { $0.sendBufferBytes = 4096 },
      setUp: { application in
        application.makeHandler = { _ in .accept(handler) }
        application.atTurnEnd = { handler.write() }
      }
    ) { server in
      let peer = try RawPeer.webSocket(port: await server.port, receiveBufferBytes: 2048)
      var reader = PatternReader()
      while !reader.isClosed { try reader.step(peer) }
      #expect(try peer.receiveAll().isEmpty)
      #expect(reader.nextNumber == 3000)
      #expect(reader.closeCode == 4008)
      #expect(reader.lastPing > 0)
      #expect(reader.lastPong == reader.lastPing)
      #expect(await handler.partialWrites > 20)
      try await eventually { handler.closeCodes == [4008] }
    }
  }

  @Test("a peer that closes while bytes for it wait is dropped, and reported without a code")
  func peerClosesWhileUnsent() async throws {
    let handler = PatternHandler(seed: 1, total: .max)
    try await withServer(
      { $0.sendBufferBytes = 4096 },
      setUp: { application in
        application.makeHandler = { _ in .accept(handler) }
        application.atTurnEnd = { handler.write() }
      }
    ) { server in
      let peer = try RawPeer.webSocket(port: await server.port, receiveBufferBytes: 2048)
      try await eventually { handler.partialWrites > 0 }
      peer.send(RawPeer.frame(8, [0x03, 0xe8]))
      // Having said that it leaves, it has no claim to what is still unsent. libwebsockets cannot answer its close frame
      // in the midst of another one, and gives up the connection.
      var reader = PatternReader(pings: false)
      while !reader.isClosed, (try? reader.step(peer)) != nil {}
      #expect(reader.nextNumber > 0)
      try await eventually { handler.closeCodes.count == 1 && server.connectionCount == 0 }
      let codes = await handler.closeCodes
      #expect(codes == [nil])
    }
  }

  @Test("a stalled reader costs others nothing, and no more memory than one write")
  func stalledReader() async throws {
    let stalled = PatternHandler(seed: 2, total: .max)
    try await withServer(
      { $0.sendBufferBytes = 4096 },
      setUp: { application in
        application.makeHandler = { .accept($0.path == "/stalled" ? stalled : EchoHandler()) }
        application.atTurnEnd = { stalled.write() }
      }
    ) { server in
      let peer = try RawPeer.webSocket(port: await server.port, path: "/stalled", receiveBufferBytes: 2048)
      try await eventually { stalled.partialWrites > 0 }
      let written = await stalled.writtenBytes
      let other = try RawPeer.webSocket(port: await server.port)
      for index in 0..<100 {
        other.send(text: "\(index)")
        #expect(try other.receiveFrame()?.text == "\(index)")
      }
      #expect(await stalled.writtenBytes == written)
      withExtendedLifetime(peer) {}
    }
  }

  @Test(
    "raw bytes on a WebSocket go out as they are, however large the write",
    arguments: [2, 4096, 131_072, 1_048_576])
  func rawWrite(size: Int) async throws {
    let handler = EchoHandler()
    try await withServer(setUp: { $0.makeHandler = { _ in .accept(handler) } }) { server in
      let peer = try RawPeer.webSocket(port: await server.port)
      try await eventually { handler.connection != nil }
      // Not frames at all, to show that the library neither reads nor changes them.
      let bytes = (0..<size).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ 5) }
      let wasTaken = await write(bytes, to: handler)
      #expect(wasTaken)
      #expect(try peer.receive(exactly: size) == bytes)
    }
  }

  @NetworkLoop private func write(_ bytes: [UInt8], to handler: EchoHandler) -> Bool {
    handler.connection?.writeFrames(bytes.span) ?? false
  }
}

/// Writes numbered messages in every way there is, and closes behind the last.
@NetworkLoop private final class PatternHandler: WebSocketHandler {
  private var connection: WebSocketConnection?
  private var random: UInt64
  private var number = 0
  private let total: Int
  private(set) var partialWrites = 0
  private(set) var writtenBytes = 0
  private(set) var closeCodes: [Int?] = []

  nonisolated init(seed: Int, total: Int) {
    random = UInt64(seed) &* 7919 &+ 1
    self.total = total
  }

  func opened(_ connection: WebSocketConnection) { self.connection = connection }
  func received(text: Span<UInt8>) {}
  func receivedBinary() {}
  func writable() { write() }
  func closed(code: Int?, reason: String) { closeCodes.append(code) }

  func write() {
    guard let connection else { return }
    while connection.isWritable, number < total {
      if next(below: 3) == 0 { writeText(connection) } else { writeFrames(connection) }
      if !connection.isWritable { partialWrites += 1 }
    }
    if number == total { connection.close(code: 4008, reason: "done") }
  }

  private func writeText(_ connection: WebSocketConnection) {
    let message = nextMessage()
    writtenBytes += message.count
    let wasTaken = connection.writeText(message.span)
    #expect(wasTaken)
  }

  private func writeFrames(_ connection: WebSocketConnection) {
    var frames: [UInt8] = []
    for _ in 0...next(below: 20) where number < total {
      let message = nextMessage()
      frames.append(0x81)
      if message.count < 126 {
        frames.append(UInt8(message.count))
      } else {
        frames += [126, UInt8(message.count >> 8), UInt8(message.count & 255)]
      }
      frames += message
    }
    writtenBytes += frames.count
    let wasTaken = connection.writeFrames(frames.span)
    #expect(wasTaken)
  }

  private func nextMessage() -> [UInt8] {
    defer { number += 1 }
    let filler = [2, 100, 1000, 5000][next(below: 4)]
    return Array("\(number) ".utf8) + [UInt8](repeating: UInt8(97 + number % 26), count: next(below: filler))
  }

  private func next(below bound: Int) -> Int {
    random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int(random >> 33) % bound
  }
}

/// Checks what a `PatternHandler` writes, pinging in between.
private struct PatternReader {
  private(set) var nextNumber = 0
  private(set) var lastPing = -1
  private(set) var lastPong = -1
  private(set) var closeCode: Int?
  private let pings: Bool
  var isClosed: Bool { closeCode != nil }

  init(pings: Bool = true) { self.pings = pings }

  mutating func step(_ peer: RawPeer) throws {
    // Not to the very end: a ping that is read after the close has begun is rightly left unanswered.
    if pings, nextNumber % 10 == 0, nextNumber < 2000, lastPong == lastPing, lastPing < nextNumber {
      lastPing = nextNumber
      peer.send(RawPeer.frame(9, Array("\(nextNumber)".utf8)))
    }
    let frame = try #require(try peer.receiveFrame(), "closed without a close frame")
    try #require(frame.isFinal)
    switch frame.opcode {
    case 1: try check(frame)
    case 8: closeCode = frame.closeCode
    case 10:
      let answered = try #require(Int(frame.text))
      try #require(answered > lastPong && answered <= lastPing)
      lastPong = answered
    default: throw RawPeer.Failure(what: "opcode \(frame.opcode)")
    }
  }

  private mutating func check(_ frame: RawPeer.Frame) throws {
    let space = try #require(frame.payload.firstIndex(of: 32))
    try #require(String(decoding: frame.payload[..<space], as: UTF8.self) == "\(nextNumber)")
    let filler = UInt8(97 + nextNumber % 26)
    try #require(frame.payload[(space + 1)...].allSatisfy { $0 == filler })
    nextNumber += 1
  }
}
