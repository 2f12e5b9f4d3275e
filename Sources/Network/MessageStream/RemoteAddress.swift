import Glibc

/// Where a TCP connection goes.
@NetworkLoop struct RemoteAddress {
  private static var known: [String: RemoteAddress] = [:]

  private let storage: [UInt8]
  private let family: Int32

  /// nil: there is no such host. A name is looked up once.
  init?(host: String, port: Int) {
    let name = "\(host) \(port)"
    if let known = Self.known[name] {
      self = known
      return
    }
    var hints = addrinfo()
    hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    var found: UnsafeMutablePointer<addrinfo>?
    guard getaddrinfo(host, String(port), &hints, &found) == 0, let address = found?.pointee else {
      return nil
    }
    defer { freeaddrinfo(found) }
    storage = Array(UnsafeRawBufferPointer(start: address.ai_addr, count: Int(address.ai_addrlen)))
    family = address.ai_family
    Self.known[name] = self
  }

  /// A socket that is connecting; negative, with `errno`, if there is none to be had.
  func connect() -> Int32 {
    let kind = Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
    let descriptor = socket(family, kind, 0)
    guard descriptor >= 0 else { return -1 }
    var on: Int32 = 1
    setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &on, socklen_t(MemoryLayout<Int32>.size))
    let result = storage.withUnsafeBytes { bytes in
      bytes.baseAddress.map {
        Glibc.connect(descriptor, $0.assumingMemoryBound(to: sockaddr.self), socklen_t(bytes.count))
      } ?? -1
    }
    if result == 0 || errno == EINPROGRESS { return descriptor }
    let failure = errno
    close(descriptor)
    errno = failure
    return -1
  }
}
