public import LabelWire
public import Labels

extension Replica {
  /// Makes an edit. It is pending at once, and goes out after `seal()`.
  ///
  /// A rename or an inclusion combines with the edit made just before if that one is unsealed, of the same label, field and
  /// group, and no confirmed change came between; the first base is kept.
  ///
  /// - Parameter group: the larger action that the edit is part of.
  public mutating func make(_ edit: Edit, group: GroupID? = nil) {
    let revision = point?.revision ?? 0
    if let last = unsealed.last, last.revision == revision, last.group == group,
      let combined = last.edit.combined(with: edit)
    {
      unsealed[unsealed.count - 1].edit = combined
    } else {
      unsealed.append(Unsealed(edit: edit, group: group, revision: revision))
    }
  }

  /// Gives every unsealed edit its sequence.
  public mutating func seal() {
    for edit in unsealed {
      outbox.append(
        SealedEdit(sequence: nextSequence, edit: edit.edit, group: edit.group, epoch: point?.epoch))
      nextSequence += 1
    }
    unsealed = []
    // It will be sent: should the server forget this client, it must not come again as a new one with the same edits.
    if isWelcomed, !outbox.isEmpty { isClaimed = true }
  }

  /// Begins a connection: what to send first.
  public mutating func hello() -> Hello {
    isWelcomed = false
    isAwaitingSnapshot = false
    sentThrough = 0
    snapshot = nil
    acknowledgedToServer = acknowledgeable
    return Hello(
      client: client, secret: secret, isClaimed: durable?.isClaimed ?? isClaimed,
      acknowledgedThrough: acknowledgeable, resume: point)
  }

  /// The next message to send, as long as there is one: an edit, or an acknowledgement that no edit carries.
  public mutating func nextMessage() -> ClientMessage? {
    guard isWelcomed, let limits, durable?.isClaimed ?? true else { return nil }
    // Made on another history: they are sent once their author can see what they are made on now.
    guard !(isReset && isAwaitingSnapshot) else { return nil }
    let acknowledged = acknowledgeable
    let next = outbox.first { $0.sequence > sentThrough && deferred[$0.sequence] == nil }
    if let next, next.sequence <= durable?.sealedThrough ?? .max,
      next.sequence - acknowledged <= limits.openEdits
    {
      sentThrough = next.sequence
      sentEver = max(sentEver, next.sequence)
      acknowledgedToServer = acknowledged
      return .edit(
        EditMessage(
          sequence: next.sequence, acknowledgedThrough: acknowledged, content: .success(next.edit),
          group: next.group))
    }
    guard next == nil, acknowledged > acknowledgedToServer else { return nil }
    acknowledgedToServer = acknowledged
    return .acknowledge(through: acknowledged)
  }

  /// The sequence up to which outcomes were taken in and stored.
  private var acknowledgeable: EditSequence { durable?.acknowledgedThrough ?? acknowledged }

  /// The connection ended. `byServer`: it was closed in answer to something, rather than lost.
  ///
  /// An edit that leads to a close twice is withdrawn under its own sequence, so that a poisoned outbox does not loop:
  /// its outcome is the real one if it had arrived, otherwise `withdrawn`. The first edit that was sent, not answered and not
  /// withdrawn is taken for it; one whose outcome only waits for its revision is answered.
  public mutating func disconnected(byServer: Bool) {
    isWelcomed = false
    isAwaitingSnapshot = false
    snapshot = nil
    let blamed = outbox.firstIndex { sealed in
      sealed.sequence <= sentThrough && sealed.withdrawn == nil && deferred[sealed.sequence] == nil
    }
    guard byServer, let blamed else { return }
    let sequence = outbox[blamed].sequence
    closes = (sequence, closes.sequence == sequence ? closes.count + 1 : 1)
    guard closes.count >= 2 else { return }
    outbox[blamed].withdrawn = outbox[blamed].edit
    outbox[blamed].edit = .withdraw
    outboxChanged(from: sequence)
  }

  /// The server forgot the client (`clientExpired`), or another holds its id: go on as a new one. What was sent may have
  /// been applied and is not sent again; the rest is, but for undos, which mean the former client's edits.
  public mutating func becomeNewClient(_ client: ClientID, secret: String) {
    let kept = self
    self = Replica(client: client, secret: secret, isStored: kept.durable != nil)
    (confirmed, point, boundList) = (kept.confirmed, kept.point, kept.boundList)
    (notices, historyChanges) = (kept.notices, kept.historyChanges)
    for sealed in kept.outbox where sealed.sequence <= kept.sentEver {
      notices.append(.maybeApplied(sealed.asked))
    }
    for sealed in kept.outbox where sealed.sequence > kept.sentEver { take(over: sealed.asked, sealed.group) }
    for edit in kept.unsealed { take(over: edit.edit, edit.group) }
    seal()
  }

  private mutating func take(over edit: Edit, _ group: GroupID?) {
    if case .undo(let sequence) = edit {
      notices.append(.undoDropped(sequence))
    } else {
      unsealed.append(Unsealed(edit: edit.forgettingSeen, group: group, revision: 0))
    }
  }
}

extension Edit {
  /// This edit followed by another of the same label and field; nil if they don't combine.
  fileprivate func combined(with next: Edit) -> Edit? {
    switch (self, next) {
    case (.rename(let id, _, let base, let seen), .rename(let other, let name, _, _)) where id == other:
      .rename(id, to: name, base: base, seen: seen)
    case (.setIncluded(let ids, _), .setIncluded(let others, _)) where ids == others: next
    default: nil
    }
  }

  /// The edit without the revision of another history in it.
  var forgettingSeen: Edit {
    guard case .rename(let id, let name, let base, _) = self else { return self }
    return .rename(id, to: name, base: base, seen: 0)
  }
}
