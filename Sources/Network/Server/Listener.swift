import CWebSockets
import Glibc

/// A listening TCP socket.
@NetworkLoop final class Listener {
  let port: Int
  private let descriptor: Int32
  private var accepted: (@NetworkLoop (Int32, String) -> Void)?
  private var watcher: SocketWatcher?
  private var pause: LoopTimer?
  private var isClosed = false

  /// Connections taken in one turn at most, so that a storm of them does not starve the others.
  private static let acceptsPerTurn = 64
  /// How long accepting rests when the process has no file descriptor left.
  private static let restWhenExhausted: Duration = .milliseconds(100)

  /// Takes the address; connections wait in the kernel until `start`.
  init(host: String, port: Int, sendBufferBytes: Int) throws(NetworkError) {
    descriptor = try Self.listen(host: host, port: port, sendBufferBytes: sendBufferBytes)
    self.port = Self.port(of: descriptor)
  }

  /// Accepts from now on. `accepted` is given a connected descriptor to own, and the peer's numeric address.
  func start(_ accepted: @escaping @NetworkLoop (Int32, String) -> Void) throws(NetworkError) {
    self.accepted = accepted
    watcher = SocketWatcher(descriptor) { [weak self] in self?.acceptSome() }
    guard watcher != nil else { throw .system(operation: "epoll", errno: errno) }
  }

  /// Stops accepting and gives up the address.
  func close() {
    guard !isClosed else { return }
    isClosed = true
    watcher?.stop()
    watcher = nil
    pause?.cancel()
    Glibc.close(descriptor)
  }

  private func acceptSome() {
    for _ in 0..<Self.acceptsPerTurn {
      var address = sockaddr_storage()
      var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
      let connected = withUnsafeMutableBytes(of: &address) { bytes in
        cws_accept(descriptor, bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self), &length)
      }
      guard connected >= 0 else {
        if errno == ECONNABORTED || errno == EINTR { continue }
        if errno != EAGAIN { rest() }
        return
      }
      setOption(connected, Int32(IPPROTO_TCP), TCP_NODELAY, 1)
      accepted?(connected, Self.numericHost(of: &address, length))
    }
  }

  /// Without a free descriptor the pending connection stays readable: polling on would spin.
  private func rest() {
    watcher?.pause()
    pause = LoopTimer(after: Self.restWhenExhausted) { [weak self] in self?.watcher?.resume() }
  }

  // MARK: System calls

  private static func listen(
    host: String, port: Int, sendBufferBytes: Int
  ) throws(NetworkError) -> Int32 {
    var hints = addrinfo()
    hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    hints.ai_flags = AI_PASSIVE
    var found: UnsafeMutablePointer<addrinfo>?
    guard getaddrinfo(host, String(port), &hints, &found) == 0, let address = found?.pointee else {
      throw .unknownHost(host)
    }
    defer { freeaddrinfo(found) }
    let flags = Int32(SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
    let descriptor = socket(address.ai_family, address.ai_socktype | flags, address.ai_protocol)
    guard descriptor >= 0 else { throw .system(operation: "socket", errno: errno) }
    setOption(descriptor, SOL_SOCKET, SO_REUSEADDR, 1)
    // Accepted sockets inherit it.
    setOption(descriptor, SOL_SOCKET, SO_SNDBUF, Int32(clamping: sendBufferBytes))
    guard bind(descriptor, address.ai_addr, address.ai_addrlen) == 0, Glibc.listen(descriptor, 1024) == 0
    else {
      let number = errno
      Glibc.close(descriptor)
      throw error(number, host: host, port: port)
    }
    return descriptor
  }

  private static func error(_ number: Int32, host: String, port: Int) -> NetworkError {
    switch number {
    case EADDRINUSE: .addressInUse(host: host, port: port)
    case EADDRNOTAVAIL: .addressNotAvailable(host: host, port: port)
    case EACCES: .permissionDenied(host: host, port: port)
    default: .system(operation: "bind", errno: number)
    }
  }

  private static func port(of descriptor: Int32) -> Int {
    var address = sockaddr_storage()
    var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
    withUnsafeMutableBytes(of: &address) { bytes in
      _ = getsockname(descriptor, bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self), &length)
    }
    // The port has the same place in IPv4's and IPv6's addresses.
    return withUnsafeBytes(of: &address) { bytes in
      Int(UInt16(bigEndian: bytes.load(as: sockaddr_in.self).sin_port))
    }
  }

  private static func numericHost(of address: inout sockaddr_storage, _ length: socklen_t) -> String {
    withUnsafeBytes(of: &address) { bytes in
      withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(NI_MAXHOST)) { host in
        let failure = getnameinfo(
          bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self), length, host.baseAddress,
          socklen_t(host.count), nil, 0, NI_NUMERICHOST)
        guard failure == 0, let start = host.baseAddress else { return "unknown" }
        return String(cString: start)
      }
    }
  }
}

/// An option that cannot be set costs speed or memory, not correctness.
private func setOption(_ descriptor: Int32, _ level: Int32, _ option: Int32, _ value: Int32) {
  var value = value
  setsockopt(descriptor, level, option, &value, socklen_t(MemoryLayout<Int32>.size))
}
