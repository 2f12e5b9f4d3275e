import CWebSockets

/// Opens WebSockets from this process to others, any number of them on the one loop.
@NetworkLoop public enum WebSocketClient {
  /// Connects to `ws://host:port/path`. The handler is `opened`, or only `closed(code: nil, reason:)` when that fails; never
  /// before this returns. A host name is resolved on the loop, which waits for it: prefer literal addresses.
  ///
  /// `messageBytes` bounds what is taken from the server in one message; a longer one closes with 1009.
  public static func connect(
    to url: String, subprotocol: String, origin: String? = nil, messageBytes: Int = 64 * 1024 * 1024,
    handler: any WebSocketHandler
  ) {
    do throws(ConnectFailure) {
      try begin(
        url: url, subprotocol: subprotocol, origin: origin, messageBytes: messageBytes, handler: handler)
    } catch {
      Task { handler.closed(code: nil, reason: error.reason) }
    }
  }

  private struct ConnectFailure: Error { let reason: String }

  private static var context: SocketContext?

  /// The most sockets at a time; file descriptors usually run out before.
  private static let maximumSockets = 1 << 20

  private static func sharedContext() throws(ConnectFailure) -> SocketContext {
    if let context { return context }
    do throws(NetworkError) {
      let made = try SocketContext(
        SocketContext.Settings(
          subprotocols: [], headerBytes: 8 * 1024, maximumSockets: maximumSockets, timeout: .seconds(20),
          checkInterval: .milliseconds(500)),
        events: ClientEvents())
      context = made
      return made
    } catch {
      throw ConnectFailure(reason: error.description)
    }
  }

  private static func begin(
    url text: String, subprotocol: String, origin: String?, messageBytes: Int, handler: any WebSocketHandler
  ) throws(ConnectFailure) {
    guard let url = WebSocketURL(text) else { throw ConnectFailure(reason: "not a ws:// URL: \(text)") }
    let context = try sharedContext()
    let socket = Socket(context: context, remoteAddress: url.host)
    let connection = WebSocketConnection(
      socket, handler: handler, messageBytes: messageBytes, isClient: true)
    socket.connection = connection
    socket.isConnecting = true
    let wsi = dial(url, subprotocol: subprotocol, origin: origin, socket: socket, context: context)
    socket.isConnecting = false
    context.requestService()
    guard wsi == nil else { return }
    context.forget(socket)
    throw ConnectFailure(reason: socket.failure ?? "the connection could not be made")
  }

  private static func dial(
    _ url: WebSocketURL, subprotocol: String, origin: String?, socket: Socket, context: SocketContext
  ) -> OpaquePointer? {
    let hostHeader = url.host.contains(":") ? "[\(url.host)]:\(url.port)" : "\(url.host):\(url.port)"
    var info = lws_client_connect_info()
    info.context = context.context
    info.port = Int32(url.port)
    info.ietf_version_or_minus_one = -1
    info.opaque_user_data = context.retain(socket)
    return withCStrings([
      url.host, url.path, hostHeader, subprotocol, LibraryTables.httpName, origin ?? "",
    ]) { strings in
      info.address = strings[0]
      info.path = strings[1]
      info.host = strings[2]
      info.protocol = strings[3]
      info.local_protocol_name = strings[4]
      if origin != nil { info.origin = strings[5] }
      return lws_client_connect_via_info(&info)
    }
  }

  /// The library copies the strings that it keeps.
  private static func withCStrings<Result>(
    _ strings: [String], _ body: ([UnsafePointer<CChar>]) -> Result
  ) -> Result {
    func nest(_ index: Int, _ pointers: [UnsafePointer<CChar>]) -> Result {
      if index == strings.count { return body(pointers) }
      return strings[index].withCString { nest(index + 1, pointers + [$0]) }
    }
    return nest(0, [])
  }
}
