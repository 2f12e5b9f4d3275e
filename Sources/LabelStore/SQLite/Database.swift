internal import CSQLite

/// A connection to a SQLite database. For one thread at a time.
final class Database {
  private let handle: OpaquePointer
  /// Compiled once each; as many as there are statements in the source.
  private var statements: [String: Statement] = [:]
  /// SQLite tells it after each commit, through this address.
  private let walLength = UnsafeMutablePointer<Int32>.allocate(capacity: 1)

  /// Opens a database file, creating it when it is absent. `vfs` names another file layer than the system's.
  init(path: String, vfs: String? = nil) throws(StoreError) {
    _ = Self.isLibraryConfigured
    var opened: OpaquePointer?
    let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE
    let code = ResultCode(value: sqlite3_open_v2(path, &opened, flags, vfs))
    guard code.isSuccess, let opened else {
      let message = opened.map { String(cString: sqlite3_errmsg($0)) } ?? "out of memory"
      sqlite3_close_v2(opened)
      throw .cannotOpen("\(path): \(message)")
    }
    handle = opened
    // A checkpoint is ours to decide, above all never one after a failed sync.
    _ = colabel_sqlite_keep_wal_on_close(handle)
    sqlite3_busy_timeout(handle, Database.busyMilliseconds)
    walLength.initialize(to: 0)
    // The hook takes the place of SQLite's own checkpoints after commits.
    sqlite3_wal_hook(
      handle,
      { walLength, _, _, pages in
        walLength?.assumingMemoryBound(to: Int32.self).pointee = pages
        return SQLITE_OK
      }, walLength)
  }

  /// The library takes settings only before it is first used; later, it goes on as it was.
  private static let isLibraryConfigured = colabel_sqlite_forgo_memory_statistics() == SQLITE_OK

  /// How long a statement waits for another connection, at most.
  private static let busyMilliseconds: Int32 = 250

  deinit {
    sqlite3_close_v2(handle)  // closes once the last statement is released
    walLength.deallocate()
  }

  /// Pages in the write-ahead log after the last commit of this connection.
  var walPages: Int { Int(walLength.pointee) }

  /// A transaction is open.
  var isInTransaction: Bool { sqlite3_get_autocommit(handle) == 0 }

  /// Executes a statement without results; returns how many rows it changed.
  @discardableResult
  func run(_ sql: String, _ values: Value...) throws(StoreError) -> Int {
    let statement = try prepare(sql, values)
    defer { statement.reset() }
    var code = statement.step()
    while code.value == SQLITE_ROW { code = statement.step() }
    guard code.isSuccess else { throw error(code) }
    return Int(sqlite3_changes(handle))
  }

  /// Executes a statement without results once for each item.
  func run<Item>(_ sql: String, forEach items: [Item], values: (Item) -> [Value]) throws(StoreError) {
    guard let first = items.first else { return }
    let statement = try prepare(sql, values(first))
    for (index, item) in items.enumerated() {
      defer { statement.reset() }
      if index > 0 {
        let code = statement.bind(values(item))
        guard code.isSuccess else { throw error(code) }
      }
      let code = statement.step()
      guard code.isSuccess else { throw error(code) }
    }
  }

  /// Calls `read` with every row of a query, in order, until it returns false.
  func forEachRow(
    _ sql: String, _ values: Value..., read: (Row) throws(StoreError) -> Bool
  ) throws(StoreError) {
    let statement = try prepare(sql, values)
    defer { statement.reset() }
    while true {
      let code = statement.step()
      guard code.value == SQLITE_ROW else {
        if code.isSuccess { return }
        throw error(code)
      }
      guard try read(statement.row) else { return }
    }
  }

  /// Every row of a query.
  func rows<Element>(
    _ sql: String, _ values: Value..., read: (Row) throws(StoreError) -> Element
  ) throws(StoreError) -> [Element] {
    let statement = try prepare(sql, values)
    defer { statement.reset() }
    var elements: [Element] = []
    while true {
      let code = statement.step()
      guard code.value == SQLITE_ROW else {
        if code.isSuccess { return elements }
        throw error(code)
      }
      elements.append(try read(statement.row))
    }
  }

  /// The first row of a query; nil when it has none.
  func first<Element>(
    _ sql: String, _ values: Value..., read: (Row) throws(StoreError) -> Element
  ) throws(StoreError) -> Element? {
    let statement = try prepare(sql, values)
    defer { statement.reset() }
    let code = statement.step()
    guard code.isSuccess else { throw error(code) }
    return code.value == SQLITE_ROW ? try read(statement.row) : nil
  }

  /// What a checkpoint does besides copying the write-ahead log into the database.
  enum Checkpoint {
    /// Nothing; commits of other connections go on meanwhile, and what they add is not copied.
    case copy
    /// Lets the next commit start the log anew.
    case restart
    /// Empties its file.
    case truncate

    fileprivate var mode: Int32 {
      switch self {
      case .copy: SQLITE_CHECKPOINT_PASSIVE
      case .restart: SQLITE_CHECKPOINT_RESTART
      case .truncate: SQLITE_CHECKPOINT_TRUNCATE
      }
    }
  }

  /// Makes a checkpoint; false when a reader is in the way of all of that.
  @discardableResult
  func checkpoint(_ checkpoint: Checkpoint) throws(StoreError) -> Bool {
    let code = ResultCode(value: sqlite3_wal_checkpoint_v2(handle, nil, checkpoint.mode, nil, nil))
    guard code.isSuccess || code.isBusy else { throw error(code) }
    return code.isSuccess
  }

  private func prepare(_ sql: String, _ values: [Value]) throws(StoreError) -> Statement {
    let statement = if let kept = statements[sql] { kept } else { try compile(sql) }
    let code = statement.bind(values)
    guard code.isSuccess else { throw error(code) }
    return statement
  }

  private func compile(_ sql: String) throws(StoreError) -> Statement {
    var compiled: OpaquePointer?
    let code = sqlite3_prepare_v3(handle, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &compiled, nil)
    guard code == SQLITE_OK, let compiled else { throw error(ResultCode(value: code)) }
    let statement = Statement(compiled)
    statements[sql] = statement
    return statement
  }

  private func error(_ code: ResultCode) -> StoreError {
    code.error(String(cString: sqlite3_errmsg(handle)))
  }
}
