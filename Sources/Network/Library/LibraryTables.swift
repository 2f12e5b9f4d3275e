import CWebSockets
import Glibc

/// The C tables that a libwebsockets context reads for as long as it lives.
///
/// Owns its memory by hand because libwebsockets keeps the addresses. Only the loop touches it.
final class LibraryTables {
  let protocols: UnsafeMutablePointer<lws_protocols>
  let retryPolicy = UnsafeMutablePointer<lws_retry_bo_t>.allocate(capacity: 1)
  private let names: [UnsafeMutablePointer<CChar>?]

  /// The name of the protocol that stands for plain HTTP. Peers choose a protocol by name from a comma-separated list, so
  /// none can choose one whose name contains a comma.
  static let httpName = ",http"

  init(subprotocols: [String]) {
    names = ([Self.httpName] + subprotocols).map { strdup($0) }
    protocols = .allocate(capacity: names.count + 1)
    protocols.initialize(repeating: lws_protocols(), count: names.count + 1)
    for (index, name) in names.enumerated() {
      protocols[index].name = UnsafePointer(name)
      protocols[index].callback = libraryCallback
      protocols[index].rx_buffer_size = 4096
      // Larger writes would be split and copied.
      protocols[index].tx_packet_size = WebSocketConnection.maximumWriteBytes + 64
    }
    retryPolicy.initialize(to: lws_retry_bo_t())
    // Without a time to hang up at, libwebsockets has no heartbeat; ours does it. Its own keeps all connections in one sorted list
    // and walks along it at every pong, which stops a server of 10,000 for seconds.
    retryPolicy.pointee.secs_since_valid_ping = 0
    retryPolicy.pointee.secs_since_valid_hangup = 0
  }

  deinit {
    for name in names { free(name) }
    protocols.deallocate()
    retryPolicy.deallocate()
  }
}
