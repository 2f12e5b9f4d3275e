public import Labels

/// A store in one SQLite database, in a folder that it holds alone.
///
/// Writes of all lists share commits: one thread writes, another one reads. Call `close` at the end; a store that was only
/// released, or whose process was killed, makes the next one copy the database before it serves.
public final class SQLiteStore: Sendable {
  /// How much SQLite waits for the disk. Everything but `full` exists for tests that show what breaks without it.
  package enum Synchronous: String, Sendable {
    case off = "OFF"
    case normal = "NORMAL"
    case full = "FULL"
  }

  let writer: Writer
  private let reader: Reader
  private let configuration: StoreConfiguration

  /// Opens the store in a folder, or creates both. Blocks on the disk: for the start of a program.
  ///
  /// After an unclean stop it first copies the database, which takes as much space again and some seconds for a gigabyte.
  /// `onSlowCommit` is called on the writer's thread with the duration and the number of edits.
  /// Throws `locked`, `newerSchema` or `cannotOpen`; `temporary` and `stopped` as the disk has it.
  public convenience init(
    folder: String, configuration: StoreConfiguration = StoreConfiguration(),
    onSlowCommit: @escaping @Sendable (Duration, Int) -> Void = { _, _ in }
  ) throws(StoreError) {
    try self.init(
      folder: folder, configuration: configuration, synchronous: .full, vfs: nil, onSlowCommit: onSlowCommit)
  }

  /// `vfs` names a file layer registered with SQLite that takes the place of the system's.
  package init(
    folder path: String, configuration: StoreConfiguration = StoreConfiguration(), synchronous: Synchronous,
    vfs: String?, onSlowCommit: @escaping @Sendable (Duration, Int) -> Void = { _, _ in }
  ) throws(StoreError) {
    let folder = try DataFolder(path)
    try CopyAfterUncleanStop(folder: folder).run()
    try folder.create(folder.database)
    let writing = try Database(path: folder.database, vfs: vfs)
    _ = try Schema.check(writing)
    try folder.mark()
    try writing.run("PRAGMA journal_mode = WAL")
    try writing.run("PRAGMA synchronous = \(synchronous.rawValue)")
    try writing.run("PRAGMA foreign_keys = ON")
    try writing.run("PRAGMA temp_store = MEMORY")
    // Some builds of SQLite write zeros over all that is deleted, which costs as much as writing it did; FAST does so only
    // where it costs nothing.
    try writing.run("PRAGMA secure_delete = FAST")
    try Schema.prepare(writing)
    let clearing = Clearing(database: writing)
    while try clearing.clearIncompleteSnapshot() {}
    while try clearing.clearDeletedList() {}
    let reading = try Database(path: folder.database, vfs: vfs)
    try reading.run("PRAGMA query_only = ON")
    let copying = try Database(path: folder.database, vfs: vfs)
    try copying.run("PRAGMA synchronous = \(synchronous.rawValue)")
    writer = try Writer(
      writing, checkpointer: try Checkpointer(copying), in: folder, configuration: configuration,
      onSlowCommit: onSlowCommit)
    reader = try Reader(reading)
    self.configuration = configuration
  }

  /// What the store did since it was opened. Does not wait for the disk.
  public var statistics: StoreStatistics { writer.statistics }
}

// `Store` documents these.
// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
extension SQLiteStore: Store {
  public func list(alias: String) async throws(StoreError) -> ListRecord? {
    try await read { database throws(StoreError) in
      try ListTable(database: database).record(alias: alias)
    }
  }

  public func lists(
    after alias: String?, limit: Int, archived: Bool?
  ) async throws(StoreError) -> [ListRecord] {
    let limit = max(0, min(limit, configuration.pageRows))
    return try await read { database throws(StoreError) in
      try ListTable(database: database).existing(after: alias ?? "", limit: limit, archived: archived)
    }
  }

