import CUV
import CWebSockets

/// One TCP connection, from its beginning to its end, whatever is spoken on it.
@NetworkLoop final class Socket {
  let id: UInt64
  let remoteAddress: String
  /// Above the limit on connections: accepted only to be told so.
  let isSurplus: Bool
  unowned let context: SocketContext
  /// libwebsockets' object; nil before and after its life.
  var wsi: OpaquePointer?
  /// The request that is being read or answered.
  var exchange: HTTPExchange?
  var connection: WebSocketConnection?
  /// Whether a client's socket is inside the call that makes it, where nobody may be told of a failure yet.
  var isConnecting = false
  /// Why a client's connection could not be made.
  var failure: String?
  /// Whether its last byte is written and it waits for the end of the turn to be let go.
  var isFinished = false
  /// When the socket last made progress on a request, in milliseconds of the loop's clock.
  var progressedAt = Socket.now

  init(context: SocketContext, remoteAddress: String, isSurplus: Bool = false) {
    Self.lastID += 1
    id = Self.lastID
    self.context = context
    self.remoteAddress = remoteAddress
    self.isSurplus = isSurplus
  }

  private static var lastID: UInt64 = 0

  /// The loop's clock in milliseconds: monotonic, constant during a turn.
  static var now: UInt64 { uv_now(NetworkLoop.shared.executor.loop) }

  /// Asks for a WRITEABLE callback once nothing is unsent.
  func requestWritable() {
    if let wsi { lws_callback_on_writable(wsi) }
  }

  /// Whether libwebsockets holds bytes that the kernel did not take. Nothing may be written until it does not.
  var hasUnsentBytes: Bool {
    guard let wsi else { return false }
    return lws_partial_buffered(wsi) != 0
  }

  /// Sends bytes as they are. The kernel takes what it can; libwebsockets copies the rest. Only when nothing is unsent.
  ///
  /// On a WebSocket, `LWS_WRITE_HTTP` means the same: the bytes bypass libwebsockets' framing. This is how it is
  /// implemented rather than documented, so a test pins it.
  func write(_ bytes: Span<UInt8>) -> Bool {
    guard let wsi, !bytes.isEmpty else { return wsi != nil }
    return bytes.withUnsafeBufferPointer { buffer in
      // The library's signature is not const because it masks a client's payload in place; raw bytes stay untouched.
      lws_write(wsi, UnsafeMutablePointer(mutating: buffer.baseAddress), buffer.count, LWS_WRITE_HTTP) >= 0
    }
  }

  /// Closes at once, unsent bytes and all, without any further word to the peer. When libwebsockets happens to set a
  /// timeout of its own at the same moment that one wins, so whoever drops by a deadline asks again at the next check.
  func drop() { context.drop(self) }
}
