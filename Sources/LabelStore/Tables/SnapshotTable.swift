internal import Labels

/// The snapshots. Only the newest complete one of a list counts.
struct SnapshotTable {
  let database: Database

  /// Begins a snapshot, which counts for nothing yet; returns its number.
  func begin(list: Int, revision: Revision, hash: UInt64) throws(StoreError) -> Int {
    let number = try database.first(
      "INSERT INTO snapshots (list, revision, hash, is_complete) VALUES (?1, ?2, ?3, 0) RETURNING number",
      .integer(list), .integer(revision), .word(hash)
    ) { row in row.integer(0) }
    guard let number else { throw .refused("the snapshot got no number") }
    return number
  }

  func insert(piece: Int, of snapshot: Int, body: [UInt8]) throws(StoreError) {
    try database.run(
      "INSERT INTO snapshot_pieces VALUES (?1, ?2, ?3)", .integer(snapshot), .integer(piece), .blob(body))
  }

  /// Throws `unknownList` when the list's deletion took the snapshot along.
  func complete(_ snapshot: Int) throws(StoreError) {
    let found = try database.run("UPDATE snapshots SET is_complete = 1 WHERE number = ?1", .integer(snapshot))
    guard found == 1 else { throw .unknownList }
  }

  /// A complete snapshot without its pieces.
  struct Head {
    let number: Int
    let revision: Revision
    let hash: UInt64
  }

  func newestHead(list: Int) throws(StoreError) -> Head? {
    try database.first(
      """
      SELECT number, revision, hash FROM snapshots WHERE list = ?1 AND is_complete = 1
      ORDER BY revision DESC, number DESC LIMIT 1
      """, .integer(list)
    ) { row in Head(number: row.integer(0), revision: row.integer(1), hash: row.word(2)) }
  }

  func newest(list: Int) throws(StoreError) -> StoredSnapshot? {
    guard let newest = try newestHead(list: list) else { return nil }
    let pieces = try database.rows(
      "SELECT body FROM snapshot_pieces WHERE snapshot = ?1 ORDER BY piece", .integer(newest.number)
    ) { row in row.blob(0) }
    return StoredSnapshot(revision: newest.revision, hash: newest.hash, pieces: pieces)
  }

  /// A complete snapshot that a newer complete one has replaced.
  func nextReplaced(list: Int) throws(StoreError) -> Int? {
    try database.first(
      """
      SELECT number FROM snapshots WHERE list = ?1 AND is_complete = 1
      ORDER BY revision DESC, number DESC LIMIT 1 OFFSET 1
      """, .integer(list)
    ) { row in row.integer(0) }
  }

  /// Any snapshot of a list.
  func next(list: Int) throws(StoreError) -> Int? {
    try database.first("SELECT number FROM snapshots WHERE list = ?1 LIMIT 1", .integer(list)) { row in
      row.integer(0)
    }
  }

  /// A snapshot whose writer did not finish.
  func nextIncomplete() throws(StoreError) -> Int? {
    try database.first("SELECT number FROM snapshots WHERE is_complete = 0 LIMIT 1") { row in row.integer(0) }
  }

  /// A snapshot of a list whose writer did not finish.
  func nextIncomplete(list: Int) throws(StoreError) -> Int? {
    try database.first(
      "SELECT number FROM snapshots WHERE list = ?1 AND is_complete = 0 LIMIT 1", .integer(list)
    ) {
      row in row.integer(0)
    }
  }

  /// Deletes one piece, and the snapshot with its last one; false once it is gone.
  func clearPiece(of snapshot: Int) throws(StoreError) -> Bool {
    let deleted = try database.run(
      """
      DELETE FROM snapshot_pieces WHERE snapshot = ?1
      AND piece = (SELECT max(piece) FROM snapshot_pieces WHERE snapshot = ?1)
      """, .integer(snapshot))
    if deleted > 0 { return true }
    try database.run("DELETE FROM snapshots WHERE number = ?1", .integer(snapshot))
    return false
  }
}
