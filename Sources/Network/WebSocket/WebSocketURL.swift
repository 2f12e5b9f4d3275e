/// The parts of a `ws://host:port/path` URL.
struct WebSocketURL: Equatable {
  var host: String
  var port: Int
  /// Path and query, beginning with a slash.
  var path: String

  /// nil when the text is no such URL. TLS (`wss:`) is left to a proxy.
  init?(_ text: String) {
    guard text.hasPrefix("ws://") else { return nil }
    let rest = text.dropFirst(5)
    let authority = rest.prefix { $0 != "/" && $0 != "?" }
    path = String(rest.dropFirst(authority.count))
    if !path.hasPrefix("/") { path = "/" + path }
    guard !path.utf8.contains(where: { $0 <= 0x20 || $0 == 0x7f }) else { return nil }
    let closesBracket = authority.lastIndex(of: "]") ?? authority.startIndex
    if let colon = authority[closesBracket...].lastIndex(of: ":") {
      guard let port = UInt16(authority[authority.index(after: colon)...]) else { return nil }
      self.port = Int(port)
      host = String(authority[..<colon])
    } else {
      port = 80
      host = String(authority)
    }
    if host.hasPrefix("["), host.hasSuffix("]") { host = String(host.dropFirst().dropLast()) }
    guard !host.isEmpty else { return nil }
  }
}
