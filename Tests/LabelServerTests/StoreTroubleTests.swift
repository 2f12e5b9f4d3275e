import LabelServer
import LabelStore
import LabelWire
import Labels
import Network
import Testing

@testable import LabelEngine
@testable import LabelServer

@Suite("A list whose store is slow, fails, or is written to by others")
@NetworkLoop struct StoreTroubleTests {
  private let folder: ServerFolder

  init() throws {
    folder = try ServerFolder()
  }

  private func start() throws -> (RunningServer, TroubledStore) {
    let store = try TroubledStore(folder)
    return (try RunningServer(in: folder, over: store), store)
  }

  private func ready(_ alias: String, of server: RunningServer) async throws -> Editor {
    let editor = Editor(try server.address(of: alias))
    #expect(await eventually { editor.isReady })
    return editor
  }

  private func isApplied(_ sequence: EditSequence, of editor: Editor) async -> Bool {
    await eventually { editor.outcomes[sequence]?.result == .applied }
  }

  @Test("tells nobody of an edit, its author included, before it is stored")
  func nothingLeavesBeforeTheCommit() async throws {
    let (server, store) = try start()
    let author = try await ready("demo", of: server)
    let other = try await ready("demo", of: server)
    #expect(await eventually { author.names.count == 3 && other.names.count == 3 })
    let grid = author.labels[0].id
    await store.holdAppends()
    let sequence = try author.edit(.rename(grid, to: "Mesh", base: "Grid", seen: 3))
    #expect(await eventually { await store.heldAppends == 1 })
    // What the server sends later comes later: with this, an early diff would be there.
    for editor in [author, other] { editor.show(editing: grid) }
    #expect(await eventually { author.sees(2, editing: grid) && other.sees(2, editing: grid) })
    #expect(author.outcomes[sequence] == nil)
    #expect(author.names.first == "Grid" && other.names.first == "Grid")
    await store.releaseAppends()
    #expect(await isApplied(sequence, of: author))
    #expect(await eventually { other.names.first == "Mesh" })
    for editor in [author, other] { editor.stop() }
    await server.stop()
  }

  @Test("tries again what failed for a time, and nobody is disconnected")
  func temporaryFailure() async throws {
    let (server, store) = try start()
    let editor = try await ready("list", of: server)
    for _ in 1...2 { await store.fail(.append, with: .temporary("the disk is full")) }
    let sequence = try editor.edit(.insert(.sample("Grid"), at: Placement(.last, orientation: .forward)))
    #expect(await isApplied(sequence, of: editor))
    #expect(await store.appends == 3)
    #expect(editor.closeCodes.isEmpty && editor.names == ["Grid"])
    editor.stop()
    await server.stop()
  }

  @Test(
    "does not try again what may have been stored: it is loaded anew, and the edit is applied once",
    arguments: [true, false])
  func unknownOutcome(isStored: Bool) async throws {
    let (server, store) = try start()
    let editor = try await ready("list", of: server)
    await store.fail(.append, with: .stopped("a sync failed"), isDone: isStored)
    let sequence = try editor.edit(.insert(.sample("Grid"), at: Placement(.last, orientation: .forward)))
    #expect(await isApplied(sequence, of: editor))
    #expect(await store.appends == (isStored ? 1 : 2))
    #expect(editor.closeCodes == [Disconnect.storeUnavailable.code])
    #expect(editor.names == ["Grid"])
    editor.stop()
    await server.stop()
  }

  @Test("stops when somebody else has written to it, and takes that in when it is loaded anew")
  func conflict() async throws {
    let (server, store) = try start()
    let editor = try await ready("list", of: server)
    #expect(await isApplied(try editor.edit(.reverse(from: .forward)), of: editor))
    let record = try #require(try await store.list(alias: "list"))
    let change = Change(
      revision: 2, author: 99, sequence: 1, time: 0,
      effects: [.inserted(.sample("Foreign"), slot: nil, after: nil)], isPartial: false)
    let entry = LogRecord(Batch.Entry(change, after: record.hash, fingerprint: 0))
    let foreign = AppendRequest(list: record.id, after: 1, afterHash: record.hash, entries: [entry])
    #expect(try await store.store.append(foreign) == .committed)
    let sequence = try editor.edit(.insert(.sample("Grid"), at: Placement(.first, orientation: .reversed)))
    #expect(await isApplied(sequence, of: editor))
    #expect(editor.names == ["Grid", "Foreign"])
    #expect(editor.closeCodes == [Disconnect.storeUnavailable.code])
    editor.stop()
    await server.stop()
  }

  @Test("does not tell a client that it has expired when its claim could not be stored")
  func failedClaim() async throws {
    let (server, store) = try start()
    await store.fail(.claim, with: .temporary("the disk is full"))
    let editor = try await ready("list", of: server)
    #expect(editor.closeCodes == [Disconnect.storeUnavailable.code])
    editor.stop()
    await server.stop()
  }

