import Foundation
import Network
import Testing

@Suite("Static files") struct StaticFilesTests {
  private let folder: URL
  private let site: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "static-files-\(UUID())")
    site = folder.appending(path: "site")
    try FileManager.default.createDirectory(
      at: site.appending(path: "sub"), withIntermediateDirectories: true)
    try write("the index", "index.html")
    try write("secret", "../secret.txt")
    try write("hidden", ".hidden")
    try write("inside", "sub/page.txt")
    try FileManager.default.createSymbolicLink(
      at: site.appending(path: "escape.txt"), withDestinationURL: folder.appending(path: "secret.txt"))
    try FileManager.default.createSymbolicLink(
      at: site.appending(path: "out"), withDestinationURL: folder)
    try FileManager.default.createSymbolicLink(
      at: site.appending(path: "alias.txt"), withDestinationURL: site.appending(path: "sub/page.txt"))
  }

  private func write(_ text: String, _ name: String) throws {
    try Data(text.utf8).write(to: site.appending(path: name))
  }

  private func withFiles(_ body: (StaticFiles) async throws -> Void) async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    try await body(try StaticFiles(folder: site.path, fileBytes: 1000, cacheBytes: 1500))
  }

  @Test(
    "each file gets its media type",
    arguments: [
      ("a.html", "text/html; charset=utf-8"), ("a.css", "text/css; charset=utf-8"),
      ("a.js", "text/javascript; charset=utf-8"), ("a.mjs", "text/javascript; charset=utf-8"),
      ("a.json", "application/json"), ("a.webmanifest", "application/manifest+json"),
      ("a.svg", "image/svg+xml"),
      ("a.woff2", "font/woff2"), ("a.png", "image/png"), ("a.ico", "image/x-icon"),
      ("a.txt", "text/plain; charset=utf-8"), ("a.wasm", "application/wasm"),
      ("A.HTML", "text/html; charset=utf-8"),
      ("a", "application/octet-stream"), ("a.exe", "application/octet-stream"),
    ])
  func mediaTypes(name: String, type: String) async throws {
    try write("x", name)
    try await withFiles { files in
      let response = await files.respond(to: HTTPRequest(method: "GET", path: "/" + name))
      #expect(response.status == 200)
      #expect(response.header("content-type") == type)
      #expect(response.body == Array("x".utf8))
    }
  }

  @Test("a folder's path means its index", arguments: ["/", "/index.html"])
  func index(path: String) async throws {
    try await withFiles { files in
      #expect(await files.respond(to: HTTPRequest(method: "GET", path: path)).body == Array("the index".utf8))
      let elsewhere = HTTPRequest(method: "GET", path: "/lists/x")
      #expect(await files.respond(to: elsewhere, at: "/index.html").body == Array("the index".utf8))
    }
  }

  @Test("a copy that is still good is not sent again, a changed file is")
  func entityTags() async throws {
    try await withFiles { files in
      let first = await files.respond(to: HTTPRequest(method: "GET", path: "/"))
      let tag = try #require(first.header("etag"))
      #expect(first.header("cache-control") == "no-cache")
      for named in [tag, "\"x\", \(tag)", "W/\(tag)", "*"] {
        let again = await files.respond(
          to: HTTPRequest(method: "GET", path: "/", headers: ["if-none-match": named]))
        #expect(again.status == 304)
        #expect(again.body.isEmpty)
        #expect(again.header("etag") == tag)
      }
      try write("the INDEX", "index.html")
      let changed = await files.respond(
        to: HTTPRequest(method: "GET", path: "/", headers: ["if-none-match": tag]))
      #expect(changed.status == 200)
      #expect(changed.body == Array("the INDEX".utf8))
      #expect(changed.header("etag") != tag)
    }
  }

  @Test("pages run only their own scripts and talk only to their own server")
  func securityHeaders() async throws {
    try await withFiles { files in
      let response = await files.respond(to: HTTPRequest(method: "GET", path: "/"))
      let policy = try #require(response.header("content-security-policy"))
      #expect(policy.hasPrefix("default-src 'none'; script-src 'self';"))
      #expect(!policy.contains("unsafe"))
      #expect(response.header("x-content-type-options") == "nosniff")
      #expect(response.header("referrer-policy") == "no-referrer")
    }
  }

  /// Each of them names something outside the folder, something hidden, or nothing.
  private static let badPaths = [
    "", "index.html", "/../secret.txt", "/sub/../../secret.txt", "/sub/../index.html", "/./index.html",
    "//index.html",
    "/..", "/.", "/.hidden", "/sub/.hidden", "/..\\secret.txt", "\\..\\secret.txt", "/sub\\page.txt",
    "/escape.txt", "/out/secret.txt", "/index.html\0", "/index.html\0.txt", "/\u{1}",
    "/%2e%2e/secret.txt", "/missing", "/sub", "/sub/", "/index.html/", "/index.html/x",
    "/" + String(repeating: "a/", count: 5000),
    "/" + String(repeating: "a", count: 5000),
  ]

  @Test("nothing outside the folder or hidden is found by any path", arguments: badPaths)
  func traversal(path: String) async throws {
    try await withFiles { files in
      #expect(await files.respond(to: HTTPRequest(method: "GET", path: path)).status == 404)
    }
  }

  @Test("a link that stays inside the folder is followed")
  func insideLink() async throws {
    try await withFiles { files in
      #expect(
        await files.respond(to: HTTPRequest(method: "GET", path: "/alias.txt")).body == Array("inside".utf8))
    }
  }

  @Test(
    "no way of writing a path over the wire leads out",
    arguments: [
      "/../secret.txt", "/%2e%2e/secret.txt", "/%2E%2E%2Fsecret.txt", "/sub/..%2f..%2fsecret.txt",
      "/..%5csecret.txt",
      "/%252e%252e/secret.txt", "/%c0%ae%c0%ae/secret.txt", "/escape.txt", "/out/secret.txt", "/.hidden",
      "/%2ehidden",
      "/index.html%00.txt", "//../secret.txt", "/sub//..//..//secret.txt", "/\\..\\secret.txt",
      "http://test/../secret.txt", "/%ff%fe", "/%",
    ])
  func traversalOverTheWire(path: String) async throws {
    try await withFiles { files in
      try await withServer(setUp: { $0.respond = { files.respond(to: $0) } }) { server in
        let peer = try RawPeer(port: await server.port)
        peer.send("GET \(path) HTTP/1.1\r\nHost: test\r\nConnection: close\r\n\r\n")
        let answer = String(decoding: try peer.receiveAll(), as: UTF8.self)
        #expect(!answer.contains("secret") && !answer.contains("hidden"))
        // Some are refused by libwebsockets itself, which answers in HTTP/1.0.
        #expect(
          answer.isEmpty || answer.hasPrefix("HTTP/1.1 4") || answer.hasPrefix("HTTP/1.0 4")
            || answer.hasSuffix("the index"), "\(answer)")
      }
    }
  }

  @Test(
    "other methods are answered 405", arguments: ["POST", "PUT", "DELETE", "OPTIONS", "PATCH", "UNKNOWN"])
  func methods(method: String) async throws {
    try await withFiles { files in
      let response = await files.respond(to: HTTPRequest(method: method, path: "/"))
      #expect(response.status == 405)
      #expect(response.header("allow") == "GET, HEAD")
    }
  }

  @Test("a file at the size limit is served, a larger one is not", arguments: [(1000, 200), (1001, 404)])
  func fileLimit(size: Int, status: Int) async throws {
    try write(String(repeating: "x", count: size), "large.txt")
    try await withFiles { files in
      #expect(await files.respond(to: HTTPRequest(method: "GET", path: "/large.txt")).status == status)
    }
  }

  @Test("files beyond what the cache holds are served all the same")
  func cacheLimit() async throws {
    for index in 0..<5 { try write(String(repeating: "\(index)", count: 600), "\(index).txt") }
    try await withFiles { files in
      for _ in 0..<2 {
        for index in 0..<5 {
          let response = await files.respond(to: HTTPRequest(method: "GET", path: "/\(index).txt"))
          #expect(response.body == Array(String(repeating: "\(index)", count: 600).utf8))
        }
      }
    }
  }

  @Test("a folder that is not there is refused at once")
  func missingFolder() async throws {
    await #expect(throws: StaticFiles.Failure.unreadableFolder("/no/such/folder")) {
      try await StaticFiles(folder: "/no/such/folder")
    }
  }
}

extension HTTPResponse {
  fileprivate func header(_ name: String) -> String? { headers.first { $0.name == name }?.value }
}
