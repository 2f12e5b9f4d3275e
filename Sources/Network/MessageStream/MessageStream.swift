import CUV
import Glibc

/// A WebSocket to a server, for those who hold thousands of them and get the same messages on each.
///
/// `WebSocketClient` looks at every byte that comes, in libwebsockets and once more for UTF-8. This looks at the frames'
/// heads alone and hands a message over where it lies, which is some fifty times cheaper, and sends what is written in a
/// turn of the loop by one call. In return it trusts the server: the handshake's `Sec-WebSocket-Accept` goes unchecked,
/// and so does the text. Only for `ws:`.
@NetworkLoop public final class MessageStream {
  enum State { case connecting, shakingHands, open, over }

  var state = State.connecting
  let handler: any MessageStreamHandler
  let descriptor: Int32
  private var handle: UnsafeMutablePointer<uv_poll_t>?
  private let request: [UInt8]
  private var unsent: [UInt8] = []
  private var isPaused = false
  /// What was read of a frame, or of the handshake, that is not whole yet.
  var leftover: [UInt8] = []
  /// What has come of a message in several frames.
  var message: (bytes: [UInt8], isBinary: Bool)?
  var closing: (code: Int?, reason: String) = (nil, "")

  /// Connects to `ws://host:port/path`. The handler is `opened`, or only `closed`; never before this returns. A host name is
  /// resolved on the loop, which waits for it.
  public init(to url: String, subprotocol: String, handler: any MessageStreamHandler) {
    self.handler = handler
    guard let url = WebSocketURL(url), let address = RemoteAddress(host: url.host, port: url.port) else {
      (descriptor, request) = (-1, [])
      end("'\(url)' cannot be resolved")
      return
    }
    request = Array(
      """
      GET \(url.path) HTTP/1.1\r\nHost: \(url.host):\(url.port)\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\
      Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: Y29sYWJlbCBiZW5jaCAgIA==\r\n\
      Sec-WebSocket-Protocol: \(subprotocol)\r\n\r\n
      """.utf8)
    descriptor = address.connect()
    if descriptor >= 0 { watch() } else { end(String(cString: strerror(errno))) }
  }

  // MARK: Writing

  /// Sends a text message, after what was written before: together with what else is written while the handler is told of
  /// what came, or at the end of the loop's turn.
  public func write(text: [UInt8]) {
    write(.text, text)
  }

  func write(_ opcode: WebSocketFrame.Opcode, _ payload: [UInt8]) {
    guard state == .open else { return }
    var frame: [UInt8] = []
    WebSocketFrame.encode(opcode, payload.span, mask: .random(in: .min ... .max), into: &frame)
    if unsent.isEmpty { StreamTurn.shared.flushLater(self) }
    unsent.append(contentsOf: frame)
  }

  /// Sends what waits, as far as the kernel takes it.
  func flush() {
    guard state != .over, !unsent.isEmpty else { return }
    let sent = unsent.withUnsafeBufferPointer {
      send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
    }
    if sent < 0 {
      guard errno == EAGAIN else { return end("the connection was lost") }
    } else {
      unsent.removeFirst(sent)
    }
    poll()
  }

  // MARK: Ending

  /// Says goodbye, and ends.
  public func close() {
    write(.close, WebSocketFrame.closePayload(code: 1000, reason: ""))
    flush()
    end("closed")
  }

  /// Ends at once, as if the network did.
  public func drop() {
    end("dropped")
  }

  func end(_ reason: String) {
    guard state != .over else { return }
    state = .over
    if closing.code == nil { closing.reason = reason }
    unwatch()
    StreamTurn.shared.tellLater(self)
  }

  // MARK: Reading

  /// Leaves what the server sends in the kernel, which in time makes the server wait.
  public func pauseReading() {
    isPaused = true
    poll()
  }

  /// Takes up reading again, with nothing lost.
  public func resumeReading() {
    isPaused = false
    poll()
  }

  // MARK: The loop's handle

  private func watch() {
    let handle = UnsafeMutablePointer<uv_poll_t>.allocate(capacity: 1)
    guard uv_poll_init(NetworkLoop.shared.executor.loop, handle, descriptor) == 0 else {
      handle.deallocate()
      Glibc.close(descriptor)
      return end("the socket cannot be watched")
    }
    self.handle = handle
    handle.pointee.data = Unmanaged.passRetained(self).toOpaque()
    poll()
  }

  private func poll() {
    guard let handle, state != .over else { return }
    var events: UInt32 = 0
    if !isPaused, state != .connecting { events |= UV_READABLE.rawValue }
    if state == .connecting || !unsent.isEmpty { events |= UV_WRITABLE.rawValue }
    uv_poll_start(handle, Int32(events)) { handle, status, events in
      guard let data = handle?.pointee.data else { return }
      let stream = Unmanaged<MessageStream>.fromOpaque(data).takeUnretainedValue()
      NetworkLoop.assumeIsolated { stream.happened(status: status, events: UInt32(events)) }
    }
  }

  private func happened(status: Int32, events: UInt32) {
    guard status == 0 else { return end("the connection was lost") }
    if events & UV_WRITABLE.rawValue != 0 {
      if state == .connecting { shakeHands() }
      flush()
    }
    guard events & UV_READABLE.rawValue != 0, state != .over else { return }
    read()
    // Not at the turn's end: thousands of others may have something to read before it.
    flush()
  }

  private func shakeHands() {
    var failure: Int32 = 0
    var length = socklen_t(MemoryLayout<Int32>.size)
    getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &failure, &length)
    guard failure == 0 else { return end(String(cString: strerror(failure))) }
    state = .shakingHands
    unsent = request
  }

  private func unwatch() {
    guard let handle else { return }
    self.handle = nil
    uv_poll_stop(handle)
    Glibc.close(descriptor)
    UnsafeMutableRawPointer(handle).withMemoryRebound(to: uv_handle_t.self, capacity: 1) {
      uv_close($0) { closed in
        guard let closed else { return }
        if let stream = closed.pointee.data { Unmanaged<MessageStream>.fromOpaque(stream).release() }
        UnsafeMutableRawPointer(closed).assumingMemoryBound(to: uv_poll_t.self).deallocate()
      }
    }
  }
}
