import LabelEngine
import LabelWire
import Labels

/// What is durable of one list: the rows that the real store keeps of it.
struct Disk {
  /// A row of the clients, with the outcomes that the log does not tell.
  struct Client {
    let id: ClientID
    let secret: String
    let author: Author
    var lastSequence: EditSequence = 0
    var acknowledged: EditSequence = 0
    var lastClaim: Int
    var outcomes: [KnownOutcome] = []
  }

  /// A list stored whole, in pieces.
  struct Snapshot {
    let revision: Revision
    let hash: UInt64
    var pieces: [[UInt8]]
  }

  let id: ListID
  var epoch: String
  var exists: Bool
  var info = ListInfo()
  private(set) var revision: Revision = 0
  private(set) var hash = ChainHash.start
  private(set) var clients: [Client] = []
  /// Behind `trimmedThrough`.
  private(set) var log: [Batch.Entry] = []
  private(set) var trimmedThrough: Revision = 0
  private(set) var snapshot: Snapshot?
  private var unfinished: Snapshot?
  /// Outcomes of clients that were forgotten while they were connected.
  private var strays: Set<EditKey> = []
  /// How many clients were forgotten.
  private(set) var forgotten = 0
  private var nextAuthor = 1
  private var nextClaim = 1

  init(id: ListID, epoch: String, exists: Bool) {
    self.id = id
    self.epoch = epoch
    self.exists = exists
  }

  var head: ResumePoint { ResumePoint(list: id, epoch: epoch, revision: revision, hash: hash) }

  // MARK: Clients

  /// Binds a client; whoever has not come for the longest time makes room. Returns the number of a new one.
  mutating func claim(_ id: ClientID, secret: String, mayCreate: Bool, most: Int) -> (Claim, created: Author?)
  {
    nextClaim += 1
    if let index = clients.firstIndex(where: { $0.id == id }) {
      guard clients[index].secret == secret else { return (.wrongSecret, nil) }
      clients[index].lastClaim = nextClaim
      return (.granted(known(clients[index])), nil)
    }
    guard mayCreate else { return (.unknown, nil) }
    while clients.count >= most { forgetLongestAbsent() }
    let author = nextAuthor
    nextAuthor += 1
    clients.append(Client(id: id, secret: secret, author: author, lastClaim: nextClaim))
    let client = ClaimedClient(author: author, lastSequence: 0, acknowledgedThrough: 0, outcomes: [])
    return (.granted(client), author)
  }

  mutating func forgetLongestAbsent() {
    let oldest = clients.indices.min { clients[$0].lastClaim < clients[$1].lastClaim }
    guard let oldest else { return }
    clients.remove(at: oldest)
    forgotten += 1
  }

  /// Outcomes that are stored, and those that the log tells.
  private func known(_ client: Client) -> ClaimedClient {
    let applied = log.filter {
      $0.change.author == client.author && $0.change.sequence > client.acknowledged && !$0.change.isPartial
    }
    return ClaimedClient(
      author: client.author, lastSequence: client.lastSequence, acknowledgedThrough: client.acknowledged,
      outcomes: client.outcomes.filter { $0.settlement.sequence > client.acknowledged }
        + applied.map(\.knownOutcome))
  }

  // MARK: The log

  enum AppendResult { case committed, conflict }

  mutating func append(_ batch: Batch) -> AppendResult {
    guard batch.after == revision, batch.afterHash == hash else { return .conflict }
    for settled in batch.outcomes where settled.settlement.outcome.result != .applied {
      keep(
        KnownOutcome(settlement: settled.settlement, fingerprint: settled.fingerprint), of: settled.author)
    }
    for step in batch.progress {
      guard let index = clients.firstIndex(where: { $0.author == step.author }) else { continue }
      clients[index].lastSequence = max(clients[index].lastSequence, step.lastSequence)
      clients[index].acknowledged = max(clients[index].acknowledged, step.acknowledgedThrough)
      let acknowledged = clients[index].acknowledged
      clients[index].outcomes.removeAll { $0.settlement.sequence <= acknowledged }
    }
    log += batch.entries
    if let last = batch.entries.last {
      (revision, hash, exists) = (last.change.revision, last.hash, true)
    }
    return .committed
  }

  private mutating func keep(_ outcome: KnownOutcome, of author: Author) {
    guard let index = clients.firstIndex(where: { $0.author == author }) else {
      strays.insert(EditKey(author: author, sequence: outcome.settlement.sequence))
      return
    }
    clients[index].outcomes.append(outcome)
  }

  /// Whether a batch that a commit of unknown end carried is there, by the head.
  func holds(_ batch: Batch) -> Bool {
    if let last = batch.entries.last { return hash == last.hash }
    guard let last = batch.outcomes.last else { return true }
    let client = clients.first { $0.author == last.author }
    return client?.outcomes.contains { $0.settlement.sequence == last.settlement.sequence }
      ?? strays.contains(EditKey(author: last.author, sequence: last.settlement.sequence))
  }

  /// Entries that are trimmed at a time.
  private static let trimPiece = 2

  /// Drops the first entries of the log up to a revision, never beyond the newest complete snapshot; false: there are
  /// none. Outcomes that are not acknowledged move to the clients' rows first.
  mutating func trimPiece(through wanted: Revision) -> Bool {
    let through = min(wanted, snapshot?.revision ?? 0, trimmedThrough + Self.trimPiece)
    guard through > trimmedThrough else { return false }
    let count = through - trimmedThrough
    for entry in log.prefix(count) where !entry.change.isPartial {
      let client = clients.first { $0.author == entry.change.author }
      guard let client, entry.change.sequence > client.acknowledged else { continue }
      keep(entry.knownOutcome, of: entry.change.author)
    }
    log.removeFirst(count)
    trimmedThrough = through
    return true
  }

  /// The entry of an edit; nil: the log has none.
  func entry(_ key: EditKey) -> Change? {
    log.first { $0.change.author == key.author && $0.change.sequence == key.sequence }?.change
  }

  /// Entries behind a revision, as far as they are kept.
  func entries(after: Revision, through: Revision, limit: Int) -> ArraySlice<Batch.Entry> {
    guard after >= trimmedThrough, through > after else { return [] }
    return log[(after - trimmedThrough)..<min(through - trimmedThrough, log.count)].prefix(limit)
  }

  // MARK: Snapshots

  mutating func beginSnapshot(revision: Revision, hash: UInt64) {
    unfinished = Snapshot(revision: revision, hash: hash, pieces: [])
  }

  mutating func addPiece(_ piece: [UInt8]) {
    unfinished?.pieces.append(piece)
  }

  mutating func completeSnapshot() {
    snapshot = unfinished
    unfinished = nil
  }

  mutating func clearUnfinishedSnapshot() {
    unfinished = nil
  }
}

extension Batch.Entry {
  var knownOutcome: KnownOutcome {
    let outcome = Outcome(.applied, asOf: change.revision)
    return KnownOutcome(
      settlement: Settlement(sequence: change.sequence, outcome: outcome), fingerprint: fingerprint)
  }
}
