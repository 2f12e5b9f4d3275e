/// An HTTP and WebSocket server on the loop.
@NetworkLoop public final class Server {
  private let events: ServerEvents
  private let context: SocketContext
  private let listener: Listener

  /// Listens and serves at once; the server keeps itself alive until `close(within:)`.
  public init(_ configuration: ServerConfiguration, application: any Application) throws(NetworkError) {
    let events = ServerEvents(configuration, application: application)
    listener = try Listener(
      host: configuration.host, port: configuration.port, sendBufferBytes: configuration.sendBufferBytes)
    do throws(NetworkError) {
      context = try SocketContext(
        SocketContext.Settings(
          subprotocols: configuration.subprotocols, headerBytes: configuration.headerBytes,
          maximumSockets: configuration.maximumConnections + ServerEvents.surplusConnections,
          timeout: configuration.handshakeTimeout, checkInterval: ServerEvents.checkInterval(configuration)),
        events: events)
      self.events = events
      try listener.start { [context] in events.accepted($0, from: $1, into: context) }
    } catch {
      listener.close()
      throw error
    }
  }

  /// The TCP port that it listens on.
  public var port: Int { listener.port }

  /// Open sockets, HTTP and WebSocket, including those that only wait for the peer to close its side.
  public var connectionCount: Int { context.count }

  /// Gives the address up. Open connections go on.
  public func stopAccepting() { listener.close() }

  /// Stops: every WebSocket is closed politely with 1001 `goingAway`, requests that are being answered are answered, and
  /// whatever is left after `duration` is dropped.
  public func close(within duration: Duration) async {
    stopAccepting()
    events.isClosing = true
    for socket in context.openSockets {
      socket.connection?.close(code: 1001, reason: "goingAway")
      socket.exchange?.closeAfterAnswer()
      if socket.connection == nil, socket.exchange == nil { socket.drop() }
    }
    await context.waitUntilEmpty(within: duration)
    await context.retire()
  }
}