  public func createList(_ record: ListRecord) async throws(StoreError) {
    let limit = configuration.lists
    try await writer.write { database throws(StoreError) in
      try ListTable(database: database).insert(record, limit: limit)
    }
  }

  public func setInfo(
    _ id: ListID, title: String?, isArchived: Bool, at time: Int64
  ) async throws(StoreError) {
    guard (title?.utf8.count ?? 0) <= configuration.titleBytes else {
      throw .refused("a title exceeds \(configuration.titleBytes) bytes")
    }
    try await writer.write { database throws(StoreError) in
      let lists = ListTable(database: database)
      try lists.setInfo(try lists.head(id).number, title: title, isArchived: isArchived, at: time)
    }
  }

  public func setUnknownLabelCount(_ id: ListID, to count: Int) async throws(StoreError) {
    try await writer.write { database throws(StoreError) in
      let lists = ListTable(database: database)
      try lists.setUnknownLabelCount(try lists.head(id).number, to: count)
    }
  }

  public func load(_ id: ListID) async throws(StoreError) -> StoredList {
    try await read { database throws(StoreError) in
      let lists = ListTable(database: database)
      guard let record = try lists.record(id) else { throw .unknownList }
      let snapshot = try SnapshotTable(database: database).newest(list: try lists.head(id).number)
      return StoredList(record: record, snapshot: snapshot)
    }
  }

  public func log(
    _ id: ListID, after revision: Revision, limit: Int
  ) async throws(StoreError) -> [LogRecord] {
    let limit = max(0, min(limit, configuration.pageRows))
    let bytes = configuration.pageBytes
    return try await read { database throws(StoreError) in
      let head = try ListTable(database: database).head(id)
      guard revision >= head.trimmedThrough else { throw .trimmed(through: head.trimmedThrough) }
      return try LogTable(database: database).entries(
        list: head.number, after: revision, limit: limit, bytes: bytes)
    }
  }

  public func log(
    _ id: ListID, before revision: Revision, limit: Int
  ) async throws(StoreError) -> [LogRecord] {
    let limit = max(0, min(limit, configuration.pageRows))
    let bytes = configuration.pageBytes
    return try await read { database throws(StoreError) in
      let head = try ListTable(database: database).head(id)
      return try LogTable(database: database).entries(
        list: head.number, before: revision, limit: limit, bytes: bytes)
    }
  }

  public func entries(
    _ id: ListID, of edits: [(author: Author, sequence: EditSequence)]
  ) async throws(StoreError) -> [LogRecord?] {
    let edits = edits.prefix(configuration.entriesPerLookup)
    let bytes = configuration.pageBytes
    return try await read { database throws(StoreError) in
      let list = try ListTable(database: database).head(id).number
      return try LogTable(database: database).entries(list: list, of: edits, bytes: bytes)
    }
  }

  public func claim(
    list: ListID, client: ClientID, secretHash: [UInt8], mayCreate: Bool, person: PersonRecord? = nil
  ) async throws(StoreError) -> ClaimResult {
    if let person { try check(person) }
    let claim = Claim(
      list: list, client: client, secretHash: secretHash, mayCreate: mayCreate, person: person,
      clientsPerList: configuration.clientsPerList)
    return try await writer.write { database throws(StoreError) in try claim.perform(database) }
  }

  public func setPerson(_ id: ListID, author: Author, person: PersonRecord) async throws(StoreError) {
    try check(person)
    try await writer.write { database throws(StoreError) in
      let list = try ListTable(database: database).head(id).number
      try ClientTable(database: database).set(person, of: author, list: list)
    }
  }

  private func check(_ person: PersonRecord) throws(StoreError) {
    guard person.byteCount <= configuration.personBytes else {
      throw .refused("a person's name and color exceed \(configuration.personBytes) bytes")
    }
  }

  public func people(_ id: ListID) async throws(StoreError) -> [(author: Author, person: PersonRecord)] {
    try await read { database throws(StoreError) in
      let list = try ListTable(database: database).head(id).number
      return try ClientTable(database: database).people(list: list)
    }
  }

