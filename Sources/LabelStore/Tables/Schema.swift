/// The tables of the database.
enum Schema {
  /// Kept in the database's `user_version`. A change of the tables raises it and migrates older databases.
  static let version = 1

  /// The schema version of a database; 0 for an empty one. Throws `newerSchema` for one that this program cannot read.
  static func check(_ database: Database) throws(StoreError) -> Int {
    let found = try database.first("PRAGMA user_version") { row in row.integer(0) } ?? 0
    guard found <= version else { throw .newerSchema(found) }
    return found
  }

  /// Creates the tables in an empty database.
  static func prepare(_ database: Database) throws(StoreError) {
    guard try check(database) == 0 else { return }
    try database.run("BEGIN IMMEDIATE")
    for statement in tables { try database.run(statement) }
    try database.run("PRAGMA user_version = \(version)")
    try database.run("COMMIT")
  }

  /// Lists have a small number of their own here, since every row of the other tables names one. `last_author` only
  /// grows, so that an author's number outlives its client. `last_claim` counts claims, which orders clients by when they
  /// last came without a clock. An alias of NULL: deleted, and its rows are being cleared.
  private static let tables = [
    """
    CREATE TABLE lists (
      number INTEGER PRIMARY KEY AUTOINCREMENT,
      id BLOB NOT NULL UNIQUE,
      alias TEXT UNIQUE,
      epoch TEXT NOT NULL,
      is_existing INTEGER NOT NULL,
      created INTEGER NOT NULL,
      revision INTEGER NOT NULL,
      hash INTEGER NOT NULL,
      last_author INTEGER NOT NULL DEFAULT 0,
      last_claim INTEGER NOT NULL DEFAULT 0,
      client_count INTEGER NOT NULL DEFAULT 0
    ) STRICT
    """,
    """
    CREATE TABLE log (
      list INTEGER NOT NULL REFERENCES lists,
      revision INTEGER NOT NULL,
      author INTEGER NOT NULL,
      sequence INTEGER NOT NULL,
      time INTEGER NOT NULL,
      is_partial INTEGER NOT NULL,
      hash INTEGER NOT NULL,
      fingerprint INTEGER NOT NULL,
      body BLOB NOT NULL,
      PRIMARY KEY (list, revision)
    ) STRICT, WITHOUT ROWID
    """,
    "CREATE UNIQUE INDEX log_by_edit ON log (list, author, sequence)",
    """
    CREATE TABLE outcomes (
      list INTEGER NOT NULL REFERENCES lists,
      author INTEGER NOT NULL,
      sequence INTEGER NOT NULL,
      fingerprint INTEGER NOT NULL,
      body BLOB NOT NULL,
      PRIMARY KEY (list, author, sequence)
    ) STRICT, WITHOUT ROWID
    """,
    """
    CREATE TABLE clients (
      list INTEGER NOT NULL REFERENCES lists,
      id BLOB NOT NULL,
      secret_hash BLOB NOT NULL,
      author INTEGER NOT NULL,
      last_sequence INTEGER NOT NULL DEFAULT 0,
      acknowledged_through INTEGER NOT NULL DEFAULT 0,
      last_claim INTEGER NOT NULL,
      PRIMARY KEY (list, id)
    ) STRICT, WITHOUT ROWID
    """,
    "CREATE UNIQUE INDEX clients_by_author ON clients (list, author)",
    "CREATE UNIQUE INDEX clients_by_claim ON clients (list, last_claim)",
    """
    CREATE TABLE snapshots (
      number INTEGER PRIMARY KEY AUTOINCREMENT,
      list INTEGER NOT NULL REFERENCES lists,
      revision INTEGER NOT NULL,
      hash INTEGER NOT NULL,
      is_complete INTEGER NOT NULL
    ) STRICT
    """,
    "CREATE INDEX snapshots_by_list ON snapshots (list, revision)",
    """
    CREATE TABLE snapshot_pieces (
      snapshot INTEGER NOT NULL REFERENCES snapshots,
      piece INTEGER NOT NULL,
      body BLOB NOT NULL,
      PRIMARY KEY (snapshot, piece)
    ) STRICT, WITHOUT ROWID
    """,
  ]
}
