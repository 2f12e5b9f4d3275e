internal import Labels

/// The outcomes of edits that were not wholly applied, until their clients acknowledge them.
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

  /// An author's outcomes above a sequence.
  func outcomes(list: Int, author: Author, above sequence: EditSequence) throws(StoreError) -> [OutcomeRecord]
  {
    try database.rows(
      """
      SELECT sequence, fingerprint, body FROM outcomes
      WHERE list = ?1 AND author = ?2 AND sequence > ?3 ORDER BY sequence
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
