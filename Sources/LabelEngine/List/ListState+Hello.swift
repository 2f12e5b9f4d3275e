public import LabelWire
import Labels

extension ListState {
  /// The store has answered a `claim`.
  public mutating func claimed(_ claim: Claim, for id: SessionID) {
    guard case .claiming(let hello)? = sessions[id]?.phase else { return }
    switch claim {
    case .wrongSecret: disconnect(id, .wrongSecret)
    case .unknown: disconnect(id, .clientExpired)
    // Forgotten by the store and new there, while edits of its former number may still be evaluated here.
    case .granted(let client) where authors[hello.client, default: client.author] != client.author:
      disconnect(id, .clientExpired)
    case .granted(let client):
      guard admit(hello.client, client, to: id) else { return disconnect(id, .replaced) }
      endClaim(of: id)
      clients[client.author]?.acknowledge(through: hello.acknowledgedThrough)
      sessions[id]?.snapshotCoding = hello.snapshotCoding
      if let person = hello.person { join(person, as: client.author, on: id) } else { leave(client.author) }
      resume(id, from: hello.resume)
    }
  }

  /// The session no longer waits for the store's word on its client, if it did.
  mutating func endClaim(of id: SessionID) {
    guard case .claiming(let hello)? = sessions[id]?.phase, let count = claims[hello.client] else { return }
    claims[hello.client] = count > 1 ? count - 1 : nil
    if let author = authors[hello.client] { forgetIfIdle(author) }
  }

  /// Makes the session the client's only one, unless a newer one is: the newer wins, in whatever order the store answers.
  /// A state in memory is newer than what the store said.
  private mutating func admit(_ client: ClientID, _ claimed: ClaimedClient, to id: SessionID) -> Bool {
    if let other = clients[claimed.author]?.session {
      guard other.number < id.number else { return false }
      disconnect(other, .replaced)
    }
    if clients[claimed.author] == nil {
      clients[claimed.author] = ClientState(
        id: client, author: claimed.author, recorded: claimed.lastSequence,
        acknowledged: claimed.acknowledgedThrough, known: claimed.outcomes)
      authors[client] = claimed.author
    }
    clients[claimed.author]?.session = id
    sessions[id]?.author = claimed.author
    return true
  }

  /// Finds out from where the client can go on.
  private mutating func resume(_ id: SessionID, from point: ResumePoint?) {
    guard let point else { return welcome(id, isReset: false, cursor: nil) }
    guard point.list == head.list, point.epoch == head.epoch, point.revision <= head.revision else {
      return welcome(id, isReset: true, cursor: nil)
    }
    if let boundary = fanOut.boundary(at: point.revision) {
      let fits = boundary.hash == point.hash
      return welcome(id, isReset: !fits, cursor: fits ? boundary.offset : nil)
    }
    guard point.revision > 0 || point.hash == ChainHash.start else {
      return welcome(id, isReset: true, cursor: nil)
    }
    sessions[id]?.phase = .readingLog(point, through: head.revision)
    commands.append(.readLog(id, after: max(0, point.revision - 1), through: head.revision))
  }

  /// The store has answered a `readLog`: the entry that the client has last, to compare hashes, and those behind it,
  /// as far as they were asked for. Fewer, if they are too many or trimmed.
  public mutating func logRead(_ changes: [DiffChange], for id: SessionID) {
    guard case .readingLog(let point, let through)? = sessions[id]?.phase else { return }
    var missed = changes[...]
    if point.revision > 0 {
      guard let last = missed.popFirst(), last.revision == point.revision else {
        return welcome(id, isReset: false, cursor: nil)
      }
      guard last.hash == point.hash else { return welcome(id, isReset: true, cursor: nil) }
    }
    let frames = groups(of: Array(missed)).map { Frame.text(ServerMessage.diff($0).json) }
    guard missed.last?.revision == through, missed.count == through - point.revision,
      frames.reduce(0, { $0 + $1.count }) <= limits.ownBytes / 2,
      let boundary = fanOut.boundary(at: through)
    else { return welcome(id, isReset: false, cursor: nil) }
    welcome(id, isReset: false, cursor: boundary.offset)
    for frame in frames { sessions[id]?.own.appendAhead(frame) }
  }

  /// Welcomes the client. With a cursor, diffs go on from there; without one, a snapshot comes first.
  private mutating func welcome(_ id: SessionID, isReset: Bool, cursor: Int?) {
    guard let author = sessions[id]?.author, let client = clients[author] else { return }
    let outcomes = groups(of: client.settlements)
    let welcome = Welcome(
      head: head, alias: alias, info: info, exists: exists, author: author, isReset: isReset,
      isSnapshotComing: cursor == nil, lastSequence: client.recorded,
      limits: WireLimits(list: limits.list, openEdits: limits.openEdits, messageBytes: limits.messageBytes),
      beatSeconds: beatSeconds, outcomes: outcomes.first ?? [])
    let position = cursor ?? fanOut.end
    sessions[id]?.cursor = position
    addressed.insert(id)
    sessions[id]?.phase = .following
    sessions[id]?.infoChanges = infoChanges
    sessions[id]?.own.appendAhead(Frame.text(ServerMessage.welcome(welcome).json))
    for more in outcomes.dropFirst() {
      sessions[id]?.own.appendAhead(Frame.text(ServerMessage.settled(more).json))
    }
    if cursor == nil { awaitSnapshot(id) }
  }
}
