/// What a file and all files that it imports come to when they are one file.
///
/// A page of a hundred modules costs a browser a hundred requests, which on a slow line takes longer than everything
/// else. The files stay as they are written; joining is what the server does when it sends them.
struct JoinedFile: Equatable, Sendable {
  /// Why files cannot be joined.
  enum Failure: Error, Equatable {
    /// There is no file at this path.
    case missing(String)
    /// Files import each other in a circle, this one among them.
    case circular(String)
    /// A line imports or exports in a way that is not joined.
    case unsupported(String, line: String)
    /// There are more than `mostSources` files, or more than `mostBytes` in them.
    case tooLarge
  }

  /// Files that are joined at most, and bytes in all of them.
  static let mostSources = 1_000
  static let mostBytes = 4 << 20

  let text: String
  /// The paths of all files in it, each behind those that it imports. They begin at the folder of the page's files.
  let sources: [String]

  /// Joins the files behind a style sheet or a module.
  ///
  /// - Parameters:
  ///   - entry: the path of the first file, as `view/page.js`.
  ///   - read: the content of the file at a path; nil if there is none.
  init(_ entry: String, read: (String) -> String?) throws(Failure) {
    var joining = Joining(entry: entry)
    try joining.add(entry, read: read)
    text = joining.text
    sources = joining.order
  }
}

/// The work on one joined file.
private struct Joining {
  let entry: String
  var text = ""
  var order: [String] = []
  private var begun: Set<String> = []

  init(entry: String) {
    self.entry = entry
  }

  /// Adds a file behind all that it imports, unless it is there already.
  mutating func add(_ path: String, read: (String) -> String?) throws(JoinedFile.Failure) {
    if order.contains(path) { return }
    guard begun.insert(path).inserted else { throw .circular(path) }
    guard let content = read(path) else { throw .missing(path) }
    let source =
      path.hasSuffix(".css") ? .styles(content, at: path) : try SourceText.module(content, at: path)
    for imported in source.imports { try add(imported.path, read: read) }
    guard order.count < JoinedFile.mostSources, text.utf8.count + content.utf8.count <= JoinedFile.mostBytes
    else { throw .tooLarge }
    append(source)
    order.append(path)
  }

  private mutating func append(_ source: SourceText) {
    guard source.path.hasSuffix(".js") else { return text += source.lines.map { $0 + "\n" }.joined() }
    let number = order.count
    text += "const $\(number) = {};\n{\n"
    for imported in source.imports where !imported.names.isEmpty {
      let names = imported.names.map { $0.replacing(" as ", with: ": ") }
      text += "const { \(names.joined(separator: ", ")) } = $\(order.firstIndex(of: imported.path) ?? 0);\n"
    }
    let up = String(repeating: "../", count: entry.count { $0 == "/" })
    for line in source.lines {
      text += ModulePath.rebased(line, of: source.path, to: up) + "\n"
    }
    if !source.exports.isEmpty {
      text += "Object.assign($\(number), { \(source.exports.joined(separator: ", ")) });\n"
    }
    text += "}\n"
  }
}
