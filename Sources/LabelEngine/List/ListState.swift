public import LabelWire
public import Labels

/// One list as the server holds it: who is connected, what is queued, what is in flight, what goes out to whom.
///
/// A synchronous state machine. Events go in by its methods, in any order that a network, a store and a clock can
/// produce; what has to happen outside comes out by `takeCommands()` and `nextOutput(for:)`. It has no clock, no chance
/// and no I/O, so that a simulation drives exactly what serves.
public struct ListState: Sendable {
  /// The list's UUID and epoch, and its published head: what connections may know of.
  public internal(set) var head: ResumePoint
  /// The name by which it was asked for.
  public let alias: String
  /// Whether it has had an edit or was created.
  public internal(set) var exists: Bool
  /// What it is called, and whether it may be edited.
  public internal(set) var info: ListInfo
  /// The same, changed since the batch in flight was evaluated.
  var nextInfo: ListInfo?
  /// How often it was changed since the list was loaded.
  var infoChanges = 0
  /// The list's content, with the batch in flight already applied.
  public internal(set) var list: LabelList
  /// The frames that all connections get.
  public internal(set) var fanOut: FanOutLog
  /// The limits in force.
  public let limits: EngineLimits
  /// Seconds of silence after which the surroundings call `beat()`; told to clients.
  public let beatSeconds: Int

  var sessions = SessionTable()
  var clients: [Author: ClientState] = [:]
  var authors: [ClientID: Author] = [:]
  /// How many sessions wait for the store's word on a client. It may be older than a state in memory, which is
  /// therefore not forgotten meanwhile.
  var claims: [ClientID: Int] = [:]

  var queue: [QueuedEdit] = []
  var queuedBytes = 0
  var paused: [SessionID] = []
  var inFlight: Batch?
  /// The diffs of the batch in flight, if they were made beforehand.
  var preparedDiffs: [PreparedDiff]?
  /// Entries of edits to be undone, as the store's log has them.
  var readEntries: [EditKey: Change?] = [:]
  /// Those that the store was asked for.
  var requestedEntries: [EditKey] = []

  /// How authors are shown.
  public internal(set) var people: [Author: Person]
  var presence = PresenceBoard()
  /// When something was last timed, in milliseconds since 1970.
  var time: Int64 = 0

  /// The log is gone through this revision; 0: it is whole.
  public internal(set) var trimmedThrough: Revision
  var isTrimming = false

  var made: [SnapshotCoding: MadeSnapshot] = [:]
  /// The offset in the fan-out log behind which a snapshot that is being made will be followed.
  var makingOffsets: [SnapshotCoding: Int] = [:]
  var awaitingSnapshot: [SessionID] = []
  var isStoringSnapshot = false
  var storedSnapshotBytes: Int
  var loggedBytes: Int

  var commands: [Command] = []
  var addressed: Set<SessionID> = []

  /// A list as it was loaded.
  ///
  /// - Parameters:
  ///   - storedSnapshotBytes: the size of its newest stored snapshot; 0: none.
  ///   - loggedBytes: the size of the log behind that.
  ///   - trimmedThrough: up to where its log is gone.
  ///   - people: how authors are shown.
  public init(
    head: ResumePoint, alias: String, info: ListInfo = ListInfo(), exists: Bool, list: LabelList,
    storedSnapshotBytes: Int = 0,
    loggedBytes: Int = 0, trimmedThrough: Revision = 0, people: [Author: Person] = [:],
    limits: EngineLimits, beatSeconds: Int
  ) {
    self.head = head
    self.alias = alias
    self.info = info
    self.exists = exists
    self.list = list
    self.storedSnapshotBytes = storedSnapshotBytes
    self.loggedBytes = loggedBytes
    self.trimmedThrough = trimmedThrough
    self.people = people
    self.limits = limits
    self.beatSeconds = beatSeconds
    fanOut = FanOutLog(revision: head.revision, hash: head.hash)
  }

