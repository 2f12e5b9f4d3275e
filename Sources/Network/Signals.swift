import Glibc

/// A request from outside to the process.
public enum Signal: Int32, Sendable, CaseIterable {
  /// SIGHUP: the terminal went away, or settings are to be read again.
  case hangUp = 1
  /// SIGINT: Control-C.
  case interrupt = 2
  /// SIGTERM: stop in good order.
  case terminate = 15
}

/// Signals as values instead of interruptions.
public enum Signals {
  /// Blocks the signals for this thread and every thread that it starts from now on, and delivers them here.
  ///
  /// Call it once, first thing on the main thread: a thread that exists already would still be interrupted.
  public static func stream() -> AsyncStream<Signal> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: Signal.self, bufferingPolicy: .bufferingNewest(16))
    startWaiting { continuation.yield($0) }
    return stream
  }

  /// Starts the one thread that waits for signals, and returns it.
  @discardableResult static func startWaiting(
    _ received: @escaping @Sendable (Signal) -> Void
  ) -> pthread_t {
    var set = blockedSet()
    pthread_sigmask(SIG_BLOCK, &set, nil)
    var thread = pthread_t()
    let failure = pthread_create(
      &thread, nil,
      { context in
        if let context { Unmanaged<Waiter>.fromOpaque(context).takeRetainedValue().run() }
        return nil
      }, Unmanaged.passRetained(Waiter(received)).toOpaque())
    precondition(failure == 0, "no thread for signals: \(String(cString: strerror(failure)))")
    return thread
  }

  fileprivate static func blockedSet() -> sigset_t {
    var set = sigset_t()
    sigemptyset(&set)
    for signal in Signal.allCases { sigaddset(&set, signal.rawValue) }
    return set
  }
}

private final class Waiter: Sendable {
  private let received: @Sendable (Signal) -> Void

  init(_ received: @escaping @Sendable (Signal) -> Void) { self.received = received }

  func run() {
    var set = Signals.blockedSet()
    while true {
      var number: Int32 = 0
      guard sigwait(&set, &number) == 0, let signal = Signal(rawValue: number) else { continue }
      received(signal)
    }
  }
}
