import LabelWire
import Labels

/// One connection, as its list sees it.
public struct SessionID: Hashable, Sendable {
  /// Unique in the process.
  public let number: UInt64

  /// A session of this number.
  public init(_ number: UInt64) {
    self.number = number
  }
}

/// What to write to a connection next.
public enum Output: Equatable, Sendable {
  case nothing
  /// Bytes of whole frames that only this connection gets.
  case own([UInt8])
  /// A range of the fan-out log.
  case shared(Range<Int>)
}

/// The server's side of one connection: how far it got, and what waits for it alone.
struct Session {
  enum Phase: Equatable {
    case awaitingHello
    /// The store is asked for the client.
    case claiming(Hello)
    /// The store is asked for the log behind the client's resume point.
    case readingLog(ResumePoint, through: Revision)
    /// A snapshot is on its way; no diff goes out.
    case awaitingSnapshot
    /// Diffs go out from the cursor.
    case following
    /// Closed by the server: nothing more is read, nothing more goes out.
    case closed
  }

  var phase = Phase.awaitingHello
  var author: Author?
  var cursor: Int
  var own = OwnQueue()
  /// Resyncs since the head was reached.
  var resyncs = 0
  var snapshotCoding = SnapshotCoding.json
  /// How often the list's title or archive state had changed when the client was last told of it for itself.
  var infoChanges = 0
  /// What the client knows of people; nil: it does not take part.
  var presence: PresenceBoard.Reader?

  init(cursor: Int) {
    self.cursor = cursor
  }

  /// Whether the client has been welcomed on this connection.
  var isWelcomed: Bool {
    switch phase {
    case .awaitingSnapshot, .following: true
    case .awaitingHello, .claiming, .readingLog, .closed: false
    }
  }

  /// Whether nothing is read from it any more.
  var isClosed: Bool {
    if case .closed = phase { true } else { false }
  }

  /// Whether diffs go out to it.
  var isFollowing: Bool {
    if case .following = phase { true } else { false }
  }

  /// Takes frames of its own that may go out now. A closed connection, and one that waits for its welcome or a snapshot, gets
  /// nothing else.
  mutating func takeOwn(limit: Int) -> [UInt8]? {
    own.isEmpty ? nil : own.take(at: cursor, limit: limit)
  }
}
