import CWebSockets

/// One WebSocket, ours to write to. Its handler hears what the peer does.
@NetworkLoop public final class WebSocketConnection {
  /// The most bytes in one write. The kernel takes what fits; the rest is copied and goes out later.
  nonisolated public static let maximumWriteBytes = 1024 * 1024
  /// How long a close may take before the connection is dropped.
  nonisolated static let closePatience: Duration = .seconds(3)

  /// Unique in the process.
  nonisolated public let id: UInt64
  /// The peer's numeric address.
  nonisolated public let remoteAddress: String
  /// Whether this end opened the connection.
  nonisolated public let isClient: Bool

  private enum State {
    case opening
    case open
    /// Ours to close: the frame goes out once nothing is unsent.
    case closeRequested
    /// The close frame is written, part of it may be unsent.
    case closeSent
    case peerClosing
    case dropped
    case closed
  }

  private let socket: Socket
  private let handler: any WebSocketHandler
  private var state = State.opening
  private var assembler: MessageAssembler
  private var awaitsWritable = false
  private var isPaused = false
  private var wasPinged = false
  private var heardAt = Socket.now
  private var closeRequestedAt: UInt64 = 0
  private var closing: (code: Int?, reason: String) = (nil, "")
  private static var frame: [UInt8] = []
  /// Not empty: libwebsockets takes a pong without a payload for a fault.
  private static let pingPayload = Array("beat".utf8)

  init(_ socket: Socket, handler: any WebSocketHandler, messageBytes: Int, isClient: Bool) {
    id = socket.id
    remoteAddress = socket.remoteAddress
    self.isClient = isClient
    self.socket = socket
    self.handler = handler
    assembler = MessageAssembler(limit: messageBytes, takesBinary: handler.takesBinary)
  }

  // MARK: Writing

  /// Whether a write will be taken: the connection is open, nobody closes it, and nothing is unsent. When it is open but
  /// something is unsent, `writable()` follows.
  public var isWritable: Bool {
    guard state == .open, !awaitsWritable else { return false }
    if socket.hasUnsentBytes {
      awaitWritable()
      return false
    }
    return true
  }

  /// Sends whole WebSocket frames as they are, at most `maximumWriteBytes`. Nothing is framed, masked or copied, except
  /// what the kernel does not take at once.
  ///
  /// Returns false, having sent nothing, unless the connection `isWritable`.
  @discardableResult public func writeFrames(_ frames: Span<UInt8>) -> Bool {
    precondition(frames.count <= Self.maximumWriteBytes, "a write of \(frames.count) bytes is too large")
    return isWritable && write(frames)
  }

  /// Sends one text message in one frame, at most `maximumWriteBytes` less 14. The caller answers for its being UTF-8.
  ///
  /// Returns false, having sent nothing, unless the connection `isWritable`.
  @discardableResult public func writeText(_ utf8: Span<UInt8>) -> Bool {
    precondition(utf8.count <= Self.maximumWriteBytes - 14, "a message of \(utf8.count) bytes is too large")
    return isWritable && writeFrame(.text, utf8)
  }

  private func writeFrame(_ opcode: WebSocketFrame.Opcode, _ payload: Span<UInt8>) -> Bool {
    let mask = isClient ? UInt32.random(in: .min ... .max) : nil
    WebSocketFrame.encode(opcode, payload, mask: mask, into: &Self.frame)
    return write(Self.frame.span)
  }

  private func write(_ bytes: Span<UInt8>) -> Bool {
    guard socket.write(bytes) else {
      drop()
      return false
    }
    if socket.hasUnsentBytes { awaitWritable() }
    return true
  }

  private func awaitWritable() {
    awaitsWritable = true
    socket.requestWritable()
  }

  // MARK: Closing

  /// Closes politely: a close frame after what is unsent, then nothing more. A peer that has not taken it and closed its
  /// side within 3 seconds is dropped. `code` is one that RFC 6455 allows to be sent; the reason is cut to 123 bytes.
  public func close(code: Int, reason: String) {
    guard state == .open else { return }
    state = .closeRequested
    closing = (code, reason)
    closeRequestedAt = Socket.now
    socket.requestWritable()
  }

  /// Closes at once; what is unsent is lost.
  public func drop() {
    switch state {
    case .dropped, .closed: return
    case .opening, .open, .closeRequested, .closeSent, .peerClosing:
      state = .dropped
      socket.drop()
    }
  }

  // MARK: Reading

