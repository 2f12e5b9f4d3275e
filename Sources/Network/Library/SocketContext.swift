import CUV
import CWebSockets
import Glibc

/// A libwebsockets context on the loop, and its sockets.
@NetworkLoop final class SocketContext: TurnObserver {
  private let tables: LibraryTables
  private var events: (any SocketEvents)?
  private var sockets: [UInt64: Socket] = [:]
  private var lingering: Set<ObjectIdentifier> = []
  private var finished: [Socket] = []
  private var needsService = false
  private var whenEmpty: CheckedContinuation<Void, Never>?
  private var checks: LoopTimer?
  /// nil only while the library sets the context up.
  private(set) var context: OpaquePointer?

  /// What a socket is read of in one turn: a window of edits as a whole, and not so much that others wait.
  nonisolated private static let readBytes = 64 * 1024

  /// What differs between a server's context and a client's.
  struct Settings {
    var subprotocols: [String]
    var headerBytes: Int
    var maximumSockets: Int
    var timeout: Duration
    var checkInterval: Duration
  }

  init(_ settings: Settings, events: any SocketEvents) throws(NetworkError) {
    tables = LibraryTables(subprotocols: settings.subprotocols)
    self.events = events
    lws_set_log_level(0, nil)
    var foreignLoop: UnsafeMutableRawPointer? = UnsafeMutableRawPointer(NetworkLoop.shared.executor.loop)
    var info = lws_context_creation_info()
    info.port = CONTEXT_PORT_NO_LISTEN_SERVER
    info.protocols = UnsafePointer(tables.protocols)
    info.gid = -1
    info.uid = -1
    info.options = cws_option_libuv
    info.retry_and_idle_policy = UnsafePointer(tables.retryPolicy)
    info.pt_serv_buf_size = UInt32(Self.readBytes)
    info.max_http_header_data2 = UInt32(settings.headerBytes)
    info.max_http_header_pool2 = UInt32(settings.maximumSockets)
    let seconds = UInt32(clamping: settings.timeout.components.seconds + 5)
    info.timeout_secs = seconds
    info.keepalive_timeout = Int32(clamping: seconds)
    info.user = Unmanaged.passUnretained(self).toOpaque()
    context = withUnsafeMutablePointer(to: &foreignLoop) { loops in
      info.foreign_loops = loops
      return lws_create_context(&info)
    }
    guard context != nil else { throw .libraryUnavailable }
    TurnEnd.add(self)
    checks = LoopTimer(after: settings.checkInterval, repeating: settings.checkInterval) { [unowned self] in
      let now = Socket.now
      for socket in sockets.values { self.events?.check(socket, now: now) }
    }
  }

  /// Sockets that are open, including those that only wait for the peer to close its side.
  var count: Int { sockets.count + lingering.count }

  var openSockets: [Socket] { Array(sockets.values) }

  /// Hands an accepted TCP connection over to libwebsockets.
  func adopt(_ descriptor: Int32, from remoteAddress: String, isSurplus: Bool) {
    guard let context, let vhost = lws_get_vhost_by_name(context, "default"),
      let wsi = lws_adopt_socket_vhost(vhost, descriptor)
    else { return }
    let socket = Socket(context: self, remoteAddress: remoteAddress, isSurplus: isSurplus)
    socket.wsi = wsi
    lws_set_opaque_user_data(wsi, retain(socket))
    needsService = true
  }

  /// Keeps the socket until libwebsockets is done with it, and gives the pointer that leads back to it.
  func retain(_ socket: Socket) -> UnsafeMutableRawPointer {
    sockets[socket.id] = socket
    return Unmanaged.passUnretained(socket).toOpaque()
  }

  func forget(_ socket: Socket) {
    socket.wsi = nil
    sockets[socket.id] = nil
  }

  func drop(_ socket: Socket) {
    guard let wsi = socket.wsi, !socket.isFinished else { return }
    lws_set_timeout(wsi, PENDING_TIMEOUT_USER_OK, LWS_TO_KILL_ASYNC)
    needsService = true
  }

