public import LabelWire

/// Where a list is: the parts of an address such as `http://127.0.0.1:8080/lists/demo`.
public struct ListAddress: Equatable, Sendable, CustomStringConvertible {
  /// Host and port as in a URL.
  public let authority: String
  /// The list's name in the URL.
  public let alias: ListAlias

  /// Reads `http://HOST[:PORT]/lists/NAME` or the same with `ws://`, with or without `/socket` at the end; nil when it is
  /// anything else. There is no TLS: that is a proxy's work.
  public init?(_ text: String) {
    guard let scheme = ["http://", "ws://"].first(where: text.hasPrefix) else { return nil }
    let parts = text.dropFirst(scheme.count).split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 3 || (parts.count == 4 && parts[3] == "socket"), parts[1] == "lists",
      !parts[0].isEmpty, let alias = ListAlias(String(parts[2]))
    else { return nil }
    authority = String(parts[0])
    self.alias = alias
  }

  /// Where the WebSocket is.
  public var socketURL: String { "ws://\(authority)/lists/\(alias)/socket" }

  /// Where the HTTP API tells about this list.
  public var apiURL: String { "http://\(authority)/api/v1/lists/\(alias)" }

  /// The address to open in a browser.
  public var description: String { "http://\(authority)/lists/\(alias)" }
}
