internal import Labels

/// The connection that only reads, on a thread of its own, so that a resume never holds up a commit.
actor Reader {
  private nonisolated let executor: ThreadExecutor
  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  /// Nil once closed.
  private var database: Database?

  init(_ database: sending Database) throws(StoreError) {
    executor = try ThreadExecutor()
    self.database = database
  }

  /// Performs `body` on one unchanging state of the database: everything that was committed before.
  func read<Answer: Sendable>(
    _ body: @Sendable (Database) throws(StoreError) -> Answer
  ) throws(StoreError) -> Answer {
    guard let database else { throw .closed }
    try database.run("BEGIN")
    do {
      let answer = try body(database)
      try database.run("COMMIT")
      return answer
    } catch {
      if database.isInTransaction { try database.run("ROLLBACK") }
      throw error
    }
  }

  func close() {
    database = nil
  }
}
