import Foundation
@testable import LabelStore
import Labels
import Testing

@Suite("The data folder")
struct DataFolderTests {
  let parent: TemporaryFolder
  let list = ListRecord.sample(1)

  init() throws {
    parent = try TemporaryFolder()
  }

  private var path: String { parent.path + "/data/colabel" }

  @Test("is created with its parents, and only its owner can read it")
  func folderIsPrivate() async throws {
    let store = try SQLiteStore(folder: path)
    try await store.createList(list)
    #expect(try parent.permissions("data/colabel") == 0o700)
    for file in [
      "colabel.sqlite", "colabel.sqlite-wal", "colabel.sqlite-shm", "colabel.lock", "colabel.running",
    ] {
      #expect(try parent.permissions("data/colabel/" + file) == 0o600, "\(file)")
    }
    await store.close()
  }

  @Test("is held by one store, and the second one is told which process holds it")
  func folderIsHeldOnce() async throws {
    let store = try SQLiteStore(folder: path)
    #expect(throws: StoreError.locked(folder: path, process: Int(getpid()))) { try SQLiteStore(folder: path) }
    try await store.createList(list)
    await store.close()
    let next = try SQLiteStore(folder: path)
    #expect(try await next.list(alias: list.alias) == list)
    await next.close()
  }

  @Test("is refused when another process holds it")
  func folderIsHeldByAnotherProcess() throws {
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    try Data("123456\n".utf8).write(to: URL(fileURLWithPath: path + "/colabel.lock"))
    let holder = Process()
    holder.executableURL = URL(fileURLWithPath: "/usr/bin/flock")
    holder.arguments = [path + "/colabel.lock", "sh", "-c", "echo held; read line"]
    let input = Pipe()
    let output = Pipe()
    holder.standardInput = input
    holder.standardOutput = output
    try holder.run()
    #expect(output.fileHandleForReading.readData(ofLength: 5) == Data("held\n".utf8))
    #expect(throws: StoreError.locked(folder: path, process: 123_456)) { try SQLiteStore(folder: path) }
    try input.fileHandleForWriting.close()
    holder.waitUntilExit()
  }

  @Test("that cannot be created is an error that names it")
  func impossibleFolder() throws {
    try Data().write(to: URL(fileURLWithPath: parent.path + "/file"))
    let impossible = parent.path + "/file/data"
    #expect { try SQLiteStore(folder: impossible) } throws: { error in
      if case .cannotOpen(let reason) = error as? StoreError { reason.contains(impossible) } else { false }
    }
  }

  @Test("of a newer version is refused, and left as it is")
  func newerSchemaIsRefused() async throws {
    let store = try SQLiteStore(folder: path)
    try await store.createList(list)
    await store.close()
    do { try Database(path: path + "/colabel.sqlite").run("PRAGMA user_version = 7") }
    #expect(throws: StoreError.newerSchema(7)) { try SQLiteStore(folder: path) }
    do { try Database(path: path + "/colabel.sqlite").run("PRAGMA user_version = \(Schema.version)") }
    let next = try SQLiteStore(folder: path)
    #expect(try await next.list(alias: list.alias) == list)
    await next.close()
  }

  @Test("with a damaged database is refused")
  func damagedDatabaseIsRefused() throws {
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    try Data(repeating: 7, count: 8_192).write(to: URL(fileURLWithPath: path + "/colabel.sqlite"))
    #expect { try SQLiteStore(folder: path) } throws: { $0.isStopped }
  }
}
