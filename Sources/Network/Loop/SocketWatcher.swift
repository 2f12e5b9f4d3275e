import CUV

/// Calls its body on the loop whenever a file descriptor has something to read, until it is stopped.
///
/// The loop keeps the watcher alive until then. The descriptor stays its owner's to close, after `stop()`.
@NetworkLoop final class SocketWatcher {
  private var handle: UnsafeMutablePointer<uv_poll_t>?
  private let body: @NetworkLoop () -> Void

  /// Fails when the descriptor cannot be polled or is already watched.
  init?(_ descriptor: Int32, _ body: @escaping @NetworkLoop () -> Void) {
    self.body = body
    let handle = UnsafeMutablePointer<uv_poll_t>.allocate(capacity: 1)
    guard uv_poll_init(NetworkLoop.shared.executor.loop, handle, descriptor) == 0 else {
      handle.deallocate()
      return nil
    }
    self.handle = handle
    handle.pointee.data = Unmanaged.passRetained(self).toOpaque()
    resume()
  }

  func resume() {
    guard let handle else { return }
    uv_poll_start(handle, Int32(UV_READABLE.rawValue)) { handle, _, _ in
      guard let data = handle?.pointee.data else { return }
      let watcher = Unmanaged<SocketWatcher>.fromOpaque(data).takeUnretainedValue()
      NetworkLoop.assumeIsolated { watcher.body() }
    }
  }

  func pause() {
    if let handle { uv_poll_stop(handle) }
  }

  func stop() {
    guard let handle else { return }
    self.handle = nil
    uv_poll_stop(handle)
    UnsafeMutableRawPointer(handle).withMemoryRebound(to: uv_handle_t.self, capacity: 1) {
      uv_close($0) { closed in
        guard let closed else { return }
        if let watcher = closed.pointee.data { Unmanaged<SocketWatcher>.fromOpaque(watcher).release() }
        UnsafeMutableRawPointer(closed).assumingMemoryBound(to: uv_poll_t.self).deallocate()
      }
    }
  }
}
