/// Which pages may open WebSockets: browsers allow every page to try.
struct OriginPolicy {
  private let allowed: Set<String>

  init(allowedOrigins: [String]) { allowed = Set(allowedOrigins.map { $0.lowercased() }) }

  /// Whether a page of this origin may connect to a server that is reached as `host`.
  func allows(origin: String?, host: String?) -> Bool {
    guard let origin = origin?.lowercased() else { return true }
    if allowed.contains(origin) { return true }
    guard let host = host?.lowercased(), !host.isEmpty else { return false }
    // A proxy in front may terminate TLS, so the scheme that the browser used is not ours to know.
    return origin == "http://" + host || origin == "https://" + host
  }
}
