/// A file's content apart from what it imports, and that.
struct SourceText {
  /// What is taken of another file; `names` as between the braces: `part` or `part as other`.
  struct Import {
    let path: String
    let names: [String]
  }

  let path: String
  private(set) var imports: [Import] = []
  private(set) var exports: [String] = []
  /// The lines that are left.
  private(set) var lines: [Substring] = []

  /// A style sheet: it imports by lines `@import "other.css";`.
  static func styles(_ content: String, at path: String) -> SourceText {
    var source = SourceText(path: path)
    for line in linesOf(content) {
      if line.hasPrefix("@import \""), let specifier = quoted(line) {
        source.imports.append(Import(path: ModulePath.resolve(specifier, from: path), names: []))
      } else {
        source.lines.append(line)
      }
    }
    return source
  }

  /// An ECMAScript module that imports by `import { … } from "./other.js";` or `import "./other.js";`, and exports classes,
  /// functions and constants where it declares them.
  static func module(_ content: String, at path: String) throws(JoinedFile.Failure) -> SourceText {
    var source = SourceText(path: path)
    var lines = linesOf(content)[...]
    while let line = lines.popFirst() {
      if line.hasPrefix("import ") {
        var statement = String(line)
        while !statement.hasSuffix(";"), let next = lines.popFirst() { statement += " " + next }
        try source.take(import: statement)
      } else if line.hasPrefix("export ") {
        try source.take(export: line)
      } else {
        source.lines.append(line)
      }
    }
    return source
  }

  private static func linesOf(_ content: String) -> [Substring] {
    let lines = content.split(separator: "\n", omittingEmptySubsequences: false)
    return lines.last == "" ? lines.dropLast() : lines
  }

  private init(path: String) {
    self.path = path
  }

  private mutating func take(import statement: String) throws(JoinedFile.Failure) {
    guard let specifier = Self.quoted(statement[...]), specifier.hasPrefix(".") else {
      throw .unsupported(path, line: statement)
    }
    var names: [String] = []
    if !statement.hasPrefix("import \"") {
      let parts = statement.split(separator: "{", maxSplits: 1).flatMap {
        $0.split(separator: "}", maxSplits: 1)
      }
      guard parts.count == 3, parts[0] == "import ", parts[2].hasPrefix(" from \"") else {
        throw .unsupported(path, line: statement)
      }
      names = parts[1].split(separator: ",").map(Self.trimmed).filter { !$0.isEmpty }
    }
    imports.append(Import(path: ModulePath.resolve(specifier, from: path), names: names))
  }

  private mutating func take(export line: Substring) throws(JoinedFile.Failure) {
    let declaration = line.dropFirst("export ".count)
    if declaration == "{};" { return }
    for kind in ["class ", "function ", "function* ", "async function ", "const "]
    where declaration.hasPrefix(kind) {
      let name = declaration.dropFirst(kind.count).prefix {
        $0.isLetter || $0.isNumber || $0 == "_" || $0 == "$"
      }
      guard !name.isEmpty else { break }
      exports.append(String(name))
      lines.append(declaration)
      return
    }
    throw .unsupported(path, line: String(line))
  }

  /// What stands between the first two double quotes.
  private static func quoted(_ line: Substring) -> String? {
    let parts = line.split(separator: "\"", maxSplits: 2, omittingEmptySubsequences: false)
    return parts.count == 3 ? String(parts[1]) : nil
  }

  private static func trimmed(_ text: Substring) -> String {
    String(text.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
  }
}
