import Glibc
import Testing

@testable import Network

@Suite("Signals") struct SignalsTests {
  /// By a stream and not a `Mutex`: ThreadSanitizer does not see the latter's ordering.
  @Test("signals arrive as values", .timeLimit(.minutes(1)), arguments: Signal.allCases)
  func delivered(signal: Signal) async {
    let (stream, continuation) = AsyncStream.makeStream(of: Signal.self)
    let thread = Signals.startWaiting { continuation.yield($0) }
    var received = stream.makeAsyncIterator()
    for _ in 1...3 {
      // To the waiting thread: a test's process has threads that would be killed by it.
      pthread_kill(thread, signal.rawValue)
      #expect(await received.next() == signal)
    }
  }
}
