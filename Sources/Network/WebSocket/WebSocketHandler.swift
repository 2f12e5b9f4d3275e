/// What the owner of a WebSocket is told. All calls come on the loop, one at a time, in the order of the events.
@NetworkLoop public protocol WebSocketHandler: AnyObject {
  /// The handshake is done.
  func opened(_ connection: WebSocketConnection)

  /// A whole text message: reassembled, within `messageBytes`, and valid UTF-8.
  func received(text: Span<UInt8>)

  /// A whole binary message came and was dropped.
  func receivedBinary()

  /// Whether binary messages are kept for `received(binary:)`, instead of being dropped. False unless implemented.
  var takesBinary: Bool { get }

  /// A whole binary message, if `takesBinary`: reassembled, and within `messageBytes`.
  func received(binary: Span<UInt8>)

  /// Everything that had been unsent is out.
  func writable()

  /// The connection is over; called once. `code` and `reason` are those of the first close frame, ours or the peer's;
  /// `code` is nil when there was none, or when the peer closed while bytes for it were unsent.
  ///
  /// A client whose connection failed is told so by this call alone, without `opened`.
  func closed(code: Int?, reason: String)
}

extension WebSocketHandler {
  /// By default binary messages are dropped.
  public var takesBinary: Bool { false }

  /// By default binary messages are dropped.
  public func received(binary: Span<UInt8>) {}
}
