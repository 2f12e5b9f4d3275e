/// Puts the pieces of a WebSocket message together, within a limit.
struct MessageAssembler {
  /// A piece of a message, as libwebsockets reports it.
  struct Piece {
    /// Bytes of the current frame that are still to come.
    var remainingInFrame: Int
    var isLast: Bool
    var isBinary: Bool
  }

  enum Progress {
    case incomplete
    /// The message is this piece alone.
    case text
    /// The message came in several pieces; these are its bytes.
    case assembledText([UInt8])
    /// A binary message of the assembler's that takes none: its bytes are gone.
    case droppedBinary
    /// A binary message.
    case binary([UInt8])
    case tooBig
  }

  /// The longest message in bytes.
  let limit: Int
  /// Whether the bytes of binary messages are kept.
  let takesBinary: Bool
  /// What has come so far of a message in several pieces.
  private var bytes: [UInt8] = []
  /// What has come so far of a message of either kind.
  private var count = 0

  init(limit: Int, takesBinary: Bool = false) {
    self.limit = limit
    self.takesBinary = takesBinary
  }

  /// Takes a piece in. A message over the limit is noticed as soon as a frame's header declares it, and never buffered.
  mutating func add(_ piece: Span<UInt8>, _ facts: Piece) -> Progress {
    guard count + piece.count + facts.remainingInFrame <= limit else { return .tooBig }
    let isWhole = facts.isLast && facts.remainingInFrame == 0
    count = isWhole ? 0 : count + piece.count
    if facts.isBinary && !takesBinary { return isWhole ? .droppedBinary : .incomplete }
    if isWhole && bytes.isEmpty && !facts.isBinary { return .text }
    piece.withUnsafeBufferPointer { bytes.append(contentsOf: $0) }
    guard isWhole else { return .incomplete }
    defer { bytes = [] }
    return facts.isBinary ? .binary(bytes) : .assembledText(bytes)
  }
}
