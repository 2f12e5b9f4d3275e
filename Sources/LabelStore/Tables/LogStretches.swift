internal import Labels

/// Where in the log an author's edits are: the stretches of 512 revisions that hold any, each with the first of their sequences.
///
/// An author's sequences ascend with the revisions. So an edit is in the last stretch that does not begin behind its sequence.
struct LogStretches {
  let database: Database

  /// Kept in the database: a change takes a migration. Longer ones are seldom added to, and take longer to search.
  static let revisions = 512

  /// Notes the stretches of entries that come to the log.
  func insert(_ entries: [LogRecord], list: Int) throws(StoreError) {
    var noted: [Int: Set<Author>] = [:]
    for entry in entries {
      let stretch = entry.revision / Self.revisions
      guard noted[stretch, default: []].insert(entry.author).inserted else { continue }
      try database.run(
        "INSERT OR IGNORE INTO log_stretches (list, author, stretch, first_sequence) VALUES (?1, ?2, ?3, ?4)",
        .integer(list), .integer(entry.author), .integer(stretch), .integer(entry.sequence))
    }
  }

  /// The revisions among which an author's edit is, if the log has it. Takes longer the longer ago that is.
  func revisions(list: Int, author: Author, of sequence: EditSequence) throws(StoreError) -> ClosedRange<
    Revision
  >? {
    try database.first(
      """
      SELECT stretch FROM log_stretches WHERE list = ?1 AND author = ?2 AND first_sequence <= ?3
      ORDER BY stretch DESC LIMIT 1
      """, .integer(list), .integer(author), .integer(sequence)
    ) { row in
      let first = row.integer(0) * Self.revisions
      return first...first + Self.revisions - 1
    }
  }

  /// Forgets the stretches that are wholly at or before a revision.
  func delete(list: Int, through revision: Revision) throws(StoreError) {
    try database.run(
      "DELETE FROM log_stretches WHERE list = ?1 AND stretch < ?2",
      .integer(list), .integer((revision + 1) / Self.revisions))
  }

  /// Deletes some stretches of a deleted list; returns how many.
  func clear(list: Int, limit: Int) throws(StoreError) -> Int {
    try database.run(
      """
      DELETE FROM log_stretches WHERE (list, author, stretch) IN
      (SELECT list, author, stretch FROM log_stretches WHERE list = ?1 LIMIT ?2)
      """, .integer(list), .integer(limit))
  }
}
