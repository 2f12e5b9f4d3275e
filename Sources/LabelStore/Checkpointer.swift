/// Copies the write-ahead log into the database on a thread of its own, so that commits need not wait for that: writing some hundred
/// pages all over the database, and syncing them, takes as long as several commits do.
actor Checkpointer {
  private nonisolated let executor: ThreadExecutor
  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  /// Nil once closed.
  private var database: Database?

  init(_ database: sending Database) throws(StoreError) {
    executor = try ThreadExecutor()
    self.database = database
  }

  /// Copies what was committed before, as far as no reader needs an older state.
  func copy() throws(StoreError) {
    try database?.checkpoint(.copy)
  }

  func close() {
    database = nil
  }
}
