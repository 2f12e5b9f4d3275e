import Foundation
import Synchronization

/// Writes what happens to stderr, a line each, as text for people or JSON for programs.
public final class Log: Sendable {
  /// How a line looks.
  public enum Format: String, CaseIterable, Sendable {
    case text
    case json
  }

  /// How much a line matters; lower ones than the log's level are left out.
  public enum Level: Int, CaseIterable, Comparable, Sendable {
    case debug
    case info
    case notice
    case warning
    case error

    /// The name in lines and flags.
    public var name: String { "\(self)" }

    /// Less serious.
    public static func < (left: Level, right: Level) -> Bool { left.rawValue < right.rawValue }
  }

  /// A value in a line.
  public enum Value: Sendable, ExpressibleByStringLiteral, ExpressibleByStringInterpolation {
    case text(String)
    case number(Int)

    /// A text.
    public init(stringLiteral value: String) { self = .text(value) }
  }

  private struct Rate {
    var second = 0
    var lines = 0
    var suppressed = 0
  }

  private let format: Format
  private let level: Level
  private let linesPerSecond: Int
  private let write: @Sendable (String) -> Void
  private let rate = Mutex(Rate())

  /// A log that writes lines of at least `level` to stderr, at most `linesPerSecond`: what goes beyond is counted, and
  /// told in one line.
  public convenience init(format: Format = .text, level: Level = .info, linesPerSecond: Int = 1_000) {
    self.init(format: format, level: level, linesPerSecond: linesPerSecond) {
      // A log whose disk is full or whose reader is gone loses lines; it does not stop the server.
      try? FileHandle.standardError.write(contentsOf: Data($0.utf8))
    }
  }

  /// A log whose lines go to `write`.
  public init(
    format: Format, level: Level, linesPerSecond: Int = 1_000, write: @escaping @Sendable (String) -> Void
  ) {
    self.format = format
    self.level = level
    self.linesPerSecond = linesPerSecond
    self.write = write
  }

  /// Writes a line: an event's name, and what is to be known of it.
  public func callAsFunction(_ level: Level, _ event: String, _ fields: KeyValuePairs<String, Value> = [:]) {
    guard level >= self.level else { return }
    let now = Date()
    let (isAllowed, suppressed) = admit(at: Int(now.timeIntervalSince1970))
    if suppressed > 0 { write(line(.warning, "log.suppressed", ["lines": .number(suppressed)], now)) }
    if isAllowed { write(line(level, event, fields, now)) }
  }

  private func admit(at second: Int) -> (isAllowed: Bool, suppressed: Int) {
    rate.withLock { rate in
      var suppressed = 0
      if rate.second != second {
        suppressed = rate.suppressed
        rate = Rate(second: second)
      }
      rate.lines += 1
      let isAllowed = rate.lines <= linesPerSecond
      if !isAllowed { rate.suppressed += 1 }
      return (isAllowed, suppressed)
    }
  }

  private func line(
    _ level: Level, _ event: String, _ fields: KeyValuePairs<String, Value>, _ time: Date
  ) -> String {
    let stamp = time.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))
    switch format {
    case .text: return "\(stamp) \(level.name) \(event)\(fields.map { " \($0)=\(Self.text($1))" }.joined())\n"
    case .json:
      var pairs = [("time", Value.text(stamp)), ("level", .text(level.name)), ("event", .text(event))]
      pairs += fields.map { ($0, $1) }
      return "{" + pairs.map { "\"\($0)\":\(Self.json($1))" }.joined(separator: ",") + "}\n"
    }
  }

  /// Quoted where a space, a quote or a control character would break the line apart.
  private static func text(_ value: Value) -> String {
    switch value {
    case .number(let number): return String(number)
    case .text(let text):
      let isPlain =
        !text.isEmpty
        && text.unicodeScalars.allSatisfy { $0.value > 0x20 && $0 != "\"" && $0 != "=" && $0.value != 0x7F }
      return isPlain ? text : json(value)
    }
  }

  private static func json(_ value: Value) -> String {
    switch value {
    case .number(let number): String(number)
    case .text(let text):
      "\""
        + text.unicodeScalars.map { scalar in
          switch scalar {
          case "\"", "\\": "\\\(scalar)"
          case _ where scalar.value < 0x20 || scalar.value == 0x7F:
            "\\u" + String(repeating: "0", count: scalar.value < 0x10 ? 3 : 2)
              + String(scalar.value, radix: 16)
          default: String(scalar)
          }
        }.joined() + "\""
    }
  }
}
