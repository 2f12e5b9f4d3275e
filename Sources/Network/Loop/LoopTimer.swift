import CUV

/// A monotonic timer that fires on the loop until it is cancelled; one that does not repeat fires once.
///
/// The loop keeps the timer and what its body captures alive until then. Resolution: a millisecond.
@NetworkLoop public final class LoopTimer {
  private var handle: UnsafeMutablePointer<uv_timer_t>?
  private let body: @NetworkLoop () -> Void
  private let repeats: Bool

  /// Starts a timer that first fires after `delay`, and then at each `interval` if one is given.
  public init(
    after delay: Duration, repeating interval: Duration? = nil, _ body: @escaping @NetworkLoop () -> Void
  ) {
    self.body = body
    repeats = interval != nil
    let loop = NetworkLoop.shared.executor.loop
    let handle = UnsafeMutablePointer<uv_timer_t>.allocate(capacity: 1)
    self.handle = handle
    uv_timer_init(loop, handle)
    handle.pointee.data = Unmanaged.passRetained(self).toOpaque()
    // The loop's clock stands still during a turn: without this, a delay would count from the turn's beginning.
    uv_update_time(loop)
    uv_timer_start(
      handle, { LoopTimer.fired($0) }, delay.wholeMilliseconds, max(1, interval?.wholeMilliseconds ?? 0))
  }

  /// Stops the timer; its body is not called again. Harmless when it has already stopped.
  public func cancel() {
    guard let handle else { return }
    self.handle = nil
    uv_timer_stop(handle)
    UnsafeMutableRawPointer(handle).withMemoryRebound(to: uv_handle_t.self, capacity: 1) {
      uv_close($0) { closed in
        guard let closed else { return }
        // The library is done with the handle: give back what `init` took.
        if let timer = closed.pointee.data { Unmanaged<LoopTimer>.fromOpaque(timer).release() }
        UnsafeMutableRawPointer(closed).assumingMemoryBound(to: uv_timer_t.self).deallocate()
      }
    }
  }

  nonisolated private static func fired(_ handle: UnsafeMutablePointer<uv_timer_t>?) {
    guard let data = handle?.pointee.data else { return }
    let timer = Unmanaged<LoopTimer>.fromOpaque(data).takeUnretainedValue()
    NetworkLoop.assumeIsolated {
      if !timer.repeats { timer.cancel() }
      timer.body()
    }
  }
}

extension Duration {
  /// Rounded up, 0 for negative durations.
  var wholeMilliseconds: UInt64 {
    let (seconds, attoseconds) = components
    guard seconds >= 0, attoseconds >= 0 else { return 0 }
    return UInt64(seconds) * 1000 + UInt64((attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000)
  }
}
