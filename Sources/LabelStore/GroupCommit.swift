/// Commits writes of several callers in one transaction.
struct GroupCommit {
  let database: Database

  /// The answer to a whole group.
  enum Verdict {
    /// It is on the disk; a write that was refused alone has an error at its place.
    case committed([StoreError?])
    /// It was rolled back.
    case failed(StoreError)
  }

  func run(_ writes: [QueuedWrite]) -> Verdict {
    do {
      try rollBack()
      try database.run("BEGIN IMMEDIATE")
      var errors: [StoreError?] = []
      for write in writes { errors.append(try perform(write)) }
      try commit(writes, errors)
      return .committed(errors)
    } catch {
      // A rollback fails only on a broken disk: then the next group's fails too, and says so.
      try? rollBack()
      return .failed(error)
    }
  }

  /// Undoes a write that breaks a rule, and only that; throws what concerns all of them.
  private func perform(_ write: QueuedWrite) throws(StoreError) -> StoreError? {
    try database.run("SAVEPOINT write")
    do {
      try write.perform(database)
      try database.run("RELEASE write")
      return nil
    } catch {
      guard error.concernsOneWrite, database.isInTransaction else { throw error }
      try database.run("ROLLBACK TO write")
      try database.run("RELEASE write")
      return error
    }
  }

  /// An error of COMMIT does not say whether it happened. After a failed sync nothing can be known any more; after
  /// anything else the database itself tells.
  private func commit(_ writes: [QueuedWrite], _ errors: [StoreError?]) throws(StoreError) {
    do {
      try database.run("COMMIT")
    } catch {
      if case .stopped = error { throw error }
      guard let hasLanded = try? hasLanded(writes, errors) else {
        throw .stopped("a commit failed and its outcome cannot be read: \(error)")
      }
      guard hasLanded else { throw error }
    }
  }

  /// The writes are in the database together or not at all, so one that can tell is enough: the last, since no other of
  /// the group has changed its list since.
  private func hasLanded(_ writes: [QueuedWrite], _ errors: [StoreError?]) throws(StoreError) -> Bool {
    try rollBack()
    for (write, error) in zip(writes, errors).reversed() where error == nil {
      if let hasLanded = try write.hasLanded(database) { return hasLanded }
    }
    return false
  }

  private func rollBack() throws(StoreError) {
    if database.isInTransaction { try database.run("ROLLBACK") }
  }
}

extension StoreError {
  /// The others of the group can go on.
  fileprivate var concernsOneWrite: Bool {
    switch self {
    case .refused, .unknownList, .trimmed, .aliasTaken, .tooManyLists: true
    case .temporary, .stopped, .locked, .newerSchema, .cannotOpen, .closed: false
    }
  }
}
