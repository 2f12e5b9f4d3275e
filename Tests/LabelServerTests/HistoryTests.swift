import Foundation
import LabelEngine
import LabelServer
import LabelWire
import Labels
import Network
import Testing

@Suite("Undo and history, over a real store")
@NetworkLoop struct HistoryTests {
  private let folder: ServerFolder

  init() throws {
    folder = try ServerFolder()
  }

  private func names(_ body: [String: Any]) -> [String] {
    (body["labels"] as? [[String: Any]] ?? []).compactMap { $0["name"] as? String }
  }

  @Test("An undo finds its edit in the log, also after a restart of the server")
  func undoAfterRestart() async throws {
    var server = try RunningServer(in: folder)
    var editor = Editor(try server.address(of: "demo"))
    #expect(await eventually { editor.isReady && editor.names.count == 3 })
    let removal = try editor.edit(.remove([editor.labels[1].id]))
    #expect(await eventually { editor.outcomes[removal]?.result == .applied })
    let stored = try #require(editor.stored)
    editor.stop()
    await server.stop()
    server = try RunningServer(in: folder)
    editor = Editor(try server.address(of: "demo"), resuming: stored)
    #expect(await eventually { editor.isReady })
    #expect(editor.names == ["Grid", "Ring"])
    let undo = try editor.edit(.undo(removal))
    #expect(await eventually { editor.outcomes[undo] != nil })
    #expect(editor.outcomes[undo]?.result == .applied)
    #expect(editor.names == ["Grid", "Tile", "Ring"])
    editor.stop()
    await server.stop()
  }

  @Test(
    "The list can be read as it was at every revision, and each change with what it replaced and who made it")
  func pastRevisions() async throws {
    let server = try RunningServer(in: folder)
    let editor = Editor(try server.address(of: "demo"), person: Person(name: "Ada", color: "#102030"))
    #expect(await eventually { editor.isReady && editor.names.count == 3 })
    let tile = editor.labels[1].id
    _ = try editor.edit(.rename(tile, to: "Tiles", base: "Tile", seen: 3))
    _ = try editor.edit(.reverse(from: .forward))
    _ = try editor.edit(.remove([tile]))
    #expect(await eventually { editor.isSettled && editor.names.count == 2 })
    let expected: [Int: [String]] = [
      0: [], 1: ["Grid"], 3: ["Grid", "Tile", "Ring"], 4: ["Grid", "Tiles", "Ring"],
      5: ["Grid", "Tiles", "Ring"], 6: ["Grid", "Ring"],
    ]
    for (revision, names) in expected {
      let (status, body) = try await server.fetch("/api/v1/lists/demo/labels?at=\(revision)")
      #expect(status == 200)
      #expect(self.names(body) == names, "\(revision)")
      #expect(body["orientation"] as? Int == (revision < 5 ? 0 : 1))
      #expect(body["count"] as? Int == names.count)
    }
    #expect(try await server.fetch("/api/v1/lists/demo/labels?at=7").status == 404)
    #expect(try await server.fetch("/api/v1/lists/demo/labels?at=x").status == 400)
    let (_, body) = try await server.fetch("/api/v1/lists/demo/changes?after=3&through=5")
    let changes = try #require(body["changes"] as? [[String: Any]])
    #expect(changes.map { $0["revision"] as? Int } == [4, 5])
    #expect(changes.allSatisfy { $0["name"] as? String == "Ada" && $0["verified"] as? Bool == false })
    let effect = try #require((changes[0]["effects"] as? [[String: Any]])?.first)
    #expect(effect["replaced"] as? String == "Tile" && effect["value"] as? String == "Tiles")
    editor.stop()
    await server.stop()
  }

  @Test(
    "The log is trimmed once a snapshot holds it; what is gone is said to be too old, and nothing else changes"
  )
  func trimming() async throws {
    var server = try RunningServer(in: folder) {
      $0.engine.historyEntries = 10
      $0.engine.snapshotAfterBytes = 2_000
    }
    var editor = Editor(try server.address(of: "demo"))
    #expect(await eventually { editor.isReady && editor.names.count == 3 })
    let first = try editor.add("First")
    for number in 0..<100 {
      _ = try editor.edit(.setIncluded([first], number.isMultiple(of: 2) == false))
    }
    #expect(await eventually { editor.isSettled })
    #expect(await eventually { server.log.contains { $0.contains("log.trimmed") } })
    let (gone, problem) = try await server.fetch("/api/v1/lists/demo/changes?after=0")
    #expect(gone == 410 && problem["code"] as? String == "tooOld")
    #expect(try await server.fetch("/api/v1/lists/demo/labels?at=1").status == 410)
    let undo = try editor.edit(.undo(1))
    #expect(await eventually { editor.outcomes[undo] != nil })
    #expect(editor.outcomes[undo]?.result == .rejected(.tooOld))
    let names = editor.names
    let stored = try #require(editor.stored)
    editor.stop()
    await server.stop()
    server = try RunningServer(in: folder)
    editor = Editor(try server.address(of: "demo"), resuming: stored)
    #expect(await eventually { editor.isReady })
    #expect(editor.names == names)
    let again = try editor.edit(.undo(1))
    #expect(await eventually { editor.outcomes[again] != nil })
    #expect(editor.outcomes[again]?.result == .rejected(.tooOld))
    let (status, body) = try await server.fetch("/api/v1/lists/demo/changes?after=100")
    #expect(status == 200)
    #expect((body["trimmedThrough"] as? Int ?? 0) > 20)
    editor.stop()
    await server.stop()
  }

  @Test("Who removed a label is named in the rejection, also after a restart")
  func removersName() async throws {
    var server = try RunningServer(in: folder)
    let remover = Editor(try server.address(of: "demo"), person: Person(name: "Ada", color: nil))
    #expect(await eventually { remover.isReady && remover.names.count == 3 })
    let tile = remover.labels[1].id
    _ = try remover.edit(.remove([tile]))
    #expect(await eventually { remover.isSettled })
    remover.stop()
    await server.stop()
    server = try RunningServer(in: folder)
    let editor = Editor(try server.address(of: "demo"))
    #expect(await eventually { editor.isReady })
    let late = try editor.edit(.rename(tile, to: "Tiles", base: "Tile", seen: 3))
    #expect(await eventually { editor.outcomes[late] != nil })
    guard case .rejected(.removed(let removal))? = editor.outcomes[late]?.result else {
      Issue.record("\(String(describing: editor.outcomes[late]))")
      return
    }
    #expect(removal.name == "Ada" && removal.time > 1_700_000_000_000)
    editor.stop()
    await server.stop()
  }

  @Test("People see one another come, edit and go")
  func presence() async throws {
    let server = try RunningServer(in: folder)
    let ada = Editor(try server.address(of: "demo"), person: Person(name: "Ada", color: "#102030"))
    let bo = Editor(try server.address(of: "demo"), person: Person(name: "Bo", color: nil))
    #expect(await eventually { ada.people.values.compactMap { $0.person?.name }.sorted() == ["Ada", "Bo"] })
    #expect(await eventually { bo.isReady && bo.names.count == 3 })
    let tile = bo.labels[1].id
    bo.show(editing: tile)
    #expect(await eventually { ada.people.values.contains { $0.person?.name == "Bo" && $0.editing == tile } })
    bo.stop()
    #expect(await eventually { ada.people.values.compactMap { $0.person?.name } == ["Ada"] })
    ada.stop()
    await server.stop()
  }
}
