internal import Labels

/// The applied edits of all lists.
struct LogTable {
  let database: Database

  func insert(_ entries: [LogRecord], list: Int) throws(StoreError) {
    try database.run(
      "INSERT INTO log (list, \(Self.columns)) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)",
      forEach: entries
    ) { entry in
      [
        .integer(list), .integer(entry.revision), .integer(entry.author), .integer(entry.sequence),
        .integer(Int(entry.time)), .flag(entry.isPartial), .word(entry.hash), .word(entry.fingerprint),
        .blob(entry.body), entry.group?.stored ?? .null,
      ]
    }
    try stretches.insert(entries, list: list)
  }

  private var stretches: LogStretches { LogStretches(database: database) }

  private static let columns =
    "revision, author, sequence, time, is_partial, hash, fingerprint, body, group_id"

  private func record(_ row: Row) -> LogRecord {
    LogRecord(
      revision: row.integer(0), author: row.integer(1), sequence: row.integer(2), time: Int64(row.integer(3)),
      isPartial: row.flag(4), hash: row.word(5), fingerprint: row.word(6),
      group: row.isNull(8) ? nil : GroupID(stored: row.blob(8)), body: row.blob(7))
  }

  /// Entries behind a revision; the page ends after `limit` rows, or once its bodies have `bytes` bytes.
  func entries(
    list: Int, after revision: Revision, limit: Int, bytes: Int
  ) throws(StoreError) -> [LogRecord] {
    var entries: [LogRecord] = []
    var size = 0
    try database.forEachRow(
      """
      SELECT \(Self.columns) FROM log WHERE list = ?1 AND revision > ?2 ORDER BY revision LIMIT ?3
      """, .integer(list), .integer(revision), .integer(limit)
    ) { row in
      let entry = record(row)
      entries.append(entry)
      size += entry.body.count
      return size < bytes
    }
    return entries
  }

  /// Entries ahead of a revision, in order; the page begins after `limit` rows, or once its bodies have `bytes` bytes,
  /// counted from the end.
  func entries(
    list: Int, before revision: Revision, limit: Int, bytes: Int
  ) throws(StoreError) -> [LogRecord] {
    var entries: [LogRecord] = []
    var size = 0
    try database.forEachRow(
      """
      SELECT \(Self.columns) FROM log WHERE list = ?1 AND revision < ?2 ORDER BY revision DESC LIMIT ?3
      """, .integer(list), .integer(revision), .integer(limit)
    ) { row in
      let entry = record(row)
      entries.append(entry)
      size += entry.body.count
      return size < bytes
    }
    return entries.reversed()
  }

  /// The entries of edits, in the order of the edits, nil where the log has none; they end once their bodies have `bytes`
  /// bytes.
  func entries(
    list: Int, of edits: some Sequence<(author: Author, sequence: EditSequence)>, bytes: Int
  ) throws(StoreError) -> [LogRecord?] {
    var entries: [LogRecord?] = []
    var size = 0
    for edit in edits where size < bytes {
      let entry = try entry(list: list, author: edit.author, sequence: edit.sequence)
      entries.append(entry)
      size += entry?.body.count ?? 0
    }
    return entries
  }

  private func entry(list: Int, author: Author, sequence: EditSequence) throws(StoreError) -> LogRecord? {
    guard let revisions = try stretches.revisions(list: list, author: author, of: sequence) else {
      return nil
    }
    return try database.first(
      """
      SELECT \(Self.columns) FROM log
      WHERE list = ?1 AND revision BETWEEN ?2 AND ?3 AND author = ?4 AND sequence = ?5
      """, .integer(list), .integer(revisions.lowerBound), .integer(revisions.upperBound), .integer(author),
      .integer(sequence), read: record)
  }

  /// The hash at a revision; nil when the log has no such entry.
  func hash(list: Int, at revision: Revision) throws(StoreError) -> UInt64? {
    try database.first(
      "SELECT hash FROM log WHERE list = ?1 AND revision = ?2", .integer(list), .integer(revision)
    ) { row in row.word(0) }
  }

  /// The revision at which a piece of trimming ends: that of the last one of `limit` entries behind a revision, or of the one
  /// with which their bodies have `bytes` bytes. Nil when there are none up to `last`.
  func endOfPiece(
    list: Int, after revision: Revision, through last: Revision, limit: Int, bytes: Int
  ) throws(StoreError) -> Revision? {
    var end: Revision?
    var size = 0
    try database.forEachRow(
      """
      SELECT revision, length(body) FROM log WHERE list = ?1 AND revision > ?2 AND revision <= ?3
      ORDER BY revision LIMIT ?4
      """, .integer(list), .integer(revision), .integer(last), .integer(limit)
    ) { row in
      end = row.integer(0)
      size += row.integer(1)
      return size < bytes
    }
    return end
  }

  /// Deletes the entries up to a revision.
  func delete(list: Int, through revision: Revision) throws(StoreError) {
    try database.run(
      "DELETE FROM log WHERE list = ?1 AND revision <= ?2", .integer(list), .integer(revision))
    try stretches.delete(list: list, through: revision)
  }

  /// An author's applied edits above a sequence: all stretches that may have any are searched.
  func applied(list: Int, author: Author, above sequence: EditSequence) throws(StoreError) -> [AppliedRecord]
  {
    let first = try stretches.revisions(list: list, author: author, of: sequence)?.lowerBound ?? 0
    return try database.rows(
      """
      SELECT log.sequence, log.revision, log.fingerprint, log.is_partial
      FROM log_stretches AS stretches CROSS JOIN log
        ON log.list = ?1 AND log.revision BETWEEN stretches.stretch * \(LogStretches.revisions)
          AND (stretches.stretch + 1) * \(LogStretches.revisions) - 1
      WHERE stretches.list = ?1 AND stretches.author = ?2 AND stretches.stretch >= ?4
        AND log.author = ?2 AND log.sequence > ?3
      ORDER BY stretches.stretch, log.revision
      """, .integer(list), .integer(author), .integer(sequence), .integer(first / LogStretches.revisions)
    ) { row in
      AppliedRecord(
        sequence: row.integer(0), revision: row.integer(1), fingerprint: row.word(2), isPartial: row.flag(3))
    }
  }

  /// Deletes some entries of a deleted list; returns how many.
  func clear(list: Int, limit: Int) throws(StoreError) -> Int {
    try database.run(
      """
      DELETE FROM log WHERE list = ?1 AND revision IN
      (SELECT revision FROM log WHERE list = ?1 ORDER BY revision LIMIT ?2)
      """, .integer(list), .integer(limit))
  }

  /// The highest sequence of an author's entries; 0: it has none.
  func lastSequence(list: Int, author: Author) throws(StoreError) -> EditSequence {
    guard let revisions = try stretches.revisions(list: list, author: author, of: .max) else { return 0 }
    return try database.first(
      "SELECT ifnull(max(sequence), 0) FROM log WHERE list = ?1 AND revision BETWEEN ?2 AND ?3 AND author = ?4",
      .integer(list), .integer(revisions.lowerBound), .integer(revisions.upperBound), .integer(author)
    ) { row in row.integer(0) } ?? 0
  }
}