  /// Leaves what the peer sends in the kernel, which in time makes the peer wait. Its pings are not answered meanwhile,
  /// and its silence is not held against it.
  public func pauseReading() {
    guard state == .open, !isPaused, let wsi = socket.wsi else { return }
    isPaused = true
    lws_rx_flow_control(wsi, 0)
  }

  /// Takes up reading again, with nothing lost.
  public func resumeReading() {
    guard state == .open, isPaused, let wsi = socket.wsi else { return }
    isPaused = false
    heard()
    lws_rx_flow_control(wsi, 1)
    socket.context.requestService()
  }

  // MARK: Events

  func opened() {
    state = .open
    heard()
    handler.opened(self)
  }

  func received(_ bytes: UnsafeRawBufferPointer, of wsi: OpaquePointer) {
    guard state == .open else { return }
    heard()
    let piece = MessageAssembler.Piece(
      remainingInFrame: lws_remaining_packet_payload(wsi), isLast: lws_is_final_fragment(wsi) != 0,
      isBinary: lws_frame_is_binary(wsi) != 0)
    let bytes = bytes.bindMemory(to: UInt8.self)
    switch assembler.add(bytes.span, piece) {
    case .incomplete: break
    case .text: deliver(bytes.span)
    case .assembledText(let message): deliver(message.span)
    case .droppedBinary: handler.receivedBinary()
    case .binary(let message): handler.received(binary: message.span)
    case .tooBig: close(code: 1009, reason: "messageTooBig")
    }
  }

  private func deliver(_ message: Span<UInt8>) {
    do {
      _ = try UTF8Span(validating: message)
      handler.received(text: message)
    } catch {
      close(code: 1007, reason: "invalidUTF8")
    }
  }

  /// The peer showed that it lives.
  func heard() {
    heardAt = Socket.now
    wasPinged = false
  }

  /// Nothing is unsent, and no pong waits to be sent: libwebsockets sends those first.
  func becameWritable() {
    guard !socket.hasUnsentBytes else { return socket.requestWritable() }
    switch state {
    case .open:
      guard awaitsWritable else { return }
      awaitsWritable = false
      heard()
      handler.writable()
    case .closeRequested: writeClose()
    case .closeSent: socket.context.finish(socket)
    case .opening, .peerClosing, .dropped, .closed: break
    }
  }

  private func writeClose() {
    guard let wsi = socket.wsi else { return }
    state = .closeSent
    // A ping that was read from now on would be answered behind the close frame.
    lws_rx_flow_control(wsi, 0)
    let payload = WebSocketFrame.closePayload(code: closing.code ?? 1000, reason: closing.reason)
    guard writeFrame(.close, payload.span) else { return }
    if !awaitsWritable || !socket.hasUnsentBytes { socket.context.finish(socket) }
  }

  /// libwebsockets answers the peer's close frame by itself once nothing is unsent.
  func peerClosed(_ payload: UnsafeRawBufferPointer) {
    guard state == .open || state == .closeRequested else { return }
    state = .peerClosing
    guard closing.code == nil else { return }
    closing.code = payload.count >= 2 ? Int(payload[0]) << 8 | Int(payload[1]) : 1005
    closing.reason = String(decoding: payload.dropFirst(2), as: UTF8.self)
  }

  /// The connection is over, or never came to be.
  func ended(reason: String? = nil) {
    guard state != .closed else { return }
    let wasOpened = state != .opening
    state = .closed
    socket.connection = nil
    guard wasOpened || isClient else { return }
    handler.closed(
      code: closing.code, reason: closing.code == nil ? reason ?? closing.reason : closing.reason)
  }

  // MARK: Deadlines

  /// Called at regular intervals, several times in each of the durations.
  func check(now: UInt64, pingInterval: Duration?, hangUpAfter: Duration?) {
    switch state {
    case .dropped: socket.drop()
    case .closeRequested, .closeSent:
      if now - closeRequestedAt >= Self.closePatience.wholeMilliseconds { drop() }
    case .open where !isPaused:
      let silence = now - heardAt
      if let hangUpAfter, silence >= hangUpAfter.wholeMilliseconds {
        closing.reason = "heartbeat"
        drop()
      } else if let pingInterval, silence >= pingInterval.wholeMilliseconds, !wasPinged, isWritable {
        wasPinged = true
        _ = writeFrame(.ping, Self.pingPayload.span)
      }
    case .open, .opening, .peerClosing, .closed: break
    }
  }
}
