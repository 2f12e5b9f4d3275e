import Foundation
import LabelEngine
import LabelServer
import LabelStore
import LabelWire
import Labels
import Network
import Testing

@Suite("The server")
@NetworkLoop struct LabelServerTests {
  private let folder: ServerFolder

  init() throws {
    folder = try ServerFolder()
  }

  @Test("brings an edit to everybody on the list, and its outcome to the author")
  func editsReachEverybody() async throws {
    let server = try RunningServer(in: folder)
    let editors = [Editor(try server.address(of: "shared")), Editor(try server.address(of: "shared"))]
    #expect(await eventually { editors.allSatisfy(\.isReady) })
    let id = try editors[0].add("Grid")
    #expect(await eventually { editors.allSatisfy { $0.names == ["Grid"] } })
    let sequence = try editors[1].edit(.rename(id, to: "Mesh", base: "Grid", seen: 1))
    #expect(await eventually { editors.allSatisfy { $0.names == ["Mesh"] } })
    #expect(await eventually { editors[1].outcomes[sequence]?.result == .applied })
    for editor in editors { editor.stop() }
    await server.stop()
  }

  @Test("brings every edit to everybody though the loop turns after each write of a round")
  func roundsTakeManyTurns() async throws {
    let server = try RunningServer(in: folder) { $0.engine.roundTime = .zero }
    let editors = try (1...8).map { _ in Editor(try server.address(of: "shared")) }
    #expect(await eventually { editors.allSatisfy(\.isReady) })
    for number in 1...30 {
      for editor in editors { try editor.add("Label \(number)") }
      // Sooner than the next beat, which would take everything along.
      let isSettled = await eventually(within: .seconds(5)) {
        editors.allSatisfy { $0.isSettled && $0.names.count == 8 * number }
      }
      #expect(isSettled)
    }
    #expect(editors.allSatisfy { $0.names == editors[0].names })
    for editor in editors { editor.stop() }
    await server.stop()
  }

  @Test("keeps lists apart")
  func listsAreApart() async throws {
    let server = try RunningServer(in: folder)
    let editors = try ["one", "two"].map { Editor(try server.address(of: $0)) }
    #expect(await eventually { editors.allSatisfy(\.isReady) })
    for (editor, name) in zip(editors, ["Grid", "Tile"]) { try editor.add(name) }
    #expect(await eventually { editors.allSatisfy(\.isSettled) })
    #expect(editors.map(\.names) == [["Grid"], ["Tile"]])
    for editor in editors { editor.stop() }
    await server.stop()
  }

  @Test("tells the author of a rejected edit why, and the log which edit it was")
  func rejectionIsToldAndLogged() async throws {
    let server = try RunningServer(in: folder)
    let editor = Editor(try server.address(of: "demo"))
    #expect(await eventually { editor.isReady && editor.names.count == 3 })
    let tile = editor.labels[1].id
    _ = try editor.edit(.remove([tile]))
    let late = try editor.edit(.rename(tile, to: "Tiles", base: "Tile", seen: 3))
    #expect(await eventually { editor.outcomes[late] != nil })
    guard case .rejected(.removed(let removal))? = editor.outcomes[late]?.result else {
      Issue.record("\(String(describing: editor.outcomes[late]))")
      return
    }
    #expect(removal.sequence == 1)
    let line = try #require(server.log.first { $0.contains(" edit.rejected ") })
    #expect(line.contains("list=demo") && line.contains("/\(late) code=removed label=\(tile)"))
    editor.stop()
    await server.stop()
  }

  @Test("starts /lists/demo with the three labels, and every other list empty")
  func demoStartsWithThree() async throws {
    let server = try RunningServer(in: folder)
    let editors = try ["demo", "other"].map { Editor(try server.address(of: $0)) }
    #expect(await eventually { editors.allSatisfy(\.isReady) && editors[0].names.count == 3 })
    #expect(editors[0].labels.map(\.name) == ["Grid", "Tile", "Ring"])
    #expect(editors[0].labels.map(\.isIncluded) == [true, false, true])
    #expect(editors[1].names == [])
    for editor in editors { editor.stop() }
    await server.stop()
  }

  @Test("lets a list exist from its first edit or its creation, and not from a visit")
  func visitsLeaveNothing() async throws {
    let server = try RunningServer(in: folder) { $0.idleListTimeout = .milliseconds(20) }
    #expect(try await server.fetch("/api/v1/lists/visited").status == 404)
    let visitor = Editor(try server.address(of: "visited"))
    #expect(await eventually { visitor.isReady })
    visitor.stop()
    #expect(await eventually { server.log.contains { $0.contains("list.closed list=visited") } })
    #expect(try await server.fetch("/api/v1/lists/created", "PUT").status == 201)
    #expect(try await server.fetch("/api/v1/lists/created", "PUT").status == 200)
    let lists = try await server.fetch("/api/v1/lists").body["lists"] as? [[String: Any]]
    #expect(lists?.map { $0["alias"] as? String } == ["created"])
    await server.stop()
  }

