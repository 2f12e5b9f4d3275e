public import Labels

/// Why the store did not do what it was asked. Nothing of the request was written, except where a case says otherwise.
public enum StoreError: Error, Equatable, Sendable {
  /// The disk is full, a write failed, or too much is waiting: rolled back, and it may be tried again as it was.
  case temporary(String)
  /// The disk can no longer be trusted: a failed fsync, or a damaged file. The store refuses everything until the
  /// process starts again. Whether the request was written shows only then.
  case stopped(String)
  /// The request breaks a rule of the store: trying again does not help. A fault of the caller.
  case refused(String)
  /// There is no such list, or it was deleted.
  case unknownList
  /// The log behind the revision that was asked for is no longer whole: its entries are gone up to this one.
  case trimmed(through: Revision)
  /// Another list has the alias.
  case aliasTaken
  /// There are as many lists as there may be.
  case tooManyLists
  /// Another process, or another store of this one, uses the data folder. `process` is what its lock file says.
  case locked(folder: String, process: Int?)
  /// A newer version of the product wrote the database; the number is its schema version.
  case newerSchema(Int)
  /// The data folder or its database could not be opened, copied or created.
  case cannotOpen(String)
  /// The store was closed.
  case closed
}

extension StoreError: CustomStringConvertible {
  /// A sentence for the log.
  public var description: String {
    switch self {
    case .temporary(let reason): "The store could not write: \(reason)."
    case .stopped(let reason): "The store has stopped until the server starts again: \(reason)."
    case .refused(let reason): "The store refused a request: \(reason)."
    case .unknownList: "There is no such list."
    case .trimmed(let revision): "The log is trimmed up to revision \(revision)."
    case .tooManyLists: "There are too many lists."
    case .aliasTaken: "Another list has this alias."
    case .locked(let folder, let process):
      "The data folder \(folder) is in use by \(process.map { "process \($0)" } ?? "another process")."
    case .newerSchema(let version):
      "The database has schema version \(version), but this version reads up to \(Schema.version)."
    case .cannotOpen(let reason): "The store cannot be opened: \(reason)."
    case .closed: "The store is closed."
    }
  }
}
