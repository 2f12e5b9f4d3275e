import Foundation
import LabelServer
import Synchronization
import Testing

@Suite("The log")
struct LogTests {
  /// Keeps what a log writes.
  final class Lines: Sendable {
    private let lines = Mutex<[String]>([])

    var all: [String] { lines.withLock { $0 } }

    func append(_ line: String) { lines.withLock { $0.append(line) } }

    func log(_ format: Log.Format, _ level: Log.Level = .info) -> Log {
      Log(format: format, level: level) { self.append($0) }
    }
  }

  private let lines = Lines()

  @Test("writes a line of text for people, with values quoted where they would break it apart")
  func text() throws {
    lines.log(.text)(
      .info, "edit.rejected", ["list": "demo", "count": .number(3), "label": "a \"b\"\n=c", "empty": ""])
    let line = try #require(lines.all.first)
    #expect(
      line.hasSuffix(" info edit.rejected list=demo count=3 label=\"a \\\"b\\\"\\u000a=c\" empty=\"\"\n"))
    #expect(line.prefix(24).contains(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/))
  }

  @Test("writes a line of JSON for programs", arguments: ["plain", "\"\\\n\u{7F}\u{1}", "é😀", ""])
  func json(value: String) throws {
    lines.log(.json)(.warning, "commit.slow", ["text": .text(value), "edits": .number(-7)])
    let line = try #require(lines.all.first)
    let fields = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    #expect(fields["level"] as? String == "warning")
    #expect(fields["event"] as? String == "commit.slow")
    #expect(fields["text"] as? String == value)
    #expect(fields["edits"] as? Int == -7)
    #expect(line.hasSuffix("}\n"))
  }

  @Test("leaves out what matters less than its level", arguments: Log.Level.allCases)
  func level(level: Log.Level) {
    let log = lines.log(.text, level)
    for each in Log.Level.allCases { log(each, "event") }
    #expect(lines.all.count == Log.Level.allCases.filter { $0 >= level }.count)
  }

  @Test("writes a bounded number of lines a second, and says how many it left out")
  func rate() async throws {
    let log = Log(format: .text, level: .info, linesPerSecond: 10) { self.lines.append($0) }
    for _ in 0..<50 { log(.info, "event") }
    // Ten in each of the two seconds that the loop may touch, and a line about what was left out.
    #expect(lines.all.count <= 21)
    let told = await eventually {
      log(.info, "event")
      return lines.all.contains { $0.contains("log.suppressed lines=") }
    }
    #expect(told)
  }
}