  @Test("looks again for the entry that an undo needs")
  func failedLookup() async throws {
    var server = try RunningServer(in: folder)
    let first = try await ready("demo", of: server)
    #expect(await eventually { first.names.count == 3 })
    let removal = try first.edit(.remove([first.labels[1].id]))
    #expect(await isApplied(removal, of: first))
    let stored = try #require(first.stored)
    first.stop()
    await server.stop()
    let store = try TroubledStore(folder)
    server = try RunningServer(in: folder, over: store)
    await store.fail(.entries, with: .temporary("the disk is busy"))
    let editor = Editor(try server.address(of: "demo"), resuming: stored)
    #expect(await eventually { editor.isReady })
    #expect(await isApplied(try editor.edit(.undo(removal)), of: editor))
    #expect(editor.names == ["Grid", "Tile", "Ring"])
    editor.stop()
    await server.stop()
  }

  /// A list that no connection uses; its turns end when the test says so.
  private func hosted(over store: TroubledStore) async throws -> (ListHost, ListRegistry) {
    let settings = ServerSettings(dataFolder: folder.data, webFolder: folder.web)
    let registry = ListRegistry(
      store: store, settings: settings, log: Log(format: .text, level: .error) { _ in })
    return (try await registry.host(for: try #require(ListAlias("list"))), registry)
  }

  /// A reader of the list as it is published, who is waiting by now.
  private func reader(of host: ListHost) async -> Task<[String]?, Never> {
    var isReading = false
    let reader = Task {
      isReading = true
      return await host.published()?.list.labels.map(\.name)
    }
    #expect(await eventually { isReading })
    return reader
  }

  private static func insertion(_ name: String) -> Edit {
    .insert(.sample(name), at: Placement(.last, orientation: .forward))
  }

  @Test("is read behind the next commit, although more edits wait by then")
  func readUnderLoad() async throws {
    let store = try TroubledStore(folder)
    let (host, registry) = try await hosted(over: store)
    await store.holdAppends()
    host.seed([Self.insertion("Grid")])
    registry.turnEnded()
    #expect(await eventually { await store.heldAppends == 1 })
    host.state.queue = [
      QueuedEdit(
        author: 0, sequence: 2, content: .success(Self.insertion("Tile")), group: nil, fingerprint: 0,
        bytes: 0)
    ]
    let reader = await reader(of: host)
    await store.releaseAppends(holdingOn: true)
    #expect(await reader.value == ["Grid"])
    registry.turnEnded()
    #expect(await eventually { await store.heldAppends == 1 })
    await store.releaseAppends()
    #expect(await eventually { host.state.head.revision == 2 })
    await store.close()
  }

  @Test("shows no reader what it could not store")
  func readOfAFailedList() async throws {
    let store = try TroubledStore(folder)
    let (host, registry) = try await hosted(over: store)
    await store.holdAppends()
    await store.fail(.append, with: .stopped("a sync failed"))
    host.seed([Self.insertion("Grid")])
    registry.turnEnded()
    #expect(await eventually { await store.heldAppends == 1 })
    let reader = await reader(of: host)
    await store.releaseAppends()
    #expect(await reader.value == nil)
    #expect(await host.published()?.list.count == nil)
    await store.close()
  }

  @Test("stores the latest name of somebody who goes on changing it, not each")
  func changingNames() async throws {
    let store = try TroubledStore(folder)
    let (host, _) = try await hosted(over: store)
    for number in 1...100 {
      host.remember(try #require(Person(name: "Ada \(number)", color: nil)), of: 1)
    }
    #expect(await eventually { await !store.namesStored.isEmpty && !host.isStoringPeople })
    #expect(await store.namesStored == ["Ada 100"])
    await store.close()
  }

  @Test("says that changes are too old which are trimmed while they are read")
  func trimmedMeanwhile() async throws {
    let (server, store) = try start()
    let editor = try await ready("list", of: server)
    #expect(await isApplied(try editor.edit(.reverse(from: .forward)), of: editor))
    await store.fail(.log, with: .trimmed(through: 1))
    let (status, problem) = try await server.fetch("/api/v1/lists/list/changes?after=0")
    #expect(status == 410 && problem["code"] as? String == "tooOld")
    editor.stop()
    await server.stop()
  }

  @Test("is closed at the stop only when the lists that nobody edited are forgotten")
  func stopWhileForgetting() async throws {
    let store = try TroubledStore(folder)
    let server = try RunningServer(in: folder, over: store) { $0.idleListTimeout = .milliseconds(1) }
    let visitor = try await ready("visited", of: server)
    await store.holdForgetting()
    visitor.stop()
    #expect(await eventually { await store.isForgetting })
    let stop = Task { await server.stop() }
    #expect(await eventually { server.log.contains { $0.contains("server.stopping") } })
    #expect(!(await eventually(within: .milliseconds(300)) { await store.isClosed }))
    await store.releaseForgetting()
    await stop.value
    #expect(!server.log.contains { $0.contains("list.notForgotten") })
  }
}

extension Label {
  fileprivate static func sample(_ name: String) -> Label {
    Label(id: .random { .random(in: .min ... .max) }, name: name, isIncluded: true)
  }
}

extension Editor {
  /// At least so many people are seen editing a label.
  fileprivate func sees(_ count: Int, editing id: LabelID) -> Bool {
    people.values.count { $0.editing == id } >= count
  }
}
