import LabelWire
import Labels

/// What a list knows of one client while it is connected or has edits on their way. An edit costs O(1), however many are open.
struct ClientState {
  /// What to do with an edit that arrives.
  enum Arrival: Equatable {
    /// It is new: queue it. It is noted already.
    case queue
    /// It is queued or in flight: the answer waits for the first one's commit.
    case wait
    /// It was answered before: answer again.
    case answer(Settlement)
    /// Its sequence was used for another edit.
    case reused
    /// It has too many open edits in front of it.
    case tooManyOpen
  }

  let id: ClientID
  let author: Author
  /// The highest sequence that was used, in memory or in the store.
  private(set) var lastSequence: EditSequence
  /// The highest sequence whose outcome is committed.
  private(set) var recorded: EditSequence
  private(set) var acknowledged: EditSequence
  /// The outcomes that the client has not acknowledged.
  private var known: [EditSequence: KnownOutcome]
  /// The fingerprints of edits that are queued or in flight.
  private var waiting: [EditSequence: UInt64] = [:]
  var session: SessionID?

  init(
    id: ClientID, author: Author, recorded: EditSequence, acknowledged: EditSequence, known: [KnownOutcome]
  ) {
    self.id = id
    self.author = author
    self.recorded = recorded
    self.acknowledged = acknowledged
    lastSequence = max(recorded, acknowledged)
    self.known = Dictionary(known.map { ($0.settlement.sequence, $0) }) { first, _ in first }
  }

  /// Whether nothing would be lost by forgetting this state: the store knows the same.
  var isIdle: Bool { session == nil && waiting.isEmpty }

  /// Whether an edit is queued or in flight.
  func isWaiting(_ sequence: EditSequence) -> Bool {
    waiting[sequence] != nil
  }

  /// Every outcome that the client has not acknowledged, by sequence. O(n log n).
  var settlements: [Settlement] {
    known.values.map(\.settlement).sorted { $0.sequence < $1.sequence }
  }

  /// Decides on an edit that came in a message, and notes a new one. A withdrawal never reuses a sequence: it asks what became
  /// of the edit that had it.
  mutating func arrived(
    _ message: EditMessage, fingerprint: UInt64, isWithdrawal: Bool, openEdits: Int
  ) -> Arrival {
    acknowledge(through: message.acknowledgedThrough)
    let sequence = message.sequence
    guard sequence - acknowledged <= openEdits else { return .tooManyOpen }
    if sequence > max(lastSequence, acknowledged) {
      waiting[sequence] = fingerprint
      lastSequence = sequence
      return .queue
    }
    if let first = waiting[sequence] { return isWithdrawal || first == fingerprint ? .wait : .reused }
    guard let outcome = known[sequence] else { return .reused }
    return isWithdrawal || outcome.fingerprint == fingerprint ? .answer(outcome.settlement) : .reused
  }

  /// Notes an outcome that was committed.
  mutating func settled(_ settlement: Settlement, fingerprint: UInt64) {
    waiting[settlement.sequence] = nil
    recorded = max(recorded, settlement.sequence)
    guard settlement.sequence > acknowledged else { return }
    known[settlement.sequence] = KnownOutcome(settlement: settlement, fingerprint: fingerprint)
  }

  /// Forgets the outcomes that the client has stored.
  mutating func acknowledge(through sequence: EditSequence) {
    guard sequence > acknowledged else { return }
    if sequence - acknowledged < known.count {
      for sequence in acknowledged + 1...sequence { known[sequence] = nil }
    } else {
      known = known.filter { $0.key > sequence }
    }
    acknowledged = sequence
  }
}
