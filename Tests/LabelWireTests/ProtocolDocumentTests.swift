import Foundation
import LabelWire
import Labels
import Testing

/// Holds `docs/protocol.md` to what the code reads and does.
@Suite("The protocol's document")
struct ProtocolDocumentTests {
  static let text: String? = try? String(
    contentsOf: URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "docs/protocol.md"), encoding: .utf8)

  /// The examples in blocks of `json`, and those in a line, by the half of the document that they stand in.
  static func examples(fromServer: Bool) throws -> [String] {
    let halves = try #require(text).components(separatedBy: "## From the server")
    try #require(halves.count == 2)
    let blocks = halves[fromServer ? 1 : 0].components(separatedBy: "```json\n").dropFirst()
      .compactMap { $0.components(separatedBy: "```").first }
    let lines = halves[fromServer ? 1 : 0].components(separatedBy: "`{\"type\"").dropFirst()
      .compactMap { $0.components(separatedBy: "`").first.map { "{\"type\"" + $0 } }
    return blocks + lines
  }

  @Test("Every example of what a client sends is read as a message")
  func clientExamples() throws {
    let examples = try Self.examples(fromServer: false)
    #expect(examples.count == 4)
    for example in examples {
      let message = try ClientMessage(json: Array(example.utf8))
      if case .edit(let edit) = message {
        #expect(throws: Never.self, "\(example)") { try edit.content.get() }
      }
    }
  }

  @Test("Every example of what the server sends is read as a message, with all its outcomes")
  func serverExamples() throws {
    let examples = try Self.examples(fromServer: true)
    #expect(examples.count == 6)
    for example in examples {
      let message = try #require(try ServerMessage.read(json: Array(example.utf8)), "\(example)")
      if case .settled(let settlements) = message { #expect(settlements.count == 1) }
    }
  }

  @Test("Every reason of a close stands in the table with its code")
  func closes() throws {
    let rows = try #require(Self.text).split(separator: "\n").filter { $0.hasPrefix("|") }
    for reason in Disconnect.allCases {
      #expect(
        rows.contains { $0.hasPrefix("| \(reason.code) |") && $0.contains("`\(reason.rawValue)`") },
        "\(reason)")
    }
  }

  @Test("Every code of a rejection stands in the table")
  func codes() throws {
    let text = try #require(Self.text)
    for rejection in allRejections(Removal(author: 1, sequence: 1, revision: 1)) {
      #expect(text.contains("\n| `\(rejection.code)` |"), "\(rejection)")
    }
  }
}
