import CWebSockets
import Glibc

/// Decides what a server's sockets do.
@NetworkLoop final class ServerEvents: SocketEvents {
  private let configuration: ServerConfiguration
  private let application: any Application
  private let origins: OriginPolicy
  private let maximumConnections: Int
  /// Once set, no WebSocket opens and no connection is kept for another request.
  var isClosing = false

  /// Sockets above the limit that are accepted at a time to be answered 503. Others above it are closed unanswered.
  nonisolated static let surplusConnections = 64

  init(_ configuration: ServerConfiguration, application: any Application) {
    self.configuration = configuration
    self.application = application
    origins = OriginPolicy(allowedOrigins: configuration.allowedOrigins)
    var limit = rlimit()
    getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    maximumConnections = Self.affordableConnections(
      configuration.maximumConnections, descriptorLimit: UInt(limit.rlim_cur))
  }

  /// Descriptors that are left for everything else. Without any, not only files cannot be opened: libdispatch, which
  /// looks into /proc once a second, ends the process.
  nonisolated static let reservedDescriptors = 128

  /// The limit on connections that the process can keep.
  nonisolated static func affordableConnections(_ configured: Int, descriptorLimit: UInt) -> Int {
    let spare = Int(clamping: descriptorLimit) - reservedDescriptors - surplusConnections
    return max(1, min(configured, spare))
  }

  /// Deadlines are noticed a quarter of the shortest one late, at most a second.
  static func checkInterval(_ configuration: ServerConfiguration) -> Duration {
    let shortest = min(
      configuration.handshakeTimeout, configuration.pingInterval,
      configuration.hangUpAfter - configuration.pingInterval)
    return min(max(shortest / 4, .milliseconds(10)), .seconds(1))
  }

  func accepted(_ descriptor: Int32, from address: String, into context: SocketContext) {
    guard context.count < maximumConnections + Self.surplusConnections else {
      close(descriptor)
      return
    }
    context.adopt(
      descriptor, from: address, isSurplus: context.count >= maximumConnections)
  }

  func turnEnded() { application.turnEnded() }

  func handle(_ event: SocketEvent, of socket: Socket) -> Int32 {
    switch event.reason {
    case LWS_CALLBACK_HTTP: return beginRequest(event.wsi, on: socket)
    case LWS_CALLBACK_HTTP_BODY:
      socket.progressedAt = Socket.now
      socket.exchange?.received(event.input)
    case LWS_CALLBACK_HTTP_BODY_COMPLETION: socket.exchange?.bodyEnded()
    case LWS_CALLBACK_HTTP_WRITEABLE: return socket.exchange?.becameWritable(event.wsi) ?? 0
    case LWS_CALLBACK_HTTP_CONFIRM_UPGRADE: return confirmUpgrade(event, of: socket)
    case LWS_CALLBACK_ESTABLISHED: socket.connection?.opened()
    case LWS_CALLBACK_RECEIVE: socket.connection?.received(event.input, of: event.wsi)
    case LWS_CALLBACK_RECEIVE_PONG: socket.connection?.heard()
    case LWS_CALLBACK_SERVER_WRITEABLE: socket.connection?.becameWritable()
    case LWS_CALLBACK_WS_PEER_INITIATED_CLOSE: socket.connection?.peerClosed(event.input)
    case LWS_CALLBACK_CLOSED: socket.connection?.ended()
    case LWS_CALLBACK_CLOSED_HTTP, LWS_CALLBACK_WSI_DESTROY:
      socket.exchange?.abandon()
      socket.exchange = nil
      socket.connection?.ended()
    default: break
    }
    return 0
  }

  func check(_ socket: Socket, now: UInt64) {
    if let connection = socket.connection {
      connection.check(
        now: now, pingInterval: configuration.pingInterval, hangUpAfter: configuration.hangUpAfter)
      return
    }
    let isLate = now - socket.progressedAt >= configuration.handshakeTimeout.wholeMilliseconds
    guard let exchange = socket.exchange else { return isLate ? socket.context.dropNow(socket) : () }
    if exchange.isForsaken || (isLate && exchange.waitsForPeer) { socket.drop() }
  }

  // MARK: Requests

  private func beginRequest(_ wsi: OpaquePointer, on socket: Socket) -> Int32 {
    socket.progressedAt = Socket.now
    lws_set_timeout(wsi, NO_PENDING_TIMEOUT, 0)
    guard let head = RequestHead(wsi) else { return -1 }
    let exchange = HTTPExchange(
      socket, head: head, bodyLimit: configuration.requestBodyBytes, application: application)
    socket.exchange = exchange
    if socket.isSurplus {
      exchange.refuse(Self.tooManyConnections)
    } else {
      if isClosing { exchange.closeAfterAnswer() }
      exchange.begin()
    }
    return 0
  }

  private static let tooManyConnections = HTTPResponse.text(
    503, "The server has as many connections as it may.\n")

  // MARK: Upgrades

  /// 0 lets libwebsockets go on with the handshake, 1 says that the request has been answered.
  private func confirmUpgrade(_ event: SocketEvent, of socket: Socket) -> Int32 {
    socket.progressedAt = Socket.now
    guard let head = RequestHead(event.wsi) else { return -1 }
    switch decide(head, from: socket) {
    case .accept(let handler):
      socket.connection = WebSocketConnection(
        socket, handler: handler, messageBytes: configuration.messageBytes, isClient: false)
      return 0
    case .refuse(let response):
      return socket.write(response.encoded(forMethod: head.method, closing: true).span) ? 1 : -1
    }
  }

  private func decide(_ head: RequestHead, from socket: Socket) -> UpgradeDecision {
    let offered = (head.headers["sec-websocket-protocol"] ?? "").split(separator: ",").map {
      String($0.drop { $0 == " " }.prefix { $0 != " " })
    }
    let request = UpgradeRequest(
      path: head.path, query: head.query, headers: head.headers, subprotocols: offered,
      remoteAddress: socket.remoteAddress)
    if head.headers["upgrade"]?.lowercased() != "websocket" || head.method != "GET" {
      return .refuse(.text(400, "The only upgrade is a GET to websocket.\n"))
    }
    if head.headers["sec-websocket-version"] != "13" {
      var refusal = HTTPResponse.text(426, "The only version of WebSocket is 13.\n")
      refusal.headers.append(("sec-websocket-version", "13"))
      return .refuse(refusal)
    }
    if socket.isSurplus { return .refuse(Self.tooManyConnections) }
    if isClosing { return .refuse(.text(503, "The server is stopping.\n")) }
    if !origins.allows(origin: request.origin, host: request.host) {
      return .refuse(.text(403, "Pages of this origin may not connect.\n"))
    }
    if configuration.subprotocols.allSatisfy({ !offered.contains($0) }) {
      return .refuse(
        .text(400, "Offer a subprotocol: \(configuration.subprotocols.joined(separator: ", ")).\n"))
    }
    return application.upgrade(request)
  }
}
