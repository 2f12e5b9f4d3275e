import CFaultDisk
@testable import LabelStore
import Labels
import Testing

@Suite("Snapshots")
struct SnapshotTests {
  let folder: TemporaryFolder
  let store: SQLiteStore
  let disk: FaultDisk
  let list = ListRecord.sample(1)
  let history: History
  let hashes: [UInt64]

  /// The list has ten entries.
  init() async throws {
    folder = try TemporaryFolder()
    disk = try FaultDisk()
    store = try SQLiteStore(folder: folder.path, synchronous: .full, vfs: disk.name)
    try await store.createList(list)
    var history = History(list.id)
    let request = history.batch(applied: 10)
    _ = try await store.append(request)
    self.history = history
    hashes = [list.hash] + request.entries.map(\.hash)
  }

  private func put(revision: Revision, pieces: [[UInt8]]) async throws {
    try await store.putSnapshot(list: list.id, revision: revision, hash: hashes[revision], pieces: pieces)
  }

  @Test("The newest complete snapshot is loaded, in its pieces, and the older ones are gone")
  func newestReplaces() async throws {
    try await put(revision: 3, pieces: [[1, 2], [], [3]])
    let first = StoredSnapshot(revision: 3, hash: hashes[3], pieces: [[1, 2], [], [3]])
    #expect(try await store.load(list.id).snapshot == first)
    try await put(revision: 9, pieces: [[4]])
    #expect(
      try await store.load(list.id).snapshot == StoredSnapshot(revision: 9, hash: hashes[9], pieces: [[4]]))
    await store.close()
    let counts = try rowCounts(folder)
    #expect(counts["snapshots"] == 1)
    #expect(counts["snapshot_pieces"] == 1)
  }

  @Test("A snapshot that comes late does not replace a newer one")
  func olderDoesNotReplace() async throws {
    try await put(revision: 9, pieces: [[4]])
    try await put(revision: 3, pieces: [[1]])
    #expect(try await store.load(list.id).snapshot?.revision == 9)
    await store.close()
    #expect(try rowCounts(folder)["snapshots"] == 1)
  }

  @Test("A half-written snapshot is ignored, and cleared at the next start")
  func halfWrittenIsIgnored() async throws {
    try await put(revision: 3, pieces: [[1]])
    await store.close()
    let complete = StoredSnapshot(revision: 3, hash: hashes[3], pieces: [[1]])
    do {
      let database = try Database(path: folder.path + "/colabel.sqlite")
      let snapshots = SnapshotTable(database: database)
      let unfinished = try snapshots.begin(list: 1, revision: 9, hash: 9)
      try snapshots.insert(piece: 0, of: unfinished, body: [4])
      #expect(try snapshots.newest(list: 1) == complete)
    }
    let next = try SQLiteStore(folder: folder.path)
    #expect(try await next.load(list.id).snapshot == complete)
    await next.close()
    let counts = try rowCounts(folder)
    #expect(counts["snapshots"] == 1)
    #expect(counts["snapshot_pieces"] == 1)
  }

  @Test("A snapshot that could not be finished is replaced by the next try, and nothing of it stays")
  func failedSnapshotIsReplaced() async throws {
    let pieces = [[UInt8]](repeating: [UInt8](repeating: 1, count: 3_000), count: 5)
    disk.fail(fault_disk_write, with: FaultDisk.diskFull, after: 12)
    await #expect { try await put(revision: 3, pieces: pieces) } throws: { $0.isTemporary }
    #expect(try await store.load(list.id).snapshot == nil)
    try await put(revision: 4, pieces: [[7]])
    let complete = StoredSnapshot(revision: 4, hash: hashes[4], pieces: [[7]])
    #expect(try await store.load(list.id).snapshot == complete)
    await store.close()
    let counts = try rowCounts(folder)
    #expect(counts["snapshots"] == 1)
    #expect(counts["snapshot_pieces"] == 1)
  }

  @Test("A snapshot that is not of the list's history is refused", arguments: [11, 5])
  func foreignSnapshotIsRefused(revision: Revision) async throws {
    await #expect {
      try await store.putSnapshot(list: list.id, revision: revision, hash: 1, pieces: [[1]])
    } throws: { $0.isRefused }
    await store.close()
    #expect(try rowCounts(folder)["snapshots"] == 0)
  }

  @Test("Other writes come between the pieces of a snapshot")
  func piecesLeaveRoomForOthers() async throws {
    let pieces = [[UInt8]](repeating: [UInt8](repeating: 1, count: 100), count: 20)
    let before = store.statistics.commits
    async let snapshot: Void = put(revision: 3, pieces: pieces)
    var history = history
    for _ in 1...5 { #expect(try await store.append(history.batch()) == .committed) }
    try await snapshot
    #expect(store.statistics.commits >= before + pieces.count + 2)
    #expect(try await store.load(list.id).snapshot?.pieces == pieces)
    await store.close()
  }

  @Test("A piece above its limit is refused, and leaves nothing")
  func piecesAreBounded() async throws {
    let piece = [UInt8](repeating: 0, count: StoreConfiguration().snapshotPieceBytes)
    try await put(revision: 1, pieces: [piece])
    await #expect { try await put(revision: 2, pieces: [[1], piece + [0]]) } throws: { $0.isRefused }
    await store.close()
    #expect(try rowCounts(folder)["snapshots"] == 1)
  }

  @Test("An unknown list is told apart")
  func unknownList() async throws {
    await #expect(throws: StoreError.unknownList) {
      try await store.putSnapshot(list: ListRecord.sample(9).id, revision: 1, hash: 1, pieces: [])
    }
  }
}
