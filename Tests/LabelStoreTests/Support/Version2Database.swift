@testable import LabelStore

/// A database as version 2 made it, with the content of `Version1Database` and a trimmed log.
enum Version2Database {
  static func create(in folder: TemporaryFolder) throws {
    try Version1Database.create(in: folder)
    let database = try Database(path: folder.path + "/colabel.sqlite")
    for statement in step { try database.run(statement) }
    try database.run("UPDATE lists SET trimmed_through = 1")
    try database.run("DELETE FROM log WHERE revision = 1")
    try database.run(
      """
      INSERT INTO lists (id, alias, epoch, is_existing, created, revision, hash)
      VALUES (x'000000000000000100000000000000ff', 'empty', 'first', 1, 5, 0, 0)
      """)
    try database.run("PRAGMA user_version = 2")
  }

  private static let step = [
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
}
