internal import Labels

/// The clients that claimed an id, list by list.
struct ClientTable {
  let database: Database

  /// A client and the hash that its secret must have.
  struct Claim {
    let client: ClientRecord
    let secretHash: [UInt8]
  }

  func claim(_ id: ClientID, list: Int) throws(StoreError) -> Claim? {
    try database.first(
      """
      SELECT author, acknowledged_through, secret_hash, last_sequence FROM clients WHERE list = ?1 AND id = ?2
      """, .integer(list), id.stored
    ) { row in
      let client = ClientRecord(
        id: id, author: row.integer(0), lastSequence: row.integer(3), acknowledgedThrough: row.integer(1))
      return Claim(client: client, secretHash: row.blob(2))
    }
  }

  func insert(
    _ id: ClientID, list: Int, author: Author, secretHash: [UInt8], claim: Int
  ) throws(StoreError) {
    try database.run(
      "INSERT INTO clients (list, id, secret_hash, author, last_claim) VALUES (?1, ?2, ?3, ?4, ?5)",
      .integer(list), id.stored, .blob(secretHash), .integer(author), .integer(claim))
  }

  /// Notes that a client came again.
  func touch(_ author: Author, list: Int, claim: Int) throws(StoreError) {
    try database.run(
      "UPDATE clients SET last_claim = ?3 WHERE list = ?1 AND author = ?2",
      .integer(list), .integer(author), .integer(claim))
  }

  /// Notes how a client wants to be shown.
  func set(_ person: PersonRecord, of author: Author, list: Int) throws(StoreError) {
    try database.run(
      "UPDATE clients SET name = ?3, color = ?4 WHERE list = ?1 AND author = ?2",
      .integer(list), .integer(author), .text(person.name), person.color.map { .text($0) } ?? .null)
  }

  /// The clients that have a name, by ascending author number.
  func people(list: Int) throws(StoreError) -> [(author: Author, person: PersonRecord)] {
    try database.rows(
      "SELECT author, name, color FROM clients WHERE list = ?1 AND name IS NOT NULL ORDER BY author",
      .integer(list)
    ) { row in
      (row.integer(0), PersonRecord(name: row.text(1), color: row.isNull(2) ? nil : row.text(2)))
    }
  }

  /// Deletes the client that has not come for the longest time; its author number.
  func deleteLongestAbsent(list: Int) throws(StoreError) -> Author? {
    try database.first(
      """
      DELETE FROM clients WHERE (list, id) IN
      (SELECT list, id FROM clients WHERE list = ?1 ORDER BY last_claim LIMIT 1) RETURNING author
      """, .integer(list)
    ) { row in row.integer(0) }
  }

  /// Notes how far a client has come. False, and nothing is noted, if there is no such client, or if one of the sequences from
  /// `first` on was used before.
  func advance(
    _ progress: ClientProgress, list: Int, using first: EditSequence
  ) throws(StoreError) -> Bool {
    try database.run(
      """
      UPDATE clients SET last_sequence = max(last_sequence, ?3), acknowledged_through = max(acknowledged_through, ?4)
      WHERE list = ?1 AND author = ?2 AND last_sequence < ?5
      """, .integer(list), .integer(progress.author), .integer(progress.lastSequence),
      .integer(progress.acknowledgedThrough), .integer(first)) > 0
  }

  /// Whether there is a client of this number.
  func contains(_ author: Author, list: Int) throws(StoreError) -> Bool {
    try database.first(
      "SELECT 1 FROM clients WHERE list = ?1 AND author = ?2", .integer(list), .integer(author)
    ) { _ in true } ?? false
  }

  /// Deletes some clients of a deleted list; returns how many.
  func clear(list: Int, limit: Int) throws(StoreError) -> Int {
    try database.run(
      "DELETE FROM clients WHERE (list, id) IN (SELECT list, id FROM clients WHERE list = ?1 LIMIT ?2)",
      .integer(list), .integer(limit))
  }
}
