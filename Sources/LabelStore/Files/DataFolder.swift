internal import Glibc

/// The folder of a store's files, held by one store at a time.
///
/// `colabel.sqlite` is the database (SQLite puts `-wal` and `-shm` beside it), `colabel.lock` holds the lock,
/// `colabel.running` is there while a store is open, and so after it was not closed.
final class DataFolder: Sendable {
  let path: String
  private let lock: Int32

  var database: String { path + "/colabel.sqlite" }
  /// The copy that is being made after an unclean stop.
  var unfinishedCopy: String { path + "/colabel.copying" }
  /// The copy, complete and verified: takes the database's place.
  var finishedCopy: String { path + "/colabel.copied" }
  private var marker: String { path + "/colabel.running" }

  /// Creates the folder when it is absent (mode 0700), and locks it. Throws `locked`.
  init(_ path: String) throws(StoreError) {
    self.path = path
    try Self.create(path)
    let lockFile = path + "/colabel.lock"
    let opened = open(lockFile, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard opened >= 0 else { throw Self.failure(lockFile) }
    // From here on `deinit` closes it, also when this throws: closing it twice would hit somebody else's file.
    lock = opened
    guard flock(opened, LOCK_EX | LOCK_NB) == 0 else {
      throw .locked(folder: path, process: Self.processNumber(opened))
    }
    let number = Array("\(getpid())\n".utf8)
    ftruncate(opened, 0)
    pwrite(opened, number, number.count, 0)
  }

  deinit { Glibc.close(lock) }

  /// Lets another store have the folder.
  func unlock() {
    flock(lock, LOCK_UN)
  }

  /// The last store in this folder was not closed, or its disk failed.
  var isUnclean: Bool { exists(marker) }

  /// Durably says that a store is open.
  func mark() throws(StoreError) {
    try create(marker)
  }

  /// Says that the store was closed in order.
  func unmark() throws(StoreError) {
    try remove(marker)
    try sync()
  }

  /// Durably creates an empty file that only its owner may read. One that is there stays as it is.
  func create(_ file: String) throws(StoreError) {
    let opened = open(file, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard opened >= 0 else { throw Self.failure(file) }
    Glibc.close(opened)
    try sync()
  }

  func exists(_ file: String) -> Bool { access(file, F_OK) == 0 }

  /// Deletes a file; an absent one is fine.
  func remove(_ file: String) throws(StoreError) {
    guard unlink(file) == 0 || errno == ENOENT else { throw Self.failure(file) }
  }

  func rename(_ file: String, to other: String) throws(StoreError) {
    guard Glibc.rename(file, other) == 0 else { throw Self.failure(other) }
  }

  /// Makes the folder's entries durable.
  func sync() throws(StoreError) { try Self.sync(path) }

  /// Makes a file, or a folder's entries, durable.
  static func sync(_ path: String) throws(StoreError) {
    let opened = open(path, O_RDONLY | O_CLOEXEC)
    guard opened >= 0 else { throw failure(path) }
    defer { Glibc.close(opened) }
    guard fsync(opened) == 0 else { throw failure(path) }
  }

  private static func create(_ path: String) throws(StoreError) {
    guard access(path, F_OK) != 0 else { return }
    let parent = parentFolder(path)
    try create(parent)
    guard mkdir(path, 0o700) == 0 || errno == EEXIST else { throw failure(path) }
    try sync(parent)
  }

  private static func parentFolder(_ path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  private static func processNumber(_ lock: Int32) -> Int? {
    var bytes = [UInt8](repeating: 0, count: 20)
    let count = pread(lock, &bytes, bytes.count, 0)
    guard count > 0 else { return nil }
    return Int(String(decoding: bytes[..<count].prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self))
  }

  private static func failure(_ path: String) -> StoreError {
    .cannotOpen("\(path): \(errorText(errno))")
  }
}
