public import LabelWire
public import Labels

/// A client's side of one list: what the server has confirmed, and the client's own edits that are still pending on it.
///
/// A synchronous state machine, as the server's is. The surroundings open connections, carry messages, and call
/// `disconnected` when one ends.
public struct Replica: Sendable {
  /// An edit without a sequence, which a further one for the same field may replace.
  struct Unsealed: Sendable {
    var edit: Edit
    let group: GroupID?
    /// The confirmed revision when it was made.
    let revision: Revision
  }

  /// The client's id; another one after `becomeNewClient`.
  public internal(set) var client: ClientID
  var secret: String
  /// The number by which changes name this client; nil before the first welcome.
  public internal(set) var author: Author?
  /// What the server has confirmed.
  public internal(set) var confirmed = LabelList()
  /// Where `confirmed` stands; nil before the first snapshot.
  public internal(set) var point: ResumePoint?
  /// What the list is called, and whether it may be edited.
  public internal(set) var info = ListInfo()
  /// The list that pending edits are for, once it is known to exist: they are never sent to another.
  var boundList: ListID?
  /// What the server accepts; nil before the first welcome.
  public internal(set) var limits: WireLimits?

  /// How often another history of the list took the place of the one followed before. The revision at which an editor
  /// last took a name in means nothing once this number has changed: it is 0 then.
  public internal(set) var historyChanges = 0

  /// What is stored; nil: the replica lives in memory only, and nothing waits for being stored.
  var durable: Durable?
  var isClaimed = false
  var nextSequence: EditSequence = 1
  var acknowledged: EditSequence = 0
  /// Settled above `acknowledged`.
  var settledAbove: Set<EditSequence> = []
  var acknowledgedToServer: EditSequence = 0
  /// The sealed edits without an outcome, in order.
  public internal(set) var outbox: [SealedEdit] = []
  var unsealed: [Unsealed] = []
  /// The highest sequence that was ever sent.
  var sentEver: EditSequence = 0

  /// Whether the server has welcomed the client on the connection at hand.
  public internal(set) var isWelcomed = false
  var isAwaitingSnapshot = false
  /// The server's history is another one than the replica's.
  var isReset = false
  /// Sent on the connection at hand.
  var sentThrough: EditSequence = 0
  /// Outcomes that wait for the confirmed revision to reach their `asOf`.
  var deferred: [EditSequence: Outcome] = [:]
  var snapshot: SnapshotAssembly?
  /// Closes by the server with the same first pending edit, sent.
  var closes: (sequence: EditSequence, count: Int) = (0, 0)
  var notices: [ReplicaNotice] = []
  var overwrites = MissedOverwrites()

  /// A replica that knows nothing yet.
  ///
  /// - Parameter isStored: the surroundings store it and report that with `didStore`; otherwise it lives in memory only.
  public init(client: ClientID, secret: String, isStored: Bool = false) {
    self.client = client
    self.secret = secret
    if isStored { durable = Durable(isClaimed: false, sealedThrough: 0, acknowledgedThrough: 0) }
  }

  /// What the person or the program must be told, each once.
  public mutating func takeNotices() -> [ReplicaNotice] {
    defer { notices = [] }
    return notices
  }

  /// Says something once until it is taken.
  mutating func tell(_ notice: ReplicaNotice) {
    if !notices.contains(notice) { notices.append(notice) }
  }

  /// Edits without an outcome, in order.
  public var pending: [Edit] { outbox.map(\.edit) + unsealed.map(\.edit) }

  /// How many edits have no outcome.
  public var pendingCount: Int { outbox.count + unsealed.count }

  /// The sequence of the edit sealed last; 0 before the first.
  public var lastSequence: EditSequence { nextSequence - 1 }

  /// Confirmed and pending together: what the person sees. A copy of the list, changed by each
  /// of the pending ones.
  ///
  /// Limits are the server's to judge, and so is what an undo takes back and how names are sorted: pending ones show
  /// nothing. A place beside a label
  /// that is gone here, which the server may still know, is shown as the last.
  public var visible: LabelList {
    var list = confirmed
    var generous = ListLimits()
    generous.labels = .max
    generous.labelsPerSort = 0
    for edit in pending {
      let shown: Edit
      if case .insert(let label, let placement) = edit, !isKnown(placement, in: list) {
        shown = .insert(label, at: Placement(.last, orientation: list.orientation))
      } else {
        shown = edit
      }
      _ = Evaluation.evaluate(
        shown, on: &list, author: author ?? 0, sequence: 0, revision: (point?.revision ?? 0) + 1,
        time: 0, limits: generous)
    }
    return list
  }

  private func isKnown(_ placement: Placement, in list: LabelList) -> Bool {
    switch placement.spot {
    case .first, .last: true
    case .before(let id), .after(let id): list[id] != nil
    }
  }
}

/// What a replica tells the person or the program.
public enum ReplicaNotice: Equatable, Sendable {
  /// An edit has its outcome; rejected ones carry what was asked for, with its text.
  case settled(EditSequence, Edit, Outcome)
  /// A rename of this client's did not survive another's, who had not seen it.
  case overwritten(LabelID)
  /// The server forgot this client: whether this edit, which was sent, was applied cannot be known.
  case maybeApplied(Edit)
  /// An undo that was never sent is not carried over to a new client, for whom its sequence means nothing.
  case undoDropped(EditSequence)
  /// The alias names another list now: this edit was for the former, and is not sent.
  case notSent(Edit)
}

/// The chunks of a snapshot that came so far.
struct SnapshotAssembly: Sendable {
  let first: SnapshotChunk
  var entries: [SnapshotChunk.Entry]
  var received: Int
}
