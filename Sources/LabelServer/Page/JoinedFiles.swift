import Network

/// The page's modules and style sheets, each as one file with all that it imports: `view/page.js` at
/// `/view/page.joined.js`.
///
/// A joined file is made when it is first asked for, and again when a file in it has changed; that is looked for once a
/// second at most. Making one takes some 50 ms of the loop for 500 KB.
@NetworkLoop final class JoinedFiles {
  private struct Made {
    let sources: [(path: String, tag: String)]
    let plain: ServedFile
    let deflated: ServedFile?
    var checkedAt: ContinuousClock.Instant
  }

  /// Joined files that are kept at most.
  private static let most = 16
  private static let ending = ".joined."

  private let files: StaticFiles
  private let log: Log
  private var made: [String: Made] = [:]

  init(_ files: StaticFiles, log: Log) {
    self.files = files
    self.log = log
  }

  /// Answers a request for a joined file; nil if that is not what it asks for.
  func respond(to request: HTTPRequest) -> HTTPResponse? {
    guard let range = request.path.firstRange(of: Self.ending),
      ["js", "css"].contains(request.path[range.upperBound...])
    else { return nil }
    let entry = request.path[..<range.lowerBound].dropFirst() + "." + request.path[range.upperBound...]
    guard let file = joined(String(entry)) else { return .problem(.noSuchPage) }
    let accepted = request.headers["accept-encoding"]?.split(whereSeparator: { ", ;".contains($0) }) ?? []
    let deflated = accepted.contains("deflate") ? file.deflated : nil
    var response = files.respond(to: request, with: deflated ?? file.plain)
    response.headers.append(("vary", "accept-encoding"))
    return response
  }

  private func joined(_ entry: String) -> Made? {
    let now = ContinuousClock.now
    if var known = made[entry] {
      if now - known.checkedAt < .seconds(1) { return known }
      if known.sources.allSatisfy({ files.file(at: "/" + $0.path)?.tag == $0.tag }) {
        known.checkedAt = now
        made[entry] = known
        return known
      }
    }
    guard files.file(at: "/" + entry) != nil else { return nil }
    let new = make(entry, at: now)
    if made.count >= Self.most { made.removeAll() }
    made[entry] = new
    return new
  }

  /// Files that cannot be joined are sent apart: the joined one then only asks for the first of them.
  private func make(_ entry: String, at time: ContinuousClock.Instant) -> Made {
    var text: String
    var sources = [entry]
    do throws(JoinedFile.Failure) {
      let joined = try JoinedFile(entry) { path in
        files.file(at: "/" + path).map { String(decoding: $0.content, as: UTF8.self) }
      }
      (text, sources) = (joined.text, joined.sources)
    } catch {
      log(.warning, "files-not-joined", ["file": .text(entry), "reason": .text("\(error)")])
      let name = entry.split(separator: "/").last ?? ""
      text = entry.hasSuffix(".css") ? "@import \"\(name)\";\n" : "import \"./\(name)\";\n"
    }
    let content = Array(text.utf8)
    return Made(
      sources: sources.map { ($0, files.file(at: "/" + $0)?.tag ?? "") },
      plain: ServedFile(content, named: entry), deflated: ServedFile(deflating: content, named: entry),
      checkedAt: time)
  }
}
