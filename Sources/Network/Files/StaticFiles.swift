import Glibc

/// The files of a folder, as answers to GET and HEAD.
///
/// Nothing outside the folder is ever sent, whatever the path says and wherever symbolic links lead; nor is a file or
/// folder whose name begins with a dot. A file is read when it is first asked for and when it has changed since. Reading
/// blocks the loop, which is why files have a size limit.
@NetworkLoop public final class StaticFiles {
  /// Why a folder cannot be served.
  public enum Failure: Error, Equatable, Sendable {
    /// There is no such folder, or it cannot be read.
    case unreadableFolder(String)
  }

  private let root: String
  private let fileBytes: Int
  private let cacheBytes: Int
  private var cache: [String: CachedFile] = [:]
  private var cachedBytes = 0

  /// Serves `folder`.
  ///
  /// - Parameters:
  ///   - fileBytes: the largest file that is served; others are answered 404. Default: 8 MiB.
  ///   - cacheBytes: how much of the files is kept in memory. When it is full, all is forgotten and read again as needed.
  public init(
    folder: String, fileBytes: Int = 8 * 1024 * 1024, cacheBytes: Int = 64 * 1024 * 1024
  ) throws(Failure) {
    guard let root = Self.resolve(folder) else { throw .unreadableFolder(folder) }
    self.root = root
    self.fileBytes = fileBytes
    self.cacheBytes = cacheBytes
  }

  /// Answers with the file that the request's path names, or with the one at `path` (from the folder, beginning with a
  /// slash). A path that ends in a slash means the `index.html` there.
  public func respond(to request: HTTPRequest, at path: String? = nil) -> HTTPResponse {
    guard request.method == "GET" || request.method == "HEAD" else {
      var refusal = HTTPResponse.text(405, "Only GET and HEAD are answered here.\n")
      refusal.headers.append(("allow", "GET, HEAD"))
      return refusal
    }
    guard let file = file(at: path ?? request.path) else { return .text(404, "There is no such page.\n") }
    return respond(to: request, with: file)
  }

  /// Answers with a file that was made of others.
  public func respond(to request: HTTPRequest, with file: ServedFile) -> HTTPResponse {
    let headers = Self.commonHeaders + file.headers
    if let known = request.headers["if-none-match"], EntityTag.isNamed(file.tag, in: known) {
      return HTTPResponse(status: 304, headers: headers)
    }
    return HTTPResponse(status: 200, headers: headers, body: file.content)
  }

  /// The file at a path as requests name it; nil: there is none.
  public func file(at path: String) -> ServedFile? {
    Self.safeName(path).flatMap(load)
  }

  /// `no-cache` lets browsers keep a file but ask each time whether it is still the same, so that a new version of the
  /// page shows at once and never half.
  private static let commonHeaders: [(name: String, value: String)] = [
    ("cache-control", "no-cache"),
    (
      "content-security-policy",
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
        + "connect-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'; "
        + "frame-ancestors 'none'"
    ),
    ("x-content-type-options", "nosniff"),
    ("referrer-policy", "no-referrer"),
    ("cross-origin-opener-policy", "same-origin"),
    ("cross-origin-resource-policy", "same-origin"),
    ("permissions-policy", "camera=(), geolocation=(), microphone=()"),
  ]

  // MARK: Paths

  /// The path below the folder; nil for one that no well-meaning client asks for.
  private static func safeName(_ path: String) -> String? {
    guard path.hasPrefix("/") else { return nil }
    let path = path.hasSuffix("/") ? path + "index.html" : path
    let components = path.dropFirst().split(separator: "/", omittingEmptySubsequences: false)
    for component in components {
      // A leading dot covers `.`, `..` and hidden files.
      guard !component.isEmpty, !component.hasPrefix(".") else { return nil }
      guard component.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7f && $0 != UInt8(ascii: "\\") }) else {
        return nil
      }
    }
    return components.joined(separator: "/")
  }

  /// The path with all symbolic links followed; nil when nothing is there.
  private static func resolve(_ path: String) -> String? {
    guard let resolved = realpath(path, nil) else { return nil }
    defer { free(resolved) }
    return String(cString: resolved)
  }

  // MARK: Content

  private struct CachedFile {
    var version: FileVersion
    var file: ServedFile
  }

  /// What changes when somebody writes or replaces a file.
  private struct FileVersion: Equatable {
    var node: UInt64
    var size: Int
    var seconds: Int
    var nanoseconds: Int
  }

  private func load(_ name: String) -> ServedFile? {
    guard let path = Self.resolve(root + "/" + name), path.hasPrefix(root + "/") else { return nil }
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var facts = stat()
    guard fstat(descriptor, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG, facts.st_size <= fileBytes else {
      return nil
    }
    let version = FileVersion(
      node: UInt64(facts.st_ino), size: Int(facts.st_size), seconds: facts.st_mtim.tv_sec,
      nanoseconds: facts.st_mtim.tv_nsec)
    if let cached = cache[path], cached.version == version { return cached.file }
    guard let content = Self.read(descriptor, count: version.size) else { return nil }
    let file = ServedFile(content, named: name)
    keep(CachedFile(version: version, file: file), at: path)
    return file
  }

  private func keep(_ cached: CachedFile, at path: String) {
    let bytes = cached.file.content.count
    cachedBytes -= cache.removeValue(forKey: path)?.file.content.count ?? 0
    if cachedBytes + bytes > cacheBytes {
      cache.removeAll()
      cachedBytes = 0
    }
    guard bytes <= cacheBytes else { return }
    cache[path] = cached
    cachedBytes += bytes
  }

  /// nil when the file turns out shorter than its size: somebody is writing it.
  private static func read(_ descriptor: Int32, count: Int) -> [UInt8]? {
    let content = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      while filled < count {
        let got = Glibc.read(descriptor, buffer.baseAddress?.advanced(by: filled), count - filled)
        guard got > 0 else { return }
        filled += got
      }
    }
    return content.count == count ? content : nil
  }
}
