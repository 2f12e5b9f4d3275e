internal import CSQLite

/// An extended result code of SQLite, and what it means for a caller.
struct ResultCode: Equatable {
  let value: Int32

  var isSuccess: Bool { value == SQLITE_OK || value == SQLITE_DONE || value == SQLITE_ROW }

  /// Another connection is in the way.
  var isBusy: Bool { primary == SQLITE_BUSY }

  /// The code without its extension.
  private var primary: Int32 { value & 0xff }

  /// Extended codes are macros with a cast in C: primary code, and a number in the second byte.
  private static func inputOutput(_ number: Int32) -> Int32 { SQLITE_IOERR | number << 8 }
  private static let failedSync = inputOutput(4)
  private static let failedFolderSync = inputOutput(5)
  private static let badChecksum = inputOutput(32)
  private static let damagedFilesystem = inputOutput(33)

  /// The error to throw. A failed sync may have dropped pages that a later sync reports as written: from then on no
  /// answer of the disk proves anything.
  func error(_ message: String) -> StoreError {
    let reason = "\(message) (SQLite code \(value))"
    return switch value {
    case Self.failedSync, Self.failedFolderSync, Self.badChecksum, Self.damagedFilesystem: .stopped(reason)
    default:
      switch primary {
      case SQLITE_CORRUPT, SQLITE_NOTADB: .stopped(reason)
      case SQLITE_CONSTRAINT, SQLITE_MISMATCH, SQLITE_TOOBIG, SQLITE_ERROR, SQLITE_MISUSE, SQLITE_RANGE:
        .refused(reason)
      default: .temporary(reason)
      }
    }
  }
}
