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
    let known = try knownHash(head, database)
    guard revision <= head.revision, known == nil || known == hash else {
      throw .refused("the snapshot at revision \(revision) is not of the list's history")
    }
    return try SnapshotTable(database: database).begin(list: list, revision: revision, hash: hash)
  }

  /// The list's hash at the snapshot's revision, as far as it is told by the log or, where that is trimmed, by the head or
  /// the newest snapshot.
  private func knownHash(_ head: ListTable.Head, _ database: Database) throws(StoreError) -> UInt64? {
    if revision == head.revision { return head.hash }
    if let logged = try LogTable(database: database).hash(list: list, at: revision) { return logged }
    let newest = try SnapshotTable(database: database).newestHead(list: list)
    return newest?.revision == revision ? newest?.hash : nil
  }
}
