internal import CSQLite

/// A value bound to a parameter of a statement.
enum Value {
  case integer(Int)
  case text(String)
  case blob([UInt8])
  case null

  static func flag(_ value: Bool) -> Value { .integer(value ? 1 : 0) }
  /// SQLite's integers are signed: the same 64 bits.
  static func word(_ value: UInt64) -> Value { .integer(Int(bitPattern: UInt(value))) }
}

/// A compiled statement, kept by its `Database`.
final class Statement {
  private let handle: OpaquePointer

  init(_ handle: OpaquePointer) {
    self.handle = handle
  }

  deinit { sqlite3_finalize(handle) }

  /// Binds the values to the parameters 1, 2, ….
  func bind(_ values: [Value]) -> ResultCode {
    for (index, value) in values.enumerated() {
      let code = bind(value, to: Int32(index + 1))
      guard code == SQLITE_OK else { return ResultCode(value: code) }
    }
    return ResultCode(value: SQLITE_OK)
  }

  private func bind(_ value: Value, to parameter: Int32) -> Int32 {
    switch value {
    case .integer(let integer): return sqlite3_bind_int64(handle, parameter, Int64(integer))
    case .null: return sqlite3_bind_null(handle, parameter)
    case .text(var text):
      return text.withUTF8 { utf8 in
        utf8.withMemoryRebound(to: CChar.self) { bytes in
          sqlite3_bind_text64(
            handle, parameter, bytes.baseAddress, UInt64(bytes.count), colabel_sqlite_transient(),
            UInt8(SQLITE_UTF8))
        }
      }
    case .blob(let bytes):
      guard !bytes.isEmpty else { return sqlite3_bind_zeroblob(handle, parameter, 0) }
      return bytes.withUnsafeBytes { buffer in
        sqlite3_bind_blob64(
          handle, parameter, buffer.baseAddress, UInt64(buffer.count), colabel_sqlite_transient())
      }
    }
  }

  func step() -> ResultCode { ResultCode(value: sqlite3_step(handle)) }

  /// Ends the execution and lets go of the bound values.
  func reset() {
    sqlite3_reset(handle)
    sqlite3_clear_bindings(handle)
  }

  /// The row on which the statement stands; valid until its next step.
  var row: Row { Row(handle: handle) }
}

/// The columns of a result row, numbered from 0.
struct Row {
  fileprivate let handle: OpaquePointer

  func integer(_ column: Int32) -> Int { Int(sqlite3_column_int64(handle, column)) }
  func word(_ column: Int32) -> UInt64 { UInt64(bitPattern: sqlite3_column_int64(handle, column)) }
  func flag(_ column: Int32) -> Bool { sqlite3_column_int64(handle, column) != 0 }
  func isNull(_ column: Int32) -> Bool { sqlite3_column_type(handle, column) == SQLITE_NULL }

  func blob(_ column: Int32) -> [UInt8] {
    guard let bytes = sqlite3_column_blob(handle, column) else { return [] }
    return Array(UnsafeRawBufferPointer(start: bytes, count: Int(sqlite3_column_bytes(handle, column))))
  }

  func text(_ column: Int32) -> String {
    guard let bytes = sqlite3_column_text(handle, column) else { return "" }
    return String(
      decoding: UnsafeBufferPointer(start: bytes, count: Int(sqlite3_column_bytes(handle, column))),
      as: UTF8.self)
  }
}
