internal import Labels

/// The start of a snapshot: what comes of it counts only once it is complete.
struct BeginSnapshot: Sendable {
  let list: Int
  let id: ListID
  let revision: Revision
  let hash: UInt64

  /// Does it, inside of a transaction; returns the snapshot's number. One that does not belong to the list's history is
  /// refused.
  func perform(_ database: Database) throws(StoreError) -> Int {
    let head = try ListTable(database: database).head(id)
    let logged = try LogTable(database: database).hash(list: list, at: revision)
    guard revision <= head.revision, logged == nil || logged == hash else {
      throw .refused("the snapshot at revision \(revision) is not of the list's history")
    }
    return try SnapshotTable(database: database).begin(list: list, revision: revision, hash: hash)
  }
}
