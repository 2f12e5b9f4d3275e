import LabelEngine
import LabelWire

/// A connection between a tab and a list's host: frames in order both ways, until it breaks. Each end notices by itself.
struct Link {
  let session: SessionID
  let list: Int
  /// The tab at its end; nil: an intruder.
  let tab: Int?
  /// Frames on their way to the server.
  var up: [[UInt8]] = []
  /// Messages on their way to the client.
  var down: [[UInt8]] = []
  /// The client still holds its end.
  var hasClient = true
  /// The server still holds its end.
  var hasServer = true
  /// Nothing more gets through.
  var isBroken = false
  /// The server does not read.
  var isPaused = false
  /// The client doesn't read, and nothing more fits into the socket.
  var isBlocked = false
  /// The server closes once what it wrote is out.
  var closing: Disconnect?
  /// The server has closed, and said why behind the last message.
  var closed: Disconnect?
  /// The network closed for too large a message.
  var isTooLarge = false

  /// A message, or the close.
  var hasSomethingForClient: Bool {
    !isBlocked && (!down.isEmpty || !isBroken && (isTooLarge || !hasServer))
  }

  mutating func send(_ frame: [UInt8]) {
    if !isBroken { up.append(frame) }
  }

  /// What is on its way is lost but for the first few frames.
  mutating func breakOff(keepingUp: Int, keepingDown: Int) {
    isBroken = true
    closed = nil
    up.removeLast(max(0, up.count - keepingUp))
    down.removeLast(max(0, down.count - keepingDown))
  }
}
