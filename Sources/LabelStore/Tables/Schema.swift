/// The tables of the database.
enum Schema {
  /// Kept in the database's `user_version`: how many of `steps` it has taken.
  static let version = steps.count

  /// The schema version of a database; 0 for an empty one. Throws `newerSchema` for one that this program cannot read.
  static func check(_ database: Database) throws(StoreError) -> Int {
    let found = try database.first("PRAGMA user_version") { row in row.integer(0) } ?? 0
    guard found <= version else { throw .newerSchema(found) }
    return found
  }

  /// Creates the tables in an empty database, and brings those of an older version up to date, all in one transaction.
  static func prepare(_ database: Database) throws(StoreError) {
    let found = try check(database)
    guard found < version else { return }
    try database.run("BEGIN IMMEDIATE")
    for statement in steps.dropFirst(found).joined() { try database.run(statement) }
    try database.run("PRAGMA user_version = \(version)")
    try database.run("COMMIT")
  }

  /// What each version adds to the one before it. A new database takes all steps, so that its tables are those of a
  /// migrated one; a step that was ever released stays as it is.
  private static let steps = [version1, version2, version3, version4]

  /// Lists have a small number of their own here, since every row of the other tables names one. `last_author` only
  /// grows, so that an author's number outlives its client. `last_claim` counts claims, which orders clients by when they
  /// last came without a clock. An alias of NULL: deleted, and its rows are being cleared.
  private static let version1 = [
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

  /// Groups of edits, names of people, and a log that can be trimmed up to `trimmed_through`. In `outcomes`, `revision` is
  /// where an edit was applied whose log entry is gone; without a body it was applied wholly.
  private static let version2 = [
    "ALTER TABLE log ADD COLUMN group_id BLOB",
    "ALTER TABLE clients ADD COLUMN name TEXT",
    "ALTER TABLE clients ADD COLUMN color TEXT",
    "ALTER TABLE lists ADD COLUMN trimmed_through INTEGER NOT NULL DEFAULT 0",
    "ALTER TABLE outcomes RENAME TO outcomes1",
    """
    CREATE TABLE outcomes (
      list INTEGER NOT NULL REFERENCES lists,
      author INTEGER NOT NULL,
      sequence INTEGER NOT NULL,
      fingerprint INTEGER NOT NULL,
      revision INTEGER,
      body BLOB,
      PRIMARY KEY (list, author, sequence),
      CHECK (revision IS NOT NULL OR body IS NOT NULL)
    ) STRICT, WITHOUT ROWID
    """,
    """
    INSERT INTO outcomes (list, author, sequence, fingerprint, body)
    SELECT list, author, sequence, fingerprint, body FROM outcomes1
    """,
    "DROP TABLE outcomes1",
  ]

  /// What people call a list, whether it is archived and since when, and how many labels it has: NULL until it is opened again,
  /// since bodies are opaque here.
  private static let version3 = [
    "ALTER TABLE lists ADD COLUMN title TEXT",
    "ALTER TABLE lists ADD COLUMN archived INTEGER",
    "ALTER TABLE lists ADD COLUMN label_count INTEGER",
    "UPDATE lists SET label_count = 0 WHERE revision = 0",
  ]

  /// An index of all edits by author was touched in as many places as a batch has authors, once for each edit. Since an author's
  /// sequences ascend, the stretches of the log are enough in which there are edits of theirs (see `LogStretches`); and what
  /// `last_sequence` says was used is used.
  private static let version4 = [
    """
    CREATE TABLE log_stretches (
      list INTEGER NOT NULL REFERENCES lists,
      author INTEGER NOT NULL,
      stretch INTEGER NOT NULL,
      first_sequence INTEGER NOT NULL,
      PRIMARY KEY (list, author, stretch)
    ) STRICT, WITHOUT ROWID
    """,
    "CREATE INDEX log_stretches_in_order ON log_stretches (list, stretch)",
    """
    INSERT INTO log_stretches (list, author, stretch, first_sequence)
    SELECT list, author, revision / 512, min(sequence) FROM log GROUP BY list, author, revision / 512
    """,
    """
    UPDATE clients SET last_sequence = max(last_sequence,
      ifnull((SELECT max(sequence) FROM log WHERE list = clients.list AND author = clients.author), 0),
      ifnull((SELECT max(sequence) FROM outcomes WHERE list = clients.list AND author = clients.author), 0))
    """,
    "DROP INDEX log_by_edit",
  ]
}
