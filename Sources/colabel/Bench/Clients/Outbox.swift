import LabelWire
import Labels

/// The edits of a client that keeps no replica: they go out in order, again after a lost link, and each until it has its
/// outcome (docs/protocol.md, "Sealing, sending, settling").
struct Outbox {
  private var waiting: [(sequence: EditSequence, edit: Edit, group: GroupID?)] = []
  private var settledAbove: Set<EditSequence> = []
  private var deferred: [EditSequence: Outcome] = [:]
  private var sentThrough: EditSequence = 0
  private var lastSequence: EditSequence = 0
  /// Every edit up to this one has its outcome.
  private(set) var acknowledgedThrough: EditSequence = 0
  /// Sequences above the acknowledged that may be sent.
  var openEdits = 256

  var count: Int { waiting.count }

  mutating func append(_ edit: Edit, group: GroupID?) -> EditSequence {
    lastSequence += 1
    waiting.append((lastSequence, edit, group))
    return lastSequence
  }

  /// The next message to send on the connection at hand; nil if nothing is left, or may be sent.
  mutating func next() -> ClientMessage? {
    guard let last = waiting.last, last.sequence > sentThrough,
      let next = waiting[firstUnsent...].first(where: { deferred[$0.sequence] == nil }),
      next.sequence <= acknowledgedThrough + openEdits
    else { return nil }
    sentThrough = next.sequence
    return .edit(
      EditMessage(
        sequence: next.sequence, acknowledgedThrough: acknowledgedThrough, content: .success(next.edit),
        group: next.group))
  }

  private var firstUnsent: Int {
    var low = 0
    var high = waiting.count
    while low < high {
      let middle = (low + high) / 2
      if waiting[middle].sequence > sentThrough { high = middle } else { low = middle + 1 }
    }
    return low
  }

  /// On the next connection everything goes out again.
  mutating func disconnected() {
    sentThrough = 0
  }

  /// Forgets outcomes of an earlier connection: a welcome tells them anew.
  mutating func welcomed() {
    deferred = [:]
  }

  /// Takes an outcome, which counts once the client has followed the list to its revision.
  mutating func take(_ settlement: Settlement) {
    guard waiting.contains(where: { $0.sequence == settlement.sequence }) else { return }
    deferred[settlement.sequence] = settlement.outcome
  }

  /// The outcomes that count at a revision, in order.
  mutating func settle(at revision: Revision) -> [Settlement] {
    guard !deferred.isEmpty else { return [] }
    let ready = deferred.filter { $0.value.asOf <= revision }.sorted { $0.key < $1.key }
    for (sequence, _) in ready { remove(sequence) }
    return ready.map { Settlement(sequence: $0.key, outcome: $0.value) }
  }

  /// An edit was applied, as its own change says; false if it had its outcome already.
  mutating func applied(_ sequence: EditSequence) -> Bool {
    remove(sequence)
  }

  @discardableResult private mutating func remove(_ sequence: EditSequence) -> Bool {
    deferred[sequence] = nil
    guard let index = waiting.firstIndex(where: { $0.sequence == sequence }) else { return false }
    waiting.remove(at: index)
    settledAbove.insert(sequence)
    while settledAbove.remove(acknowledgedThrough + 1) != nil { acknowledgedThrough += 1 }
    return true
  }
}
