import LabelClient
import LabelEngine
import LabelServer
import LabelWire
import Labels
import Network
import Testing

@Suite("The Swift client, against the server")
@NetworkLoop struct ClientLibraryTests {
  private let folder: ServerFolder

  init() throws {
    folder = try ServerFolder()
  }

  private func ready(_ client: LabelClient) async -> Bool {
    await eventually { client.state == .online && client.confirmed.count == 3 }
  }

  @Test("Setting a label writes what differs, by its id, wherever it stands by then")
  func settingWrites() async throws {
    let server = try RunningServer(in: folder)
    let client = LabelClient(address: try server.address(of: "demo"))
    let other = Editor(try server.address(of: "demo"))
    client.start()
    #expect(await ready(client))
    #expect(await eventually { other.isReady && other.names.count == 3 })
    let ring = try #require(client.confirmed.labels.first { $0.name == "Ring" }).id
    _ = try other.edit(.reverse(from: .forward))
    _ = try other.edit(.move([ring], to: Placement(.last, orientation: .reversed)))
    client[ring]?.name = "Ring Two"
    client[ring]?.isIncluded = false
    #expect(client[ring] == Label(id: ring, name: "Ring Two", isIncluded: false), "shown at once")
    #expect(client.pendingCount == 2)
    client[ring]?.isIncluded = false
    #expect(client.pendingCount == 2, "what is set already makes no edit")
    #expect(
      await eventually { other.labels.contains { $0.id == ring && $0.name == "Ring Two" && !$0.isIncluded } })
    #expect(client.labels(named: "RING two", language: "en").map(\.id) == [ring])
    #expect(client.labels(named: "RING two", except: ring, language: "en").isEmpty)
    client[ring] = nil
    #expect(client[ring] == nil)
    #expect(await eventually { other.names == ["Tile", "Grid"] })
    client.stop()
    other.stop()
    await server.stop()
  }

  @Test("A write to a label that is gone is rejected with its text, and the snapshot is not put back")
  func writingToWhatIsGone() async throws {
    let server = try RunningServer(in: folder)
    var notices: [ReplicaNotice] = []
    let client = LabelClient(address: try server.address(of: "demo")) { event in
      if case .notice(let notice) = event { notices.append(notice) }
    }
    client.start()
    #expect(await ready(client))
    let tile = try #require(client.confirmed.labels.first { $0.name == "Tile" })
    client[tile.id] = nil
    #expect(await eventually { client.confirmed[tile.id] == nil })
    client[tile.id]?.name = "nobody hears this"
    #expect(client.pendingCount == 0)
    #expect(client[tile.id, orElse: tile] == tile)
    client[tile.id, orElse: tile].name = "Tile Two"
    #expect(await eventually { client.pendingCount == 0 })
    let rejected = notices.compactMap { notice -> String? in
      guard case .settled(_, .rename(_, let name, _, _), let outcome) = notice,
        case .rejected(.removed) = outcome.result
      else { return nil }
      return name
    }
    #expect(rejected == ["Tile Two"])
    #expect(client.visible.labels.map(\.name) == ["Grid", "Ring"])
    client.stop()
    await server.stop()
  }

  @Test("Its streams give every event, and the newest list, to everybody who follows, and end with it")
  func streams() async throws {
    let server = try RunningServer(in: folder)
    let client = LabelClient(address: try server.address(of: "demo"))
    let events = client.events()
    let lists = client.lists()
    client.start()
    #expect(await ready(client))
    let grid = try #require(client.confirmed.labels.first { $0.name == "Grid" }).id
    client[grid]?.name = "Grid Two"
    #expect(await eventually { client.pendingCount == 0 })
    var newest: [String] = []
    for await list in lists {
      newest = list.labels.map(\.name)
      if newest.first == "Grid Two" { break }
    }
    #expect(newest == ["Grid Two", "Tile", "Ring"])
    client.stop()
    var kinds: [String] = []
    for try await event in events {
      switch event {
      case .connected: kinds.append("connected")
      case .changed: kinds.append("changed")
      case .notice(.settled): kinds.append("settled")
      default: break
      }
    }
    #expect(kinds == ["connected", "changed", "settled"])
    await server.stop()
  }

  @Test("Somebody who doesn't take events gets an error instead of a gap, and costs nobody else anything")
  func eventsNotTaken() async throws {
    let server = try RunningServer(in: folder)
    let client = LabelClient(address: try server.address(of: "demo"))
    let events = client.events(limit: 20)
    client.start()
    #expect(await ready(client))
    let grid = try #require(client.confirmed.labels.first { $0.name == "Grid" }).id
    for _ in 0..<20 { client[grid]?.isIncluded.toggle() }
    #expect(await eventually { client.pendingCount == 0 })
    var taken = 0
    await #expect(throws: EventsNotTaken.self) {
      for try await _ in events { taken += 1 }
    }
    #expect(taken == 20)
    client.stop()
    await server.stop()
  }

  @Test("A list of many labels comes deflated, in several chunks, and is whole")
  func deflatedSnapshot() async throws {
    let server = try RunningServer(in: folder) { $0.engine.chunkBytes = 4_096 }
    let writer = LabelClient(address: try server.address(of: "long"))
    writer.start()
    #expect(await eventually { writer.state == .online })
    for number in 0..<200 {
      let label = Label(
        id: .random { .random(in: .min ... .max) }, name: "Label \(number)", isIncluded: number % 3 == 0)
      try writer.edit(.insert(label, at: Placement(.last, orientation: .forward)))
    }
    #expect(await eventually { writer.confirmed.count == 200 })
    let reader = LabelClient(address: try server.address(of: "long"))
    reader.start()
    #expect(await eventually { reader.confirmed.count == 200 })
    #expect(reader.confirmed.labels.elementsEqual(writer.confirmed.labels))
    writer.stop()
    reader.stop()
    await server.stop()
  }

  @Test(
    "A client learns what its list is called and that it is archived, and is told that its edits are rejected"
  )
  func archivedList() async throws {
    let server = try RunningServer(in: folder)
    var told: [ListInfo] = []
    var rejections: [Rejection] = []
    let client = LabelClient(address: try server.address(of: "demo")) { event in
      if case .described(let info) = event { told.append(info) }
      if case .notice(.settled(_, _, let outcome)) = event, case .rejected(let rejection) = outcome.result {
        rejections.append(rejection)
      }
    }
    client.start()
    #expect(await ready(client))
    let archived = ListInfo(title: ListTitle("Tiles"), isArchived: true)
    let (status, body) = try await server.fetch(
      "/api/v1/lists/demo", "PATCH", #"{"title":"Tiles","isArchived":true}"#)
    #expect(status == 200)
    #expect(body["title"] as? String == "Tiles")
    #expect(await eventually { client.info == archived })
    #expect(told == [archived])
    let tile = try #require(client.confirmed.labels.first { $0.name == "Tile" }).id
    client[tile] = nil
    #expect(await eventually { rejections == [.archived] })
    #expect(client.confirmed[tile] != nil)
    client.stop()
    await server.stop()
  }

  @Test("A copy is loaded by a client, with ids of its own")
  func copiedList() async throws {
    let server = try RunningServer(in: folder)
    let editor = Editor(try server.address(of: "demo"))
    #expect(await eventually { editor.isReady && editor.names.count == 3 })
    let (status, _) = try await server.fetch(
      "/api/v1/lists/demo/duplicate", "POST", #"{"alias":"copy"}"#)
    #expect(status == 201)
    let copy = Editor(try server.address(of: "copy"))
    #expect(await eventually { copy.isReady && copy.names == ["Grid", "Tile", "Ring"] })
    #expect(Set(copy.labels.map(\.id)).isDisjoint(with: editor.labels.map(\.id)))
    _ = try copy.edit(.remove([copy.labels[0].id]))
    #expect(await eventually { copy.isSettled && copy.names == ["Tile", "Ring"] })
    #expect(editor.names == ["Grid", "Tile", "Ring"])
    editor.stop()
    copy.stop()
    await server.stop()
  }
}
