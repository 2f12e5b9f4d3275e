internal import Labels

/// The outcomes of edits that the log does not tell, until their clients acknowledge them: of those not wholly applied, and
/// of applied ones whose log entries are gone.
struct OutcomeTable {
  let database: Database

  func insert(_ outcome: OutcomeRecord, list: Int) throws(StoreError) {
    try database.run(
      "INSERT INTO outcomes (list, author, sequence, fingerprint, body) VALUES (?1, ?2, ?3, ?4, ?5)",
      .integer(list), .integer(outcome.author), .integer(outcome.sequence), .word(outcome.fingerprint),
      .blob(outcome.body))
  }

  func contains(_ outcome: OutcomeRecord, list: Int) throws(StoreError) -> Bool {
    try database.first(
      "SELECT fingerprint FROM outcomes WHERE list = ?1 AND author = ?2 AND sequence = ?3",
      .integer(list), .integer(outcome.author), .integer(outcome.sequence)
    ) { row in row.word(0) } == outcome.fingerprint
  }

  /// The highest sequence of an author's outcomes; 0: it has none.
  func lastSequence(list: Int, author: Author) throws(StoreError) -> EditSequence {
    try database.first(
      "SELECT ifnull(max(sequence), 0) FROM outcomes WHERE list = ?1 AND author = ?2",
      .integer(list), .integer(author)
    ) { row in row.integer(0) } ?? 0
  }

  /// Takes over what log entries up to a revision tell their clients, where those have not acknowledged it. An edit applied
  /// only in part has its outcome here already: it gets its revision.
  func takeOver(list: Int, through revision: Revision) throws(StoreError) {
    try database.run(
      """
      INSERT INTO outcomes (list, author, sequence, fingerprint, revision)
      SELECT log.list, log.author, log.sequence, log.fingerprint, log.revision
      FROM log CROSS JOIN clients ON clients.list = log.list AND clients.author = log.author
      WHERE log.list = ?1 AND log.revision <= ?2 AND log.sequence > clients.acknowledged_through
      ON CONFLICT DO UPDATE SET revision = excluded.revision
      """, .integer(list), .integer(revision))
  }

  /// An author's edits above a sequence that were applied, and whose log entries are gone.
  func applied(list: Int, author: Author, above sequence: EditSequence) throws(StoreError) -> [AppliedRecord]
  {
    try database.rows(
      """
      SELECT sequence, revision, fingerprint, body IS NOT NULL FROM outcomes
      WHERE list = ?1 AND author = ?2 AND sequence > ?3 AND revision IS NOT NULL ORDER BY sequence
      """, .integer(list), .integer(author), .integer(sequence)
    ) { row in
      AppliedRecord(
        sequence: row.integer(0), revision: row.integer(1), fingerprint: row.word(2), isPartial: row.flag(3))
    }
  }

  /// An author's outcomes above a sequence, without those of edits that were wholly applied.
  func outcomes(list: Int, author: Author, above sequence: EditSequence) throws(StoreError) -> [OutcomeRecord]
  {
    try database.rows(
      """
      SELECT sequence, fingerprint, body FROM outcomes
      WHERE list = ?1 AND author = ?2 AND sequence > ?3 AND body IS NOT NULL ORDER BY sequence
      """, .integer(list), .integer(author), .integer(sequence)
    ) { row in
      OutcomeRecord(author: author, sequence: row.integer(0), fingerprint: row.word(1), body: row.blob(2))
    }
  }

  func delete(list: Int, author: Author, through sequence: EditSequence) throws(StoreError) {
    try database.run(
      "DELETE FROM outcomes WHERE list = ?1 AND author = ?2 AND sequence <= ?3",
      .integer(list), .integer(author), .integer(sequence))
  }

  /// Deletes some outcomes of a deleted list; returns how many.
  func clear(list: Int, limit: Int) throws(StoreError) -> Int {
    try database.run(
      """
      DELETE FROM outcomes WHERE (list, author, sequence) IN
      (SELECT list, author, sequence FROM outcomes WHERE list = ?1 LIMIT ?2)
      """, .integer(list), .integer(limit))
  }
}
