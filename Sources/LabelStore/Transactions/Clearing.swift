/// Clears what counts no more, in steps short enough to stand between other writes.
struct Clearing {
  let database: Database

  /// Rows of a deleted list that go in one step.
  private static let rowsPerStep = 1_000

  /// One step for a deleted list; false when there is none.
  func clearDeletedList() throws(StoreError) -> Bool {
    let lists = ListTable(database: database)
    guard let list = try lists.nextDeleted() else { return false }
    let snapshots = SnapshotTable(database: database)
    if let snapshot = try snapshots.next(list: list) {
      _ = try snapshots.clearPiece(of: snapshot)
      return true
    }
    if try LogTable(database: database).clear(list: list, limit: Self.rowsPerStep) > 0 { return true }
    if try LogStretches(database: database).clear(list: list, limit: Self.rowsPerStep) > 0 { return true }
    if try OutcomeTable(database: database).clear(list: list, limit: Self.rowsPerStep) > 0 { return true }
    if try ClientTable(database: database).clear(list: list, limit: Self.rowsPerStep) > 0 { return true }
    try lists.clear(list)
    return true
  }

  /// One step for a snapshot that an earlier run did not finish; false when there is none.
  func clearIncompleteSnapshot() throws(StoreError) -> Bool {
    try clear(try SnapshotTable(database: database).nextIncomplete())
  }

  /// One step for a snapshot of a list that could not be finished; false when there is none.
  func clearIncompleteSnapshot(list: Int) throws(StoreError) -> Bool {
    try clear(try SnapshotTable(database: database).nextIncomplete(list: list))
  }

  /// One step for a snapshot of a list that a newer one replaced; false when there is none.
  func clearReplacedSnapshot(list: Int) throws(StoreError) -> Bool {
    try clear(try SnapshotTable(database: database).nextReplaced(list: list))
  }

  private func clear(_ snapshot: Int?) throws(StoreError) -> Bool {
    guard let snapshot else { return false }
    _ = try SnapshotTable(database: database).clearPiece(of: snapshot)
    return true
  }
}
