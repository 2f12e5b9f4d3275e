@testable import LabelStore

/// The tables as version 1 of the schema made them, and what its statements wrote.
struct Version1Database {
  /// Creates it in a folder without a database: a list with two entries, an outcome, a client and a snapshot.
  static func create(in folder: TemporaryFolder) throws {
    let database = try Database(path: folder.path + "/colabel.sqlite")
    try database.run("PRAGMA journal_mode = WAL")
    for statement in tables + rows { try database.run(statement) }
    try database.run("PRAGMA user_version = 1")
  }

  private static let rows = [
    """
    INSERT INTO lists (id, alias, epoch, is_existing, created, revision, hash, last_author, last_claim, client_count)
    VALUES (x'0000000000000001000000000000000a', 'demo', 'first', 1, 1796000000000, 2, -2, 1, 1, 1)
    """,
    "INSERT INTO log VALUES (1, 1, 1, 1, 1796000000001, 0, 11, 21, x'0a')",
    "INSERT INTO log VALUES (1, 2, 1, 2, 1796000000002, 1, -2, 22, x'0b0c')",
    "INSERT INTO outcomes VALUES (1, 1, 2, 22, x'0d')",
    "INSERT INTO outcomes VALUES (1, 1, 3, 23, x'0e0f')",
    """
    INSERT INTO clients (list, id, secret_hash, author, last_sequence, acknowledged_through, last_claim)
    VALUES (1, x'0000000000000002000000000000000b', x'5ec7e7', 1, 3, 0, 1)
    """,
    "INSERT INTO snapshots (list, revision, hash, is_complete) VALUES (1, 1, 11, 1)",
    "INSERT INTO snapshot_pieces VALUES (1, 0, x'01')",
    "INSERT INTO snapshot_pieces VALUES (1, 1, x'0203')",
  ]

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
