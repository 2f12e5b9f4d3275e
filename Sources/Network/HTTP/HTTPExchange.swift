import CWebSockets
import Glibc

/// One request on a socket and its answer.
@NetworkLoop final class HTTPExchange {
  private enum State {
    case receiving
    case answering
    case sending
    case over
  }

  private unowned let socket: Socket
  private let application: any Application
  private let bodyLimit: Int
  private var request: HTTPRequest
  private var state = State.receiving
  private var answer: Task<Void, Never>?
  /// What is being sent, and what comes behind it: a large body is not copied to stand behind its head.
  private var output: [UInt8] = []
  private var following: [UInt8] = []
  private var sentCount = 0
  /// Whether the connection ends with this exchange.
  private var closes: Bool
  /// The peer may still be sending what we do not want.
  private var lingers = false

  /// One step of a large answer, so that other sockets get their turn.
  private static let stepBytes = 64 * 1024

  init(_ socket: Socket, head: RequestHead, bodyLimit: Int, application: any Application) {
    self.socket = socket
    self.application = application
    self.bodyLimit = bodyLimit
    request = HTTPRequest(
      method: head.method, path: head.path, query: head.query, headers: head.headers, body: [],
      remoteAddress: socket.remoteAddress)
    closes = head.headers["connection"]?.lowercased() == "close"
  }

  /// Whether the peer, not the application, is to make the next step.
  var waitsForPeer: Bool { state != .answering }

  /// Whether the peer closed its side while the application is at work.
  var isForsaken: Bool {
    guard state == .answering, let wsi = socket.wsi else { return false }
    var byte: UInt8 = 0
    return recv(lws_get_socket_fd(wsi), &byte, 1, Int32(MSG_PEEK | MSG_DONTWAIT)) == 0
  }

  /// Decides by the head whether a body comes, and starts the answer if none does.
  func begin() {
    let length = request.headers["content-length"]
    switch request.method {
    case _ where request.headers["transfer-encoding"] != nil:
      refuse(.text(411, "A chunked body is not accepted: send its content-length.\n"))
    case "POST", "PUT", "PATCH":
      guard let length, let count = Int(length), count >= 0 else {
        return refuse(.text(411, "The content-length is missing.\n"))
      }
      guard count <= bodyLimit else { return refuseBody() }
      guard count > 0 else { return respond() }
      if request.headers["expect"]?.lowercased() == "100-continue" {
        _ = socket.write(Array("HTTP/1.1 100 Continue\r\n\r\n".utf8).span)
      }
    default:
      guard length == nil || length == "0" else {
        return refuse(.text(400, "A body makes no sense with \(request.method).\n"))
      }
      respond()
    }
  }

  func received(_ bytes: UnsafeRawBufferPointer) {
    guard state == .receiving else { return }
    guard request.body.count + bytes.count <= bodyLimit else { return refuseBody() }
    request.body.append(contentsOf: bytes)
  }

  func bodyEnded() {
    if state == .receiving { respond() }
  }

  private func refuseBody() {
    refuse(.text(413, "A request body may have at most \(bodyLimit) bytes.\n"))
  }

  private func respond() {
    state = .answering
    // libwebsockets reads nothing while a request is answered, and would be told again and again that it could.
    if let wsi = socket.wsi { lws_rx_flow_control(wsi, 0) }
    answer = Task { send(await application.respond(to: request)) }
  }

  /// Answers without waiting for the rest of the request, and ends the connection.
  func refuse(_ response: HTTPResponse) {
    closes = true
    lingers = true
    send(response)
  }

  /// From now on the answer says that the connection ends.
  func closeAfterAnswer() { closes = true }

  private func send(_ response: HTTPResponse) {
    guard state == .receiving || state == .answering else { return }
    // While reading is off, libwebsockets does not say when it can write either.
    if state == .answering, let wsi = socket.wsi { lws_rx_flow_control(wsi, 1) }
    state = .sending
    output = response.encodedHead(closing: closes)
    following = response.bodyToSend(forMethod: request.method)
    if following.count <= Self.stepBytes { appendFollowing() }
    socket.progressedAt = Socket.now
    if let wsi = socket.wsi { lws_set_timeout(wsi, NO_PENDING_TIMEOUT, 0) }
    socket.requestWritable()
  }

  private func appendFollowing() {
    output += following
    following = []
  }

  /// Sends the next step; called when nothing is unsent. Returns what libwebsockets is to do.
  func becameWritable(_ wsi: OpaquePointer) -> Int32 {
    guard state == .sending else { return 0 }
    guard !socket.hasUnsentBytes else { return requestWritable() }
    socket.progressedAt = Socket.now
    if sentCount < output.count {
      let step = min(Self.stepBytes, output.count - sentCount)
      let wrote = socket.write(output.span.extracting(sentCount..<sentCount + step))
      guard wrote else { return -1 }
      sentCount += step
      if sentCount == output.count, !following.isEmpty { (output, following, sentCount) = (following, [], 0) }
      if sentCount < output.count || (lingers && socket.hasUnsentBytes) { return requestWritable() }
    }
    return finish(wsi)
  }

  private func requestWritable() -> Int32 {
    socket.requestWritable()
    return 0
  }

  private func finish(_ wsi: OpaquePointer) -> Int32 {
    abandon()
    socket.exchange = nil
    if lingers {
      socket.context.finish(socket)
      return 0
    }
    return closes || lws_http_transaction_completed(wsi) != 0 ? -1 : 0
  }

  /// The peer is gone, or has its answer.
  func abandon() {
    state = .over
    answer?.cancel()
  }
}
