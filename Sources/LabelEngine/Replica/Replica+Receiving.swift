public import LabelWire
import Labels

/// Why a replica cannot go on with what the server sent: it starts anew from a snapshot.
public enum ReplicaFault: Error, Equatable, Sendable {
  /// A diff does not follow the confirmed revision.
  case gap
  /// A change does not fit the confirmed list, or a snapshot contradicts itself.
  case misfit
}

extension Replica {
  /// Takes in a message. After a fault, close the connection and open another: the replica asks for a snapshot.
  public mutating func receive(_ message: ServerMessage) throws(ReplicaFault) {
    do {
      switch message {
      case .welcome(let welcome): receive(welcome)
      case .snapshot(let chunk): try receive(chunk)
      case .diff(let changes): for change in changes { try receive(change) }
      case .settled(let settlements):
        isClaimed = true
        deferOutcomes(settlements)
      case .list(let info): self.info = info
      case .presence, .beat, .error: break
      }
    } catch {
      point = nil
      throw error
    }
  }

  private mutating func receive(_ welcome: Welcome) {
    if let boundList, boundList != welcome.head.list { leaveFormerList() }
    if welcome.exists { boundList = welcome.head.list }
    author = welcome.author
    limits = welcome.limits
    info = welcome.info
    isWelcomed = true
    isClaimed = isClaimed || welcome.exists || !outbox.isEmpty
    isAwaitingSnapshot = welcome.isSnapshotComing
    isReset = welcome.isReset
    if welcome.isReset { leaveHistory() }
    forgetSeen(of: welcome)
    deferred = [:]
    deferOutcomes(welcome.outcomes)
  }

  private mutating func receive(_ chunk: SnapshotChunk) throws(ReplicaFault) {
    if chunk.chunk == 0 {
      snapshot = SnapshotAssembly(first: chunk, entries: [], received: 0)
      isAwaitingSnapshot = true
    }
    guard snapshot?.received == chunk.chunk else { throw .gap }
    snapshot?.entries.append(contentsOf: chunk.entries)
    snapshot?.received += 1
    guard let whole = snapshot, whole.received == chunk.chunks else { return }
    snapshot = nil
    let slots = whole.entries.map { LabelList.Slot(label: $0.label, overwrites: $0.overwrites) }
    guard let list = try? LabelList(orientation: whole.first.orientation, slots: slots) else { throw .misfit }
    let before = point
    confirmed = list
    point = whole.first.point
    isAwaitingSnapshot = false
    if let before, before.list == whole.first.point.list, before.epoch == whole.first.point.epoch {
      overwrites.miss(after: before.revision, through: whole.first.point.revision)
      for entry in whole.entries { tellOverwritten(entry.label.id, since: before.revision) }
    }
    settleReady()
  }

  private mutating func receive(_ change: DiffChange) throws(ReplicaFault) {
    guard let revision = point?.revision, change.revision == revision + 1 else { throw .gap }
    let stamp = EditStamp(author: change.author, sequence: change.sequence, revision: change.revision)
    for effect in change.effects {
      do {
        try confirmed.applyOnReplica(effect, by: stamp, limits: limits?.list ?? ListLimits())
      } catch {
        throw .misfit
      }
      tellOverwritten(by: effect, at: change.revision)
    }
    isClaimed = true
    boundList = point?.list
    point?.revision = change.revision
    point?.hash = change.hash
    if change.author == author, !change.isPartial {
      deferOutcomes([Settlement(sequence: change.sequence, outcome: Outcome(.applied, asOf: change.revision))]
      )
    } else {
      settleReady()
    }
  }

  /// The alias names another list: what was for the former is told, not sent.
  private mutating func leaveFormerList() {
    for edit in outbox { notices.append(.notSent(edit.asked)) }
    for edit in unsealed { notices.append(.notSent(edit.edit)) }
    for sealed in outbox { settledAbove.insert(sealed.sequence) }
    outbox = []
    unsealed = []
    overwrites = MissedOverwrites()
    confirmed = LabelList()
    point = nil
    boundList = nil
    advanceAcknowledged()
  }

  /// The replica's point is not of the list's history.
  private mutating func leaveHistory() {
    point = nil
    historyChanges += 1
    overwrites = MissedOverwrites()
    for index in unsealed.indices { unsealed[index].edit = unsealed[index].edit.forgettingSeen }
  }

  /// Revisions of another history mean nothing: an edit of which the server has no record, sent or not, forgets what its
  /// editor had seen there. What it has a record of stays as it was sent.
  private mutating func forgetSeen(of welcome: Welcome) {
    for index in outbox.indices
    where outbox[index].sequence > welcome.lastSequence && outbox[index].epoch != welcome.head.epoch {
      outbox[index].edit = outbox[index].edit.forgettingSeen
      outbox[index].epoch = welcome.head.epoch
      outboxChanged(from: outbox[index].sequence)
    }
  }

  // MARK: Settling

  /// Keeps the outcomes of edits that are pending until the replica has reached their revision.
  private mutating func deferOutcomes(_ settlements: [Settlement]) {
    for settlement in settlements where outbox.contains(where: { $0.sequence == settlement.sequence }) {
      deferred[settlement.sequence] = settlement.outcome
    }
    settleReady()
  }

  private mutating func settleReady() {
    guard !isAwaitingSnapshot, let revision = point?.revision else { return }
    let ready = deferred.filter { $0.value.asOf <= revision }.keys.sorted()
    for sequence in ready {
      if let outcome = deferred.removeValue(forKey: sequence) { settle(sequence, outcome) }
    }
  }

  private mutating func settle(_ sequence: EditSequence, _ outcome: Outcome) {
    guard let index = outbox.firstIndex(where: { $0.sequence == sequence }) else { return }
    let sealed = outbox.remove(at: index)
    settledAbove.insert(sequence)
    advanceAcknowledged()
    notices.append(.settled(sequence, sealed.asked, outcome))
    guard outcome.hasEffect else { return }
    switch sealed.asked {
    case .insert(let label, _): tellOverwritten(label.id, since: outcome.asOf)
    case .rename(let id, _, _, _): tellOverwritten(id, since: outcome.asOf)
    case .undo: tellAllOverwritten(since: outcome.asOf)
    case .setIncluded, .remove, .move, .reverse, .sort, .restore, .withdraw: break
    }
  }

  private mutating func advanceAcknowledged() {
    while settledAbove.remove(acknowledged + 1) != nil { acknowledged += 1 }
  }
}

extension Outcome {
  /// Whether the edit changed anything.
  fileprivate var hasEffect: Bool {
    switch result {
    case .applied: true
    case .noEffect, .rejected: false
    case .mixed(let results): results.contains(where: \.hadEffect)
    }
  }
}
