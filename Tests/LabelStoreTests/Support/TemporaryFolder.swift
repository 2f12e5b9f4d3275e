import Foundation

/// A folder that goes when it is released.
final class TemporaryFolder: Sendable {
  let path: String

  /// In memory where the system offers that: for tests that open hundreds of stores and need no disk.
  init(inMemory: Bool = false) throws {
    let memory = "/dev/shm"
    let parent =
      inMemory && FileManager.default.isWritableFile(atPath: memory)
      ? URL(fileURLWithPath: memory) : FileManager.default.temporaryDirectory
    let folder = parent.appendingPathComponent("colabel-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    path = folder.path
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// What a killed process leaves: the files as the system shows them, at a moment when nobody writes.
  func copyAfterKill() throws -> TemporaryFolder {
    let copy = try TemporaryFolder()
    for file in try FileManager.default.contentsOfDirectory(atPath: path) {
      try FileManager.default.copyItem(atPath: path + "/" + file, toPath: copy.path + "/" + file)
    }
    return copy
  }

  func contains(_ file: String) -> Bool { FileManager.default.fileExists(atPath: path + "/" + file) }

  func permissions(_ file: String) throws -> Int? {
    let attributes = try FileManager.default.attributesOfItem(atPath: path + "/" + file)
    return (attributes[.posixPermissions] as? NSNumber)?.intValue
  }
}
