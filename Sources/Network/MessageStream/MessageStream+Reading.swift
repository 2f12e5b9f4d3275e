import Glibc

extension MessageStream {
  /// Bytes that are read at a time, into one buffer for all streams.
  private static let readBytes = 512 * 1024
  /// The longest message that is taken.
  private static let mostMessageBytes = 64 << 20

  private static let buffer = UnsafeMutableRawBufferPointer.allocate(
    byteCount: readBytes, alignment: MemoryLayout<UInt64>.alignment)

  func read() {
    let kept = leftover.count
    guard kept < Self.readBytes / 2 else { return readLong() }
    leftover.withUnsafeBytes { Self.buffer.copyMemory(from: $0) }
    guard let base = Self.buffer.baseAddress else { return }
    let count = recv(descriptor, base + kept, Self.readBytes - kept, 0)
    guard took(count) else { return }
    let bytes = UnsafeRawBufferPointer(rebasing: Self.buffer[..<(kept + count)])
    let used = take(bytes)
    leftover.removeAll(keepingCapacity: true)
    if state != .over { leftover.append(contentsOf: bytes[used...]) }
  }

  /// For a message that the buffer is too short for.
  private func readLong() {
    guard let base = Self.buffer.baseAddress else { return }
    let count = recv(descriptor, base, Self.readBytes, 0)
    guard took(count) else { return }
    leftover.append(contentsOf: Self.buffer[..<count])
    guard leftover.count <= Self.mostMessageBytes else { return end("a message was too long") }
    let all = leftover
    let used = all.withUnsafeBytes { take($0) }
    leftover.removeFirst(min(used, leftover.count))
  }

  private func took(_ count: Int) -> Bool {
    if count > 0 { return true }
    if count == 0 { end("the server ended the connection") }
    if count < 0, errno != EAGAIN { end("the connection was lost") }
    return false
  }

  /// Handles what is whole, and returns how many bytes that was.
  private func take(_ bytes: UnsafeRawBufferPointer) -> Int {
    var used = 0
    if state == .shakingHands {
      guard let end = endOfHead(bytes) else { return 0 }
      used = end
      greeted(String(decoding: bytes[..<end], as: UTF8.self))
    }
    while state == .open, let frame = ServerFrame(UnsafeRawBufferPointer(rebasing: bytes[used...])) {
      handle(frame)
      used += frame.length
    }
    return used
  }

  private func endOfHead(_ bytes: UnsafeRawBufferPointer) -> Int? {
    let end = Array("\r\n\r\n".utf8)
    guard bytes.count >= end.count else { return nil }
    return (0...bytes.count - end.count).first { bytes[$0..<$0 + end.count].elementsEqual(end) }.map {
      $0 + end.count
    }
  }

  private func greeted(_ head: String) {
    guard head.hasPrefix("HTTP/1.1 101") else {
      return end("the server answered \(head.prefix { $0 != "\r\n" })")
    }
    state = .open
    handler.opened()
  }

  private func handle(_ frame: ServerFrame) {
    switch frame.opcode {
    case 0x0, 0x1, 0x2: handleData(frame)
    case 0x8:
      if frame.payload.count >= 2 {
        closing.code = Int(frame.payload[0]) << 8 | Int(frame.payload[1])
        closing.reason = String(decoding: frame.payload.dropFirst(2), as: UTF8.self)
      }
      write(.close, [UInt8](frame.payload.prefix(2)))
      flush()
      end("closed by the server")
    case 0x9: write(.pong, [UInt8](frame.payload))
    default: break
    }
  }

  private func handleData(_ frame: ServerFrame) {
    if frame.isFinal, frame.opcode != 0 { return deliver(frame.payload, isBinary: frame.opcode == 0x2) }
    if frame.opcode != 0 { message = ([], frame.opcode == 0x2) }
    message?.bytes.append(contentsOf: frame.payload)
    guard frame.isFinal, let whole = message else { return }
    message = nil
    whole.bytes.withUnsafeBytes { deliver($0, isBinary: whole.isBinary) }
  }

  private func deliver(_ payload: UnsafeRawBufferPointer, isBinary: Bool) {
    let bytes = payload.bindMemory(to: UInt8.self)
    if isBinary { handler.received(binary: bytes.span) } else { handler.received(text: bytes.span) }
  }
}
