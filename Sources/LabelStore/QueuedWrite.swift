/// One caller's part of a group commit. Lives on the writer's thread.
struct QueuedWrite {
  /// Log entries and outcomes in it.
  let edits: Int
  /// Does it, and keeps its answer.
  let perform: (Database) throws(StoreError) -> Void
  /// Whether what it wrote is in the database, although its commit reported an error; nil where that cannot be told, as
  /// when it wrote nothing.
  let hasLanded: (Database) throws(StoreError) -> Bool?
  /// Resumes the caller: with its answer, or with the error.
  let finish: (StoreError?) -> Void

  /// A write that answers `continuation` with what `body` returned.
  init<Answer: Sendable>(
    edits: Int, body: @escaping (Database) throws(StoreError) -> Answer,
    hasLanded: @escaping (Database, Answer) throws(StoreError) -> Bool?,
    continuation: CheckedContinuation<Result<Answer, StoreError>, Never>
  ) {
    var answer: Answer?
    self.edits = edits
    self.hasLanded = { database throws(StoreError) in
      guard let answer else { return nil }
      return try hasLanded(database, answer)
    }
    perform = { database throws(StoreError) in answer = try body(database) }
    finish = { error in
      if let error {
        continuation.resume(returning: .failure(error))
      } else if let answer {
        continuation.resume(returning: .success(answer))
      } else {
        continuation.resume(returning: .failure(.refused("it was never performed")))
      }
    }
  }
}
