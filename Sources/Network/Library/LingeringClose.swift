import Glibc

/// Closes a TCP connection without losing what was written last.
///
/// A socket that is closed with unread bytes resets the connection, and the peer may never see our last words. So our side
/// is shut, what still comes is read and dropped, and the socket closes when the peer has closed its side, or after a
/// while.
@NetworkLoop final class LingeringClose {
  /// How long the peer has.
  static let patience: Duration = .seconds(3)
  private let descriptor: Int32
  private let whenDone: @NetworkLoop (LingeringClose) -> Void
  private var watcher: SocketWatcher?
  private var deadline: LoopTimer?

  /// Takes the descriptor over.
  init(_ descriptor: Int32, whenDone: @escaping @NetworkLoop (LingeringClose) -> Void) {
    self.descriptor = descriptor
    self.whenDone = whenDone
  }

  func begin() {
    shutdown(descriptor, Int32(SHUT_WR))
    watcher = SocketWatcher(descriptor) { self.discard() }
    deadline = LoopTimer(after: Self.patience) { self.end() }
    if watcher == nil { end() }
  }

  private func discard() {
    let received = withUnsafeTemporaryAllocation(byteCount: 64 * 1024, alignment: 1) {
      recv(descriptor, $0.baseAddress, $0.count, 0)
    }
    if received == 0 || (received < 0 && errno != EAGAIN && errno != EINTR) { end() }
  }

  private func end() {
    guard let deadline else { return }
    deadline.cancel()
    self.deadline = nil
    watcher?.stop()
    watcher = nil
    close(descriptor)
    whenDone(self)
  }
}
