/// Replaces the database by a fresh copy after the store was not closed in order.
///
/// After a failed fsync the system may show pages that never reached the disk, and later syncs report success. Only
/// pages that are written again, and synced, are known to be there. Each step is safe to be cut off: until
/// `finishedCopy` has its name the old database counts, and from then on only the copy does. The old write-ahead log goes
/// before the copy takes the database's name, as SQLite would otherwise replay it into the copy.
struct CopyAfterUncleanStop {
  let folder: DataFolder

  func run() throws(StoreError) {
    if !folder.exists(folder.finishedCopy) {
      guard folder.isUnclean, folder.exists(folder.database) else { return }
      try copy()
    }
    try folder.remove(folder.database + "-wal")
    try folder.remove(folder.database + "-shm")
    try folder.sync()
    try folder.rename(folder.finishedCopy, to: folder.database)
    try folder.sync()
  }

  private func copy() throws(StoreError) {
    try folder.remove(folder.unfinishedCopy)
    try folder.create(folder.unfinishedCopy)
    do {
      let old = try Database(path: folder.database)
      // One without tables holds nothing: the empty file takes its place.
      if try Schema.check(old) > 0 {
        try old.run("VACUUM INTO ?1", .text(folder.unfinishedCopy))
        try verify()
      }
    } catch {
      if case .newerSchema = error { throw error }
      throw .cannotOpen("the database could not be copied after an unclean stop: \(error)")
    }
    try DataFolder.sync(folder.unfinishedCopy)
    try folder.rename(folder.unfinishedCopy, to: folder.finishedCopy)
    try folder.sync()
  }

  private func verify() throws(StoreError) {
    let copy = try Database(path: folder.unfinishedCopy)
    let answer = try copy.first("PRAGMA integrity_check(1)") { row in row.text(0) }
    guard answer == "ok" else { throw .stopped("the copy is damaged: \(answer ?? "no answer")") }
  }
}
