import LabelEngine
import LabelWire
import Labels

/// A socket between a client and the server: messages in order, both ways, until it is cut.
struct Connection {
  /// Whose replica; nil: the test speaks for itself.
  let person: Int?
  /// Messages on their way to the server.
  var upstream: [[UInt8]] = []
  /// Messages on their way to the client.
  var downstream: [[UInt8]] = []
  /// The server doesn't read.
  var isPaused = false
  /// The client doesn't read, and nothing more fits into the socket.
  var isBlocked = false
  /// The client is still there.
  var isAlive = true
  /// The server closes once what it wrote is out.
  var closing: Disconnect?
  /// The server has closed.
  var closed: Disconnect?

  /// What a client that has no replica finds.
  func messages() throws -> [ServerMessage] {
    try downstream.map { json in
      guard let message = try ServerMessage.read(json: json) else { throw Violation("an unknown message") }
      return message
    }
  }
}

/// A replica with what it was told.
struct Person {
  var replica: Replica
  var session: SessionID?
  var notices: [ReplicaNotice] = []
  /// The outcomes of the client's edits, as they were told.
  var outcomes: [EditSequence: Outcome] = [:]
  /// The last reason for which the server closed.
  var lastClose: Disconnect?

  init(number: Int) {
    replica = Replica(client: Self.client(number), secret: Self.secret(number))
  }

  static func client(_ number: Int) -> ClientID { ClientID(high: 0xC11E, low: UInt64(number)) }
  static func secret(_ number: Int) -> String { "a secret of number \(number)".replacing(" ", with: "-") }
}

/// What the server asked of its surroundings.
enum Work {
  case claim(SessionID, ClientID, secret: String, mayCreate: Bool)
  case readLog(SessionID, after: Int, through: Int)
  case append(Batch)
  case readEntries([EditKey])
  case trim(through: Revision)
  case makeSnapshot(SnapshotSource, SnapshotCoding)
  case storeSnapshot(SnapshotSource)
}

/// What the surroundings have to say to the server.
enum Answer {
  case claimed(Claim, SessionID)
  case logRead([DiffChange], SessionID)
  case committed
  case entriesRead([Change?])
  case trimmed
  case snapshotMade([[UInt8]], ResumePoint, SnapshotCoding)
  case snapshotStored(Int, Revision)
}
