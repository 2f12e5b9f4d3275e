import CFaultDisk
import CSQLite
import Foundation

/// A disk that fails on demand; see `fault_disk.h`, which says that any thread may use it.
final class FaultDisk: @unchecked Sendable {
  typealias Moment = fault_disk_moment
  typealias Watcher = @Sendable (Moment) -> Void

  private let disk: OpaquePointer
  /// Kept for the C callback.
  private var watcher: Watcher?

  init() throws {
    guard let disk = fault_disk_create() else { throw OutOfMemory() }
    self.disk = disk
  }

  struct OutOfMemory: Error {}

  deinit { fault_disk_destroy(disk) }

  var name: String { String(cString: fault_disk_name(disk)) }

  /// Operations of a kind fail with a code, as many `times`, `after` so many more succeeded.
  func fail(_ operation: fault_disk_operation, with code: Int32, after: Int32 = 0, times: Int32 = 1) {
    fault_disk_fail(disk, operation, code, after, times)
  }

  func holdSyncs() { fault_disk_hold_syncs(disk) }
  func releaseSyncs() { fault_disk_release_syncs(disk) }
  var waitingSyncs: Int { Int(fault_disk_waiting_syncs(disk)) }
  var finishedSyncs: Int { Int(fault_disk_finished_syncs(disk)) }

  /// To be called once, before the disk is used.
  func watch(_ watcher: @escaping Watcher) {
    self.watcher = watcher
    fault_disk_watch(
      disk,
      { context, moment in
        guard let context else { return }
        Unmanaged<FaultDisk>.fromOpaque(context).takeUnretainedValue().watcher?(moment)
      }, Unmanaged.passUnretained(self).toOpaque())
  }

  /// What a power cut leaves now: the content of each file by its name. See `fault_disk_image`.
  func image(seed: UInt64) -> [String: Data] {
    var files: [String: Data] = [:]
    var index: Int32 = 0
    var bytes: UnsafeMutablePointer<UInt8>?
    var count = 0
    while let path = fault_disk_image(disk, index, seed, &bytes, &count) {
      if let bytes {
        let name = String(cString: path).split(separator: "/").last.map(String.init) ?? ""
        files[name] = Data(bytesNoCopy: bytes, count: count, deallocator: .free)
      }
      index += 1
    }
    return files
  }
}

extension FaultDisk {
  /// SQLite's codes of failed operations are macros with a cast in C.
  static let failedWrite = SQLITE_IOERR | 3 << 8
  static let failedSync = SQLITE_IOERR | 4 << 8
  static let diskFull = SQLITE_FULL
}
