import Foundation
import LabelWire
import Labels
import Testing

/// Holds `docs/protocol.md` and `docs/protocol` to what the code reads and does.
@Suite("The protocol's document")
struct ProtocolDocumentTests {
  static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "docs")
  static let guide = try? String(contentsOf: folder.appending(path: "protocol.md"), encoding: .utf8)

  /// The messages of one side in the guide: blocks of JSON, and lines of the worked session.
  static func messages(of side: String, arrow: Character) throws -> [String] {
    let guide = try #require(guide)
    let blocks = guide.components(separatedBy: "```json \(side)\n").dropFirst()
      .compactMap { $0.components(separatedBy: "```").first }
    let session = guide.components(separatedBy: "```session\n").dropFirst()
      .compactMap { $0.components(separatedBy: "```").first }
      .flatMap { $0.split(separator: "\n") }
    return blocks + session.filter { $0.first == arrow }.map { String($0.dropFirst(2)) }
  }

  /// The examples of a folder by their names.
  static func examples(in name: String) throws -> [(name: String, json: String)] {
    let folder = folder.appending(path: "protocol/examples/\(name)")
    return try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
      .filter { $0.pathExtension == "json" }
      .sorted { $0.path < $1.path }
      .map { ($0.lastPathComponent, try String(contentsOf: $0, encoding: .utf8)) }
  }

  @Test("Every message of a client in the guide and among the examples is read, its edit too")
  func clientMessages() throws {
    let documented = try Self.messages(of: "client", arrow: "→").map { ("the guide", $0) }
    let examples = try Self.examples(in: "client")
    #expect(documented.count > 5)
    #expect(examples.count > 10)
    for (name, json) in documented + examples {
      let message = try #require(try? ClientMessage(json: Array(json.utf8)), "\(name): \(json)")
      if case .edit(let edit) = message {
        #expect(throws: Never.self, "\(name): \(json)") { try edit.content.get() }
      }
    }
  }

  @Test("Every message of the server in the guide and among the examples is read, with all its outcomes")
  func serverMessages() throws {
    let documented = try Self.messages(of: "server", arrow: "←").map { ("the guide", $0) }
    let examples = try Self.examples(in: "server")
    #expect(documented.count > 5)
    #expect(examples.count > 10)
    for (name, json) in documented + examples {
      let message = try #require(try? ServerMessage.read(json: Array(json.utf8)), "\(name): \(json)")
      let asked = json.components(separatedBy: "\"asOf\"").count - 1
      switch message {
      case .settled(let settlements): #expect(settlements.count == asked, "\(name)")
      case .welcome(let welcome): #expect(welcome.outcomes.count == asked, "\(name)")
      default: break
      }
    }
  }

  @Test("Every reason of a close stands in the guide's table with its code", arguments: Disconnect.allCases)
  func closesInTheGuide(reason: Disconnect) throws {
    let rows = try #require(Self.guide).split(separator: "\n").filter { $0.hasPrefix("|") }
    #expect(
      rows.contains { $0.hasPrefix("| \(reason.code) |") && $0.contains("`\(reason.rawValue)`") })
  }

  /// What the network closes with by itself.
  static let networkCloses = [1007, 1009]

  private struct Close: Decodable {
    let code: Int
    let name: String
  }

  @Test("The examples of closes are the reasons that there are, and those of the network")
  func closesAmongTheExamples() throws {
    let closes = try Self.examples(in: "closes").map {
      try JSONDecoder().decode(Close.self, from: Data($0.json.utf8))
    }
    let reasons = closes.filter { !Self.networkCloses.contains($0.code) }
    #expect(reasons.map(\.name).sorted() == Disconnect.allCases.map(\.rawValue).sorted())
    for close in reasons { #expect(Disconnect(rawValue: close.name)?.code == close.code, "\(close.name)") }
    #expect(closes.map(\.code).filter(Self.networkCloses.contains).sorted() == Self.networkCloses)
  }

  /// The values that the schema enumerates in a definition.
  static func enumeration(_ name: String) throws -> [String] {
    let data = try Data(contentsOf: folder.appending(path: "protocol/colabel.v1.schema.json"))
    let schema = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    let definitions = try #require(schema["$defs"] as? [String: [String: Any]])
    return try #require(definitions[name]?["enum"] as? [String])
  }

  @Test("The schema's codes of rejections are those that there are, and each stands in the guide's table")
  func rejectionCodes() throws {
    let codes = allRejections(Removal(author: 1, sequence: 1, revision: 1, time: 1)).map(\.code)
    #expect(try Self.enumeration("rejectionCode").sorted() == codes.sorted())
    for code in codes { #expect(try #require(Self.guide).contains("\n| `\(code)` |"), "\(code)") }
  }

  @Test("The schema's errors are the reasons of closes that are a client's fault")
  func errorCodes() throws {
    let faults = Disconnect.allCases.filter(\.isClientFault).map(\.rawValue)
    #expect(try Self.enumeration("errorCode").sorted() == faults.sorted())
  }
}