  public func append(_ request: AppendRequest) async throws(StoreError) -> AppendResult {
    let bodyBytes = configuration.bodyBytes
    return try await writer.write(
      edits: request.entries.count + request.outcomes.count,
      { database throws(StoreError) in try request.perform(database, bodyBytes: bodyBytes) },
      hasLanded: { database, result throws(StoreError) in try request.hasLanded(database, result) })
  }

  public func putSnapshot(
    list: ListID, revision: Revision, hash: UInt64, pieces: [[UInt8]]
  ) async throws(StoreError) {
    guard pieces.allSatisfy({ $0.count <= configuration.snapshotPieceBytes }) else {
      throw .refused("a piece of the snapshot exceeds \(configuration.snapshotPieceBytes) bytes")
    }
    let number = try await read { database throws(StoreError) in
      try ListTable(database: database).head(list).number
    }
    try await clear { database throws(StoreError) in
      try Clearing(database: database).clearIncompleteSnapshot(list: number)
    }
    let begin = BeginSnapshot(list: number, id: list, revision: revision, hash: hash)
    let snapshot = try await writer.write { database throws(StoreError) in try begin.perform(database) }
    for (index, piece) in pieces.enumerated() {
      try await writer.write { database throws(StoreError) in
        try SnapshotTable(database: database).insert(piece: index, of: snapshot, body: piece)
      }
    }
    try await writer.write { database throws(StoreError) in
      try SnapshotTable(database: database).complete(snapshot)
    }
    try await clear { database throws(StoreError) in
      try Clearing(database: database).clearReplacedSnapshot(list: number)
    }
  }

  public func trim(_ id: ListID, through revision: Revision) async throws(StoreError) {
    let piece = Trim(
      list: id, through: revision, entries: configuration.trimPieceEntries,
      bytes: configuration.trimPieceBytes)
    var end: Revision?
    repeat {
      end = try await writer.write(
        { database throws(StoreError) in try piece.perform(database) },
        hasLanded: { database, end throws(StoreError) in try piece.hasLanded(database, end) })
    } while end != nil
  }

  public func renewEpochs(_ make: @escaping @Sendable () -> String) async throws(StoreError) {
    try await writer.write { database throws(StoreError) in
      try ListTable(database: database).renewEpochs(make)
    }
  }

  public func deleteList(_ id: ListID) async throws(StoreError) {
    try await delete(id, onlyProvisional: false)
  }

  public func forgetProvisional(_ id: ListID) async throws(StoreError) {
    try await delete(id, onlyProvisional: true)
  }

  public func forgetAllProvisional() async throws(StoreError) {
    try await writer.write { database throws(StoreError) in
      try ListTable(database: database).deleteProvisional()
    }
    try await clear { database throws(StoreError) in try Clearing(database: database).clearDeletedList() }
  }

  public func close() async {
    await reader.close()
    await writer.close()
  }

  /// Damage that a reader finds stops the writer too.
  private func read<Answer: Sendable>(
    _ body: @Sendable (Database) throws(StoreError) -> Answer
  ) async throws(StoreError) -> Answer {
    if let reason = statistics.stopReason { throw .stopped(reason) }
    do {
      return try await reader.read(body)
    } catch {
      if case .stopped(let reason) = error { await writer.stop(reason) }
      throw error
    }
  }

  private func delete(_ id: ListID, onlyProvisional: Bool) async throws(StoreError) {
    try await writer.write { database throws(StoreError) in
      try ListTable(database: database).delete(id, onlyProvisional: onlyProvisional)
    }
    try await clear { database throws(StoreError) in try Clearing(database: database).clearDeletedList() }
  }

  /// One step a commit, until none is left.
  private func clear(_ step: @escaping @Sendable (Database) throws(StoreError) -> Bool)
    async throws(StoreError)
  {
    while try await writer.write(step) {}
  }
}
