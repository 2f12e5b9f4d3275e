@testable import LabelStore

/// How many rows each table of a folder's database has.
func rowCounts(_ folder: TemporaryFolder) throws -> [String: Int] {
  let database = try Database(path: folder.path + "/colabel.sqlite")
  var counts: [String: Int] = [:]
  for table in ["lists", "log", "log_stretches", "outcomes", "clients", "snapshots", "snapshot_pieces"] {
    counts[table] = try database.first("SELECT count(*) FROM \(table)") { row in row.integer(0) }
  }
  return counts
}

/// Executes a statement on the database of a folder that no store holds.
func execute(_ sql: String, in folder: TemporaryFolder) throws {
  try Database(path: folder.path + "/colabel.sqlite").run(sql)
}