  /// Drops from outside libwebsockets' callbacks, where it can be done on the spot: a timeout would be replaced by the
  /// library's own at the next byte of a head that drips in.
  func dropNow(_ socket: Socket) {
    guard let wsi = socket.wsi, !socket.isFinished, !socket.hasUnsentBytes else { return drop(socket) }
    lws_set_timeout(wsi, PENDING_TIMEOUT_USER_OK, LWS_TO_KILL_SYNC)
  }

  /// Ends a connection whose last byte has been written: at the end of the turn, libwebsockets lets go of it, so that it
  /// can write nothing more, and what the peer still sends is read and dropped until it closes its side.
  func finish(_ socket: Socket) {
    guard !socket.isFinished else { return }
    socket.isFinished = true
    finished.append(socket)
  }

  func turnEnded() {
    events?.turnEnded()
    let finished = self.finished
    self.finished.removeAll(keepingCapacity: true)
    for socket in finished { linger(socket) }
    if count == 0 { resumeWhenEmpty() }
    if needsService {
      // Timeouts that were set outside the library's own callbacks are noticed only when it is called.
      needsService = false
      lws_cancel_service(context)
    }
  }

  func requestService() { needsService = true }

  private func linger(_ socket: Socket) {
    guard let wsi = socket.wsi else { return }
    let descriptor = fcntl(lws_get_socket_fd(wsi), F_DUPFD_CLOEXEC, 0)
    lws_set_timeout(wsi, PENDING_TIMEOUT_USER_OK, LWS_TO_KILL_SYNC)
    guard descriptor >= 0 else { return }
    let close = LingeringClose(descriptor) { [weak self] close in
      self?.lingering.remove(ObjectIdentifier(close))
    }
    lingering.insert(ObjectIdentifier(close))
    close.begin()
  }

  /// Waits until no socket is open, or the time is over.
  func waitUntilEmpty(within duration: Duration) async {
    guard count > 0 else { return }
    let deadline = LoopTimer(after: duration) { self.resumeWhenEmpty() }
    await withCheckedContinuation { whenEmpty = $0 }
    deadline.cancel()
  }

  private func resumeWhenEmpty() {
    whenEmpty?.resume()
    whenEmpty = nil
  }

  /// Drops what is still open and puts the context out of use.
  ///
  /// libwebsockets 4.1 closes its event pipe's descriptor twice when a context on somebody else's loop is destroyed; by the
  /// second time the number may be another file's. So the context is not destroyed but kept, idle, for good: some
  /// kilobytes and one descriptor for each server that a process ever stops.
  func retire() async {
    for socket in sockets.values { drop(socket) }
    await waitUntilEmpty(within: .seconds(1))
    checks?.cancel()
    TurnEnd.remove(self)
    Self.retired.append(self)
    events = nil
  }

  private static var retired: [SocketContext] = []

  fileprivate func handle(_ event: SocketEvent) -> Int32 {
    guard let data = lws_get_opaque_user_data(event.wsi) else { return 0 }
    let socket = Unmanaged<Socket>.fromOpaque(data).takeUnretainedValue()
    if socket.wsi == nil { socket.wsi = event.wsi }
    let result = events?.handle(event, of: socket) ?? 0
    if event.reason == LWS_CALLBACK_WSI_DESTROY {
      lws_set_opaque_user_data(event.wsi, nil)
      forget(socket)
    }
    return result
  }
}

/// The one function that libwebsockets calls, always on the loop's thread.
func libraryCallback(
  wsi: OpaquePointer?, reason: lws_callback_reasons, user: UnsafeMutableRawPointer?,
  input: UnsafeMutableRawPointer?, length: Int
) -> Int32 {
  // These two come without a socket of ours.
  guard reason != LWS_CALLBACK_PROTOCOL_INIT, reason != LWS_CALLBACK_EVENT_WAIT_CANCELLED, let wsi,
    let user = lws_context_user(lws_get_context(wsi))
  else { return 0 }
  let input = UnsafeRawBufferPointer(start: input, count: input == nil ? 0 : length)
  // Nothing leaves this thread: the closure below runs before the callback returns.
  nonisolated(unsafe) let event = SocketEvent(reason: reason, wsi: wsi, input: input)
  let context = Unmanaged<SocketContext>.fromOpaque(user).takeUnretainedValue()
  return NetworkLoop.assumeIsolated { context.handle(event) }
}
