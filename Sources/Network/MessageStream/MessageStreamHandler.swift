/// What the owner of a message stream is told. All calls come on the loop, one at a time, in the order of the events.
@NetworkLoop public protocol MessageStreamHandler: AnyObject {
  /// The handshake is done.
  func opened()

  /// A whole text message. Nobody has looked whether it is UTF-8.
  func received(text: Span<UInt8>)

  /// A whole binary message.
  func received(binary: Span<UInt8>)

  /// The stream is over, or never came to be; called once, at the end of a turn. `code` and `reason` are those of the
  /// server's close frame; `code` is nil when there was none.
  func closed(code: Int?, reason: String)
}
