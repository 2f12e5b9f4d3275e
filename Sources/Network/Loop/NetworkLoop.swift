/// The process's event loop as a global actor: whatever touches a socket is isolated to it.
///
/// The loop turns on a thread of its own, which starts at first use and lives as long as the process. A turn is: events of
/// sockets and timers, then the jobs that other threads queued, then the end-of-turn work of each server.
@globalActor public actor NetworkLoop {
  /// The only instance.
  public static let shared = NetworkLoop()

  nonisolated let executor = LoopExecutor()

  /// Runs the actor's jobs on the loop's thread.
  nonisolated public var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  /// Calls `body` as code of the loop, at the cost of one comparison of thread ids. Traps on any other thread.
  ///
  /// For callbacks from C, which the compiler cannot know to be on the loop.
  nonisolated public static func assumeIsolated<T: Sendable>(
    _ body: @NetworkLoop () throws -> T
  ) rethrows -> T {
    precondition(shared.executor.isOnLoop, "not on the event loop's thread")
    typealias Unisolated = () throws -> T
    return try withoutActuallyEscaping(body) { body in
      // The isolation is a compile-time property of the type; the check above stands in for it, as in MainActor's.
      try unsafeBitCast(body, to: Unisolated.self)()
    }
  }
}
