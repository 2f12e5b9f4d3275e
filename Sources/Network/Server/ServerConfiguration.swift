/// Where a server listens, and the limit on everything that a peer could make grow.
public struct ServerConfiguration: Sendable {
  /// The address to listen on: a name or a literal address. Default: this machine only.
  public var host = "127.0.0.1"
  /// The TCP port, 0 for any free one.
  public var port = 0
  /// The WebSocket subprotocols that are spoken, in the server's order of preference. An upgrade that offers none of them
  /// is answered 400.
  public var subprotocols: [String] = []
  /// Origins (`https://example.org`) whose pages may connect besides those of the server's own origin. Others are
  /// answered 403. An upgrade without an Origin does not come from a page, and passes.
  public var allowedOrigins: [String] = []
  /// The longest WebSocket message in bytes, over all of its fragments. A longer one closes the connection with 1009.
  public var messageBytes = 256 * 1024
  /// The most sockets at a time, HTTP and WebSocket together. Requests beyond it are answered 503. The limit is lower where
  /// the process may not open that many files (`ulimit -n`, less about 200 for everything else).
  public var maximumConnections = 10_000
  /// The longest request head in bytes. libwebsockets closes a longer one's connection without an answer.
  public var headerBytes = 8 * 1024
  /// The longest request body in bytes. A longer one is answered 413.
  public var requestBodyBytes = 1024 * 1024
  /// How long a socket may take to send a whole request, or idle between two. Then it is dropped.
  public var handshakeTimeout: Duration = .seconds(20)
  /// After this much silence a WebSocket peer is sent a ping.
  public var pingInterval: Duration = .seconds(30)
  /// After this much silence, in spite of the ping, a WebSocket peer is dropped. More than `pingInterval`.
  public var hangUpAfter: Duration = .seconds(45)
  /// The kernel's send buffer for each socket in bytes (SO_SNDBUF; Linux doubles it). Bounds what a stalled reader costs,
  /// and how old what it reads is.
  public var sendBufferBytes = 64 * 1024

  /// The defaults.
  public init() {}
}
