/// Which pages may open WebSockets, and make requests that change something: browsers allow every page to try.
public struct OriginPolicy {
  private let allowed: Set<String>

  /// Pages of the server's own origin, and of these.
  public init(allowedOrigins: [String]) { allowed = Set(allowedOrigins.map { $0.lowercased() }) }

  /// Whether a page of this origin may connect to a server that is reached as `host`. nil comes from no page, and may.
  public func allows(origin: String?, host: String?) -> Bool {
    guard let origin = origin?.lowercased() else { return true }
    if allowed.contains(origin) { return true }
    guard let host = host?.lowercased(), !host.isEmpty else { return false }
    // A proxy in front may terminate TLS, so the scheme that the browser used is not ours to know.
    return origin == "http://" + host || origin == "https://" + host
  }
}
