import LabelEngine
import LabelWire
import Labels

/// What is durable, in memory. A value, so that an older copy of the data is just a copy.
struct FakeStore {
  struct Client {
    let secret: String
    let author: Author
    var lastSequence: EditSequence = 0
    var acknowledged: EditSequence = 0
    /// Of every edit that was ever answered.
    var outcomes: [EditSequence: KnownOutcome] = [:]
  }

  /// A list stored whole.
  struct StoredSnapshot {
    let pieces: [[UInt8]]
    let revision: Revision

    var bytes: Int { pieces.reduce(0) { $0 + $1.count } }
  }

  var list: ListID
  var epoch: String
  var exists: Bool
  /// The list before the first entry of the log.
  let origin: LabelList
  var clients: [ClientID: Client] = [:]
  private(set) var log: [Batch.Entry] = []
  private(set) var snapshot: StoredSnapshot?
  /// Entries up to this revision are not to be had any more; outcomes are.
  var trimmedThrough: Revision = 0
  private var nextAuthor = 1

  /// A list's data.
  init(list: ListID, epoch: String = "epoch", origin: LabelList) {
    self.list = list
    self.epoch = epoch
    self.origin = origin
    exists = origin.count > 0
  }

  var head: ResumePoint {
    ResumePoint(list: list, epoch: epoch, revision: log.count, hash: log.last?.hash ?? ChainHash.start)
  }

  func client(of author: Author) -> ClientID? { clients.first { $1.author == author }?.key }

  mutating func claim(_ id: ClientID, secret: String, mayCreate: Bool) -> Claim {
    if let client = clients[id] {
      guard client.secret == secret else { return .wrongSecret }
      let open = client.outcomes.values.filter { $0.settlement.sequence > client.acknowledged }
      return .granted(
        ClaimedClient(
          author: client.author, lastSequence: client.lastSequence,
          acknowledgedThrough: client.acknowledged, outcomes: open))
    }
    guard mayCreate else { return .unknown }
    clients[id] = Client(secret: secret, author: nextAuthor)
    nextAuthor += 1
    return .granted(
      ClaimedClient(author: nextAuthor - 1, lastSequence: 0, acknowledgedThrough: 0, outcomes: []))
  }

  mutating func append(_ batch: Batch) throws(Violation) {
    guard batch.after == head.revision, batch.afterHash == head.hash else { throw Violation("a conflict") }
    for settled in batch.outcomes where settled.author != ListState.serverAuthor {
      guard let id = client(of: settled.author) else { throw Violation("nobody is \(settled.author)") }
      let sequence = settled.settlement.sequence
      guard clients[id]?.outcomes[sequence] == nil else { throw Violation("\(sequence) has two outcomes") }
      clients[id]?.outcomes[sequence] = KnownOutcome(
        settlement: settled.settlement, fingerprint: settled.fingerprint)
    }
    for progress in batch.progress {
      guard let id = client(of: progress.author) else { continue }
      clients[id]?.lastSequence = progress.lastSequence
      clients[id]?.acknowledged = progress.acknowledgedThrough
    }
    log += batch.entries
    if !batch.entries.isEmpty { exists = true }
  }

  /// As much of the log behind a revision as a resume reads.
  func changes(after: Revision, through: Revision, limits: EngineLimits) -> [DiffChange] {
    log.dropFirst(max(after, trimmedThrough)).prefix(min(through - after, limits.resumeEntries + 1))
      .map { DiffChange($0.change, hash: $0.hash) }
  }

  /// The entries of edits, nil where there is none.
  func entries(_ keys: [EditKey]) -> [Change?] {
    keys.map { key in
      log.dropFirst(trimmedThrough).first {
        $0.change.author == key.author && $0.change.sequence == key.sequence
      }?.change
    }
  }

  mutating func store(_ source: SnapshotSource) {
    snapshot = StoredSnapshot(pieces: StoredListCoding.encode(source), revision: source.point.revision)
  }

  /// The list as a start finds it: the newest snapshot, and the log behind it by its encoded effects.
  func load(limits: EngineLimits) throws -> ListState {
    var list = try snapshot.map { try StoredListCoding.decode($0.pieces) } ?? origin
    let newer = log[(snapshot?.revision ?? 0)...]
    for entry in newer {
      guard let effects = EffectCoding.decode(entry.body) else {
        throw Violation("a log entry is unreadable")
      }
      let change = Change(
        revision: entry.change.revision, author: entry.change.author, sequence: entry.change.sequence,
        time: entry.change.time, effects: effects, isPartial: entry.change.isPartial,
        group: entry.change.group)
      try list.apply(change, limits: limits.list)
    }
    return ListState(
      head: head, alias: "demo", exists: exists, list: list, storedSnapshotBytes: snapshot?.bytes ?? 0,
      loggedBytes: newer.reduce(0) { $0 + $1.body.count }, trimmedThrough: trimmedThrough,
      limits: limits, beatSeconds: 15)
  }
}
