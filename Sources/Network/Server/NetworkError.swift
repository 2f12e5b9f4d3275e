import Glibc

/// Why a server could not start.
public enum NetworkError: Error, Equatable, Sendable {
  /// Something else listens on this address.
  case addressInUse(host: String, port: Int)
  /// This machine has no such address.
  case addressNotAvailable(host: String, port: Int)
  /// The operating system reserves the port, usually one below 1024.
  case permissionDenied(host: String, port: Int)
  /// The host's name does not resolve.
  case unknownHost(String)
  /// A system call failed.
  case system(operation: String, errno: Int32)
  /// libwebsockets could not set itself up, for example because its libuv plug-in is not installed.
  case libraryUnavailable
}

extension NetworkError: CustomStringConvertible {
  /// A sentence for the person who started the server.
  public var description: String {
    switch self {
    case .addressInUse(let host, let port): "\(host):\(port) is already in use by another program."
    case .addressNotAvailable(let host, let port): "\(host):\(port) is not an address of this machine."
    case .permissionDenied(let host, let port):
      "Listening on \(host):\(port) is not permitted; ports below 1024 usually need more rights."
    case .unknownHost(let host): "The host “\(host)” is unknown."
    case .system(let operation, let number): "\(operation) failed: \(String(cString: strerror(number)))."
    case .libraryUnavailable:
      "libwebsockets could not start; is its libuv plug-in (libwebsockets-evlib-uv) installed?"
    }
  }
}
