internal import Labels

/// The lists and their heads.
struct ListTable {
  let database: Database

  /// A list's number in the other tables, and the head of its log.
  struct Head {
    let number: Int
    let revision: Revision
    let hash: UInt64
    let trimmedThrough: Revision
  }

  /// Throws `unknownList`.
  func head(_ id: ListID) throws(StoreError) -> Head {
    let head = try database.first(
      "SELECT number, revision, hash, trimmed_through FROM lists WHERE id = ?1 AND alias IS NOT NULL",
      id.stored
    ) { row in
      Head(
        number: row.integer(0), revision: row.integer(1), hash: row.word(2), trimmedThrough: row.integer(3))
    }
    guard let head else { throw .unknownList }
    return head
  }

  /// Sets the head; the list exists from then on.
  func advance(_ number: Int, to revision: Revision, hash: UInt64, labelCount: Int?) throws(StoreError) {
    try database.run(
      """
      UPDATE lists SET revision = ?2, label_count = coalesce(?4, label_count),
        hash = ?3, is_existing = 1 WHERE number = ?1
      """,
      .integer(number), .integer(revision), .word(hash), labelCount.map { .integer($0) } ?? .null)
  }

  /// Sets a list's title, and puts it into the archive or takes it out; in it already, it keeps its time.
  func setInfo(_ number: Int, title: String?, isArchived: Bool, at time: Int64) throws(StoreError) {
    try database.run(
      """
      UPDATE lists SET title = ?2, archived = CASE WHEN ?3 THEN coalesce(archived, ?4) END WHERE number = ?1
      """,
      .integer(number), title.map { .text($0) } ?? .null, .flag(isArchived), .integer(Int(time)))
  }

  /// Notes how many labels a list has of which it is not known.
  func setUnknownLabelCount(_ number: Int, to count: Int) throws(StoreError) {
    try database.run(
      "UPDATE lists SET label_count = ?2 WHERE number = ?1 AND label_count IS NULL", .integer(number),
      .integer(count))
  }

  /// Notes that the log's entries up to a revision are gone.
  func trim(_ number: Int, through revision: Revision) throws(StoreError) {
    try database.run(
      "UPDATE lists SET trimmed_through = ?2 WHERE number = ?1", .integer(number), .integer(revision))
  }

  /// Gives every list another epoch.
  func renewEpochs(_ make: () -> String) throws(StoreError) {
    for number in try database.rows("SELECT number FROM lists", read: { row in row.integer(0) }) {
      try database.run(
        "UPDATE lists SET epoch = ?2 WHERE number = ?1", .integer(number), .text(make()))
    }
  }

  /// The number of a claim, counted from 1.
  func nextClaim(_ number: Int) throws(StoreError) -> Int {
    let claim = try database.first(
      "UPDATE lists SET last_claim = last_claim + 1 WHERE number = ?1 RETURNING last_claim", .integer(number)
    ) { row in row.integer(0) }
    guard let claim else { throw .unknownList }
    return claim
  }

  /// How many clients a list remembers.
  func clientCount(_ number: Int) throws(StoreError) -> Int {
    try database.first("SELECT client_count FROM lists WHERE number = ?1", .integer(number)) { row in
      row.integer(0)
    } ?? 0
  }

  /// One client less.
  func forgetClient(_ number: Int) throws(StoreError) {
    try database.run("UPDATE lists SET client_count = client_count - 1 WHERE number = ?1", .integer(number))
  }

  /// How many lists there are, provisional ones included.
  func count() throws(StoreError) -> Int {
    try database.first("SELECT count(*) FROM lists WHERE alias IS NOT NULL") { row in row.integer(0) } ?? 0
  }

  /// The next author number, for one client more; never the same twice.
  func nextAuthor(_ number: Int) throws(StoreError) -> Author {
    let author = try database.first(
      """
      UPDATE lists SET last_author = last_author + 1, client_count = client_count + 1 WHERE number = ?1
      RETURNING last_author
      """,
      .integer(number)
    ) { row in row.integer(0) }
    guard let author else { throw .unknownList }
    return author
  }

  private static let columns = """
    id, alias, epoch, is_existing, created, revision, hash, trimmed_through, title, archived, label_count
    """

  private func record(_ row: Row) -> ListRecord {
    ListRecord(
      id: ListID(stored: row.blob(0)), alias: row.text(1), epoch: row.text(2), exists: row.flag(3),
      created: Int64(row.integer(4)), revision: row.integer(5), hash: row.word(6),
      trimmedThrough: row.integer(7), title: row.isNull(8) ? nil : row.text(8),
      archived: row.isNull(9) ? nil : Int64(row.integer(9)),
      labelCount: row.isNull(10) ? nil : row.integer(10))
  }

  func record(_ id: ListID) throws(StoreError) -> ListRecord? {
    try database.first(
      "SELECT \(Self.columns) FROM lists WHERE id = ?1 AND alias IS NOT NULL", id.stored, read: record)
  }

  func record(alias: String) throws(StoreError) -> ListRecord? {
    try database.first("SELECT \(Self.columns) FROM lists WHERE alias = ?1", .text(alias), read: record)
  }

  /// `archived` nil: those in the archive and those not.
  func existing(after alias: String, limit: Int, archived: Bool?) throws(StoreError) -> [ListRecord] {
    try database.rows(
      """
      SELECT \(Self.columns) FROM lists
      WHERE alias > ?1 AND is_existing = 1 AND (?3 IS NULL OR (archived IS NOT NULL) = ?3)
      ORDER BY alias LIMIT ?2
      """,
      .text(alias), .integer(limit), archived.map { .flag($0) } ?? .null, read: record)
  }

  /// Throws `tooManyLists` when there are `limit`.
  func insert(_ record: ListRecord, limit: Int) throws(StoreError) {
    if let holder = try self.record(alias: record.alias) {
      guard holder.id == record.id else { throw .aliasTaken }
      if record.exists {
        try database.run("UPDATE lists SET is_existing = 1 WHERE id = ?1", record.id.stored)
      }
      return
    }
    guard try count() < limit else { throw .tooManyLists }
    try database.run(
      "INSERT INTO lists (\(Self.columns)) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)",
      record.id.stored, .text(record.alias), .text(record.epoch), .flag(record.exists),
      .integer(Int(record.created)), .integer(record.revision), .word(record.hash),
      .integer(record.trimmedThrough), record.title.map { .text($0) } ?? .null,
      record.archived.map { .integer(Int($0)) } ?? .null, record.labelCount.map { .integer($0) } ?? .null)
  }

  /// Takes the alias from a list, which hides it from everything but `nextDeleted`.
  func delete(_ id: ListID, onlyProvisional: Bool) throws(StoreError) {
    try database.run(
      "UPDATE lists SET alias = NULL WHERE id = ?1 AND is_existing <= ?2", id.stored,
      .integer(onlyProvisional ? 0 : 1))
  }

  /// Takes the aliases from all provisional lists, as `delete` does.
  func deleteProvisional() throws(StoreError) {
    try database.run("UPDATE lists SET alias = NULL WHERE is_existing = 0")
  }

  /// A deleted list with rows still to be cleared.
  func nextDeleted() throws(StoreError) -> Int? {
    try database.first("SELECT number FROM lists WHERE alias IS NULL LIMIT 1") { row in row.integer(0) }
  }

  func clear(_ number: Int) throws(StoreError) {
    try database.run("DELETE FROM lists WHERE number = ?1", .integer(number))
  }
}
