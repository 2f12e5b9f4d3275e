/// What a `Server` serves.
@NetworkLoop public protocol Application: AnyObject {
  /// Answers a request that is not an upgrade, at once or later. Cancelled when the peer goes away first.
  func respond(to request: HTTPRequest) async -> HTTPResponse

  /// Decides on a WebSocket upgrade, whose subprotocol and origin the server has checked.
  func upgrade(_ request: UpgradeRequest) -> UpgradeDecision

  /// Called after each turn of the loop: the moment to send what the turn's events brought about.
  func turnEnded()
}

/// The application's answer to an upgrade.
public enum UpgradeDecision {
  /// Go on; the handler is `opened` once the handshake is done. It is never called if the peer goes away before.
  case accept(any WebSocketHandler)
  /// Answer this instead. (Browsers do not show it to the page.)
  case refuse(HTTPResponse)
}