  @Test("makes a visited list exist when it is created, for those who are there too")
  func visitedListIsCreated() async throws {
    let server = try RunningServer(in: folder)
    let visitor = Editor(try server.address(of: "visited"))
    #expect(await eventually { visitor.isReady })
    #expect(try await server.fetch("/api/v1/lists/visited", "PUT").status == 201)
    visitor.stop()
    await server.stop()
    let next = try RunningServer(in: folder)
    #expect(try await next.fetch("/api/v1/lists/visited").status == 200)
    await next.stop()
  }

  @Test("closes a list that nobody uses, and loads it again as it was")
  func idleListsAreClosed() async throws {
    let server = try RunningServer(in: folder) { $0.idleListTimeout = .milliseconds(20) }
    let first = Editor(try server.address(of: "idle"))
    #expect(await eventually { first.isReady })
    try first.add("Grid")
    try first.add("Tile")
    _ = try first.edit(.reverse(from: .forward))
    #expect(await eventually { first.isSettled })
    first.stop()
    #expect(await eventually { server.log.contains { $0.contains("list.closed list=idle") } })
    let second = Editor(try server.address(of: "idle"))
    #expect(await eventually { second.isReady })
    #expect(second.names == ["Tile", "Grid"])
    second.stop()
    await server.stop()
  }

  @Test("opens a list anew for whoever comes just as it is closed")
  func comingWhileClosing() async throws {
    let server = try RunningServer(in: folder) { $0.idleListTimeout = .milliseconds(1) }
    for number in 1...40 {
      let editor = Editor(try server.address(of: "restless"))
      #expect(await eventually { editor.isReady })
      try editor.add("\(number)")
      #expect(await eventually { editor.isSettled })
      editor.stop()
    }
    #expect(!server.log.contains { $0.contains(" error ") })
    let labels = try await server.fetch("/api/v1/lists/restless").body["count"] as? Int
    #expect(labels == 40)
    await server.stop()
  }

  @Test("stops with 1001 for everybody, and has on the disk what it acknowledged")
  func stopsInGoodOrder() async throws {
    let server = try RunningServer(in: folder)
    let editors = try (0..<3).map { _ in Editor(try server.address(of: "busy")) }
    #expect(await eventually { editors.allSatisfy(\.isReady) })
    for number in 1...50 { try editors[number % 3].add("\(number)") }
    await server.stop()
    #expect(await eventually { editors.allSatisfy { !$0.closeCodes.isEmpty } })
    #expect(editors.map { $0.closeCodes.first } == [1001, 1001, 1001], "\(editors.map(\.closeReasons))")
    let acknowledged = editors.reduce(0) { $0 + $1.outcomes.count }
    for editor in editors { editor.stop() }
    let next = try RunningServer(in: folder)
    let count = try await next.fetch("/api/v1/lists/busy/labels").body["count"] as? Int ?? 0
    #expect(count >= acknowledged)
    #expect(server.log.last?.contains("server.stopped") == true)
    await next.stop()
  }

  @Test("refuses a further list when as many are open as may be", arguments: [1])
  func openListsAreLimited(limit: Int) async throws {
    let server = try RunningServer(in: folder) { $0.openLists = limit }
    let editor = Editor(try server.address(of: "first"))
    #expect(await eventually { editor.isReady })
    let refused = Editor(try server.address(of: "second"))
    #expect(await eventually { !refused.closeCodes.isEmpty })
    #expect(!refused.isReady)
    let answer = try await server.fetch("/api/v1/lists/second", "PUT")
    #expect(answer.status == 503)
    #expect(answer.body["code"] as? String == "tooManyLists")
    for each in [editor, refused] { each.stop() }
    await server.stop()
  }

  @Test("closes a list's connections with tooManyLists when the disk holds as many as it may")
  func listsAreLimited() async throws {
    let server = try RunningServer(in: folder) { $0.store.lists = 1 }
    #expect(try await server.fetch("/api/v1/lists/first", "PUT").status == 201)
    #expect(try await server.fetch("/api/v1/lists/second", "PUT").status == 503)
    let refused = Editor(try server.address(of: "second"))
    #expect(await eventually { refused.closeCodes.contains(Disconnect.tooManyLists.code) })
    refused.stop()
    await server.stop()
  }

  @Test(
    "answers each wrong request with a problem and a stable code",
    arguments: [
      ("GET", "/api/v1/lists/none", 404, "noSuchList"),
      ("GET", "/api/v1/lists/none/labels", 404, "noSuchList"),
      ("GET", "/api/v1/lists/UPPER", 400, "invalidAlias"),
      ("DELETE", "/api/v1/lists/demo", 405, "methodNotAllowed"),
      ("GET", "/api/v1/lists/demo/changes?after=-1", 400, "invalidArgument"),
      ("GET", "/api/v1/lists/demo/changes?limit=0", 400, "invalidArgument"),
      ("GET", "/api/v1/lists/demo/changes?limit=1001", 400, "invalidArgument"),
      ("GET", "/api/v1/lists/demo/other", 404, "noSuchPage"), ("DELETE", "/healthz", 405, "methodNotAllowed"),
      ("GET", "/lists/demo/", 404, "noSuchPage"), ("GET", "/lists/UPPER", 404, "noSuchPage"),
    ])
  func problems(method: String, path: String, status: Int, code: String) async throws {
    let server = try RunningServer(in: folder)
    let answer = try await server.fetch(path, method)
    #expect(answer.status == status)
    #expect(answer.body["code"] as? String == code)
    await server.stop()
  }
}
