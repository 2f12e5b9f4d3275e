internal import Labels

/// A piece of trimming a list's log.
struct Trim: Sendable {
  let list: ListID
  /// Where the trimming ends in the end.
  let through: Revision
  /// Entries in a piece.
  let entries: Int
  /// Bytes of bodies after which a piece ends.
  let bytes: Int

  /// Deletes the next entries, inside of a transaction; returns the revision of the last, nil when nothing was left to do.
  /// What the clients have yet to be told goes to the outcomes first.
  func perform(_ database: Database) throws(StoreError) -> Revision? {
    let lists = ListTable(database: database)
    let head = try lists.head(list)
    guard head.trimmedThrough < through else { return nil }
    let snapshot = try SnapshotTable(database: database).newestHead(list: head.number)?.revision ?? 0
    guard through <= snapshot else {
      throw .refused("the log is needed behind revision \(snapshot)")
    }
    let log = LogTable(database: database)
    let end =
      try log.endOfPiece(
        list: head.number, after: head.trimmedThrough, through: through, limit: entries, bytes: bytes)
      ?? through
    try OutcomeTable(database: database).takeOver(list: head.number, through: end)
    try log.delete(list: head.number, through: end)
    try lists.trim(head.number, through: end)
    return end
  }

  /// Whether the piece up to a revision is gone after all; nil when there was none.
  func hasLanded(_ database: Database, _ end: Revision?) throws(StoreError) -> Bool? {
    guard let end else { return nil }
    return try ListTable(database: database).head(list).trimmedThrough >= end
  }
}
