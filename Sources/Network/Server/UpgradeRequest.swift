/// A request to turn an HTTP connection into a WebSocket.
public struct UpgradeRequest: Sendable {
  /// Percent-decoded path, without the query.
  public let path: String
  /// Percent-decoded query arguments; of a repeated one the first.
  public let query: [String: String]
  /// Header fields by lower-case name, as far as libwebsockets knows them.
  public let headers: [String: String]
  /// The subprotocols that the peer offers, in its order of preference.
  public let subprotocols: [String]
  /// The peer's numeric address.
  public let remoteAddress: String

  /// The page's origin, when the peer is a browser.
  public var origin: String? { headers["origin"] }
  /// The host that the peer believes to talk to.
  public var host: String? { headers["host"] }
}
