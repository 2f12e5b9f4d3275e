import CWebSockets

/// Decides what the sockets of our clients do.
@NetworkLoop final class ClientEvents: SocketEvents {
  func handle(_ event: SocketEvent, of socket: Socket) -> Int32 {
    switch event.reason {
    case LWS_CALLBACK_CLIENT_ESTABLISHED: socket.connection?.opened()
    case LWS_CALLBACK_CLIENT_RECEIVE: socket.connection?.received(event.input, of: event.wsi)
    case LWS_CALLBACK_CLIENT_RECEIVE_PONG: socket.connection?.heard()
    case LWS_CALLBACK_CLIENT_WRITEABLE: socket.connection?.becameWritable()
    case LWS_CALLBACK_WS_PEER_INITIATED_CLOSE: socket.connection?.peerClosed(event.input)
    case LWS_CALLBACK_CLIENT_CONNECTION_ERROR: failed(event, socket)
    case LWS_CALLBACK_CLIENT_CLOSED: socket.connection?.ended()
    case LWS_CALLBACK_WSI_DESTROY:
      if !socket.isConnecting { socket.connection?.ended(reason: "the connection could not be made") }
    default: break
    }
    return 0
  }

  private func failed(_ event: SocketEvent, _ socket: Socket) {
    let status = lws_http_client_http_response(event.wsi)
    let reason = String(decoding: event.input, as: UTF8.self)
    socket.failure = status > 0 ? "the server answered \(status)" : reason
    if !socket.isConnecting { socket.connection?.ended(reason: socket.failure) }
  }

  func check(_ socket: Socket, now: UInt64) {
    socket.connection?.check(now: now, pingInterval: nil, hangUpAfter: nil)
  }

  func turnEnded() {}
}
