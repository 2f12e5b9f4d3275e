import LabelWire
import Labels

/// What a list knows of one client while it is connected or has edits on their way.
struct ClientState {
  /// An edit that is queued or in flight.
  struct Waiting {
    let sequence: EditSequence
    let fingerprint: UInt64
  }

  /// What to do with an edit that arrives.
  enum Arrival: Equatable {
    /// It is new: queue it.
    case queue
    /// It is queued or in flight: the answer waits for the first one's commit.
    case wait
    /// It was answered before: answer again.
    case answer(Settlement)
    /// Its sequence was used for another edit.
    case reused
  }

  let id: ClientID
  let author: Author
  /// The highest sequence that was used, in memory or in the store.
  private(set) var lastSequence: EditSequence
  /// The highest sequence whose outcome is committed.
  private(set) var recorded: EditSequence
  private(set) var acknowledged: EditSequence
  /// Not acknowledged, in sequence order.
  private(set) var known: [KnownOutcome]
  private(set) var waiting: [Waiting] = []
  var session: SessionID?

  init(
    id: ClientID, author: Author, recorded: EditSequence, acknowledged: EditSequence, known: [KnownOutcome]
  ) {
    self.id = id
    self.author = author
    self.recorded = recorded
    self.acknowledged = acknowledged
    lastSequence = max(recorded, acknowledged)
    self.known = known.sorted { $0.settlement.sequence < $1.settlement.sequence }
  }

  /// Whether nothing would be lost by forgetting this state: the store knows the same.
  var isIdle: Bool { session == nil && waiting.isEmpty }

  /// Whether an edit is queued or in flight.
  func isWaiting(_ sequence: EditSequence) -> Bool {
    waiting.contains { $0.sequence == sequence }
  }

  /// Every outcome that the client has not acknowledged.
  var settlements: [Settlement] { known.map(\.settlement) }

  /// Decides on an edit. A withdrawal never reuses a sequence: it asks what became of the edit that had it.
  func arrival(of sequence: EditSequence, fingerprint: UInt64, isWithdrawal: Bool) -> Arrival {
    if let first = waiting.first(where: { $0.sequence == sequence }) {
      return isWithdrawal || first.fingerprint == fingerprint ? .wait : .reused
    }
    if let outcome = known.first(where: { $0.settlement.sequence == sequence }) {
      return isWithdrawal || outcome.fingerprint == fingerprint ? .answer(outcome.settlement) : .reused
    }
    return sequence <= max(lastSequence, acknowledged) ? .reused : .queue
  }

  /// Notes that an edit was queued.
  mutating func queued(_ sequence: EditSequence, fingerprint: UInt64) {
    waiting.append(Waiting(sequence: sequence, fingerprint: fingerprint))
    lastSequence = sequence
  }

  /// Notes an outcome that was committed.
  mutating func settled(_ settlement: Settlement, fingerprint: UInt64) {
    waiting.removeAll { $0.sequence == settlement.sequence }
    recorded = max(recorded, settlement.sequence)
    guard settlement.sequence > acknowledged else { return }
    known.append(KnownOutcome(settlement: settlement, fingerprint: fingerprint))
  }

  /// Forgets the outcomes that the client has stored.
  mutating func acknowledge(through sequence: EditSequence) {
    guard sequence > acknowledged else { return }
    acknowledged = sequence
    known.removeAll { $0.settlement.sequence <= sequence }
  }
}
