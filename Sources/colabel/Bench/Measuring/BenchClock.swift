import Dispatch

/// The time of a run: nanoseconds that never go back. Plain numbers, because one is taken and subtracted for each delivery.
enum BenchClock {
  static var now: Int { Int(DispatchTime.now().uptimeNanoseconds) }

  static func nanoseconds(_ duration: Duration) -> Int {
    let (seconds, attoseconds) = duration.components
    return Int(seconds) * 1_000_000_000 + Int(attoseconds / 1_000_000_000)
  }
}