  /// Whether the list can be closed: nobody is connected, and nothing is queued, in flight or being encoded.
  public var isIdle: Bool {
    sessions.isEmpty && queue.isEmpty && inFlight == nil && makingOffsets.isEmpty && !isStoringSnapshot
      && !isTrimming
  }

  /// How many connections there are.
  public var sessionCount: Int { sessions.count }

  /// Whether an edit that was taken in has not been committed.
  public var isBusy: Bool { inFlight != nil || !queue.isEmpty }

  /// What the surroundings must do now, in order; each is given once.
  public mutating func takeCommands() -> [Command] {
    defer { commands = [] }
    return commands
  }

  /// Whether a batch is on its way to the disk.
  public var isCommitting: Bool { inFlight != nil }

  /// The connections that something of their own, or the outcome of an edit, waits for since the last call; each is written to at
  /// the end of a turn.
  public mutating func takeAddressed() -> Set<SessionID> {
    defer { addressed = [] }
    return addressed
  }

  // MARK: Connections

  /// A connection was opened; its first message must be `hello`.
  public mutating func opened(_ id: SessionID) {
    sessions.insert(Session(cursor: fanOut.end), as: id)
  }

  /// A connection is gone, whoever ended it.
  public mutating func closed(_ id: SessionID) {
    endClaim(of: id)
    guard let session = sessions.remove(id) else { return }
    awaitingSnapshot.removeAll { $0 == id }
    paused.removeAll { $0 == id }
    guard let author = session.author, clients[author]?.session == id else { return }
    clients[author]?.session = nil
    leave(author)
    forgetIfIdle(author)
  }

  /// Whether a connection has not said hello: for the surroundings' deadline.
  public func isAwaitingHello(_ id: SessionID) -> Bool {
    sessions[id]?.phase == .awaitingHello
  }

  /// Closes a connection for a reason: with an `error` message in front where the client has something to mend.
  public mutating func disconnect(_ id: SessionID, _ reason: Disconnect) {
    guard sessions[id] != nil, sessions[id]?.phase != .closed else { return }
    endClaim(of: id)
    sessions[id]?.phase = .closed
    sessions[id]?.own = OwnQueue()
    if reason.isClientFault {
      let error = ServerMessage.error(code: reason.rawValue, message: reason.sentence)
      sessions[id]?.own.appendAhead(Frame.text(error.json))
    }
    awaitingSnapshot.removeAll { $0 == id }
    commands.append(.disconnect(id, reason))
  }

  /// Closes every connection, as when the store fails.
  public mutating func disconnectAll(_ reason: Disconnect) {
    for id in sessions.ids { disconnect(id, reason) }
  }

  /// The list was created without an edit.
  public mutating func created() {
    exists = true
  }

  /// Sends a `beat` to all.
  public mutating func beat() {
    guard !sessions.isEmpty else { return }
    fanOut.append(.beat, revision: head.revision, hash: head.hash)
  }

  /// Adds a message for one connection alone, to go out once it has read all that was published by now.
  mutating func send(_ message: ServerMessage, to id: SessionID) {
    sessions[id]?.own.append(Frame.text(message.json), behind: fanOut.end)
    addressed.insert(id)
    if let waiting = sessions[id]?.own.byteCount, waiting > limits.ownBytes { disconnect(id, .tooSlow) }
  }

  /// Forgets a client of whom the store knows as much.
  mutating func forgetIfIdle(_ author: Author) {
    guard let client = clients[author], client.isIdle, claims[client.id] == nil else { return }
    clients[author] = nil
    authors[client.id] = nil
  }
}

/// The message that tells some changes, and where whoever has read it stands.
struct PreparedDiff {
  let json: [UInt8]
  let revision: Revision
  let hash: UInt64
}

/// An edit that waits for the batch in flight.
struct QueuedEdit {
  let author: Author
  let sequence: EditSequence
  let content: Result<Edit, UnreadableEdit>
  let group: GroupID?
  let fingerprint: UInt64
  /// Of its message.
  let bytes: Int
}
