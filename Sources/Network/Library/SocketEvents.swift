import CWebSockets

/// One call from libwebsockets about one socket.
struct SocketEvent {
  let reason: lws_callback_reasons
  let wsi: OpaquePointer
  let input: UnsafeRawBufferPointer
}

/// Decides what a context's sockets do. What `handle` returns goes back to libwebsockets: 0 to go on, -1 to close.
@NetworkLoop protocol SocketEvents: AnyObject {
  func handle(_ event: SocketEvent, of socket: Socket) -> Int32

  /// The sockets' regular check of their deadlines.
  func check(_ socket: Socket, now: UInt64)

  func turnEnded()
}
