import Glibc
import Synchronization
import Testing

@testable import Network

@Suite("Signals") struct SignalsTests {
  @Test("signals arrive as values", arguments: Signal.allCases)
  func delivered(signal: Signal) async throws {
    let received = Mutex<[Signal]>([])
    let thread = Signals.startWaiting { signal in received.withLock { $0.append(signal) } }
    for count in 1...3 {
      // To the waiting thread: a test's process has threads that would be killed by it.
      pthread_kill(thread, signal.rawValue)
      try await eventually { received.withLock { $0.count == count } }
    }
    #expect(received.withLock { $0 } == [signal, signal, signal])
  }
}
