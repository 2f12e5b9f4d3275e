import CUV
import Glibc

/// Times one turn of the loop.
struct TurnClock {
  private let start = uv_hrtime()
  private let idle: UInt64
  private let cpu = TurnClock.threadTime

  init(_ loop: UnsafeMutablePointer<uv_loop_t>) {
    idle = uv_metrics_idle_time(loop)
  }

  /// Since it began, without waiting for events.
  func time(on loop: UnsafeMutablePointer<uv_loop_t>) -> Duration {
    let idle = uv_metrics_idle_time(loop) - idle
    return .nanoseconds(Int64(clamping: uv_hrtime() - start) - Int64(clamping: idle))
  }

  /// What the thread had of the processor since then.
  var processorTime: Duration { Self.threadTime - cpu }

  private static var threadTime: Duration {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }
}
