import LabelEngine
import LabelWire
import Labels

/// Steps of the store.
extension World {
  mutating func takeInStore(_ step: Step) throws(Violation) {
    switch step.kind {
    case .commit: try commit(step)
    case .read: if !readings.isEmpty { read(step.a % readings.count) }
    case .answer: if !answers.isEmpty { try answer(step.a % answers.count) }
    default: break
    }
  }

  /// A commit of the first writes that wait: it succeeds, fails for now, ends unknown, or stops the store.
  private mutating func commit(_ step: Step) throws(Violation) {
    guard !store.waiting.isEmpty, !store.isStopped else { return }
    let count = 1 + step.b % 4
    switch step.c % 100 {
    case 0..<4: failWrites(count)
    case 4..<8: try commitWithUnknownEnd(count, happened: step.d % 2 == 0)
    case 8 where step.d % 3 == 0: try stopStore(count, happened: step.b % 2 == 0)
    default: commitWrites(count)
    }
  }

  mutating func commitWrites(_ count: Int) {
    let forgotten = store.disks.reduce(0) { $0 + $1.forgotten }
    let answers = store.commit(count, clientsPerList: settings.clientsPerList)
    let number = store.commits
    self.answers += answers.map { Answer(host: $0.0, content: $0.1, commit: number) }
    faults[.expired] += store.disks.reduce(0) { $0 + $1.forgotten } - forgotten
  }

  /// Rolled back: whoever asked may ask again.
  private mutating func failWrites(_ count: Int) {
    faults[.storeError] += 1
    let group = store.waiting.prefix(count)
    store.waiting.removeFirst(group.count)
    answers += group.map { Answer(host: $0.host, content: .failed($0), commit: 0) }
  }

  /// COMMIT gave an error. The store reads the head to learn whether it happened all the same.
  private mutating func commitWithUnknownEnd(_ count: Int, happened: Bool) throws(Violation) {
    let batches = store.waiting.prefix(count).compactMap { write -> (Int, Batch)? in
      guard case .append(let batch) = write.action else { return nil }
      return (write.host.list, batch)
    }
    faults[.storeError] += 1
    if happened { commitWrites(count) } else { failWrites(count) }
    for (list, batch) in batches where store.disks[list].holds(batch) != happened {
      throw Violation("the head does not tell whether a commit happened")
    }
  }

  /// A failed sync: nothing can be known any more, and the store refuses everything until the process starts again.
  private mutating func stopStore(_ count: Int, happened: Bool) throws(Violation) {
    faults[.storeStop] += 1
    if happened { _ = store.commit(count, clientsPerList: settings.clientsPerList) }
    store.isStopped = true
    store.waiting = []
    for list in hosts.indices where hosts[list] != nil {
      hosts[list]?.hasFailed = true
      hosts[list]?.state.disconnectAll(.storeUnavailable)
      try runCommands(list)
    }
    store.waiting = []
  }

  /// A read of the log, or the making of a snapshot for those who join.
  mutating func read(_ index: Int) {
    let reading = readings.remove(at: index)
    switch reading.action {
    case .log(let session, let after, let through):
      let limit = settings.limits.resumeEntries + 1
      let entries =
        through - after <= limit
        ? store.disks[reading.host.list].entries(after: after, through: through, limit: limit) : []
      let changes = entries.map { DiffChange($0.change, hash: $0.hash) }
      answers.append(
        Answer(host: reading.host, content: .logRead(changes, session), commit: store.commits))
    case .entries(let keys):
      // The store may answer for fewer, but at least for the first.
      let read = keys.prefix(1 + index % keys.count).map(store.disks[reading.host.list].entry)
      answers.append(Answer(host: reading.host, content: .entriesRead(read), commit: store.commits))
    case .snapshot(let source, let coding):
      answers.append(
        Answer(
          host: reading.host, content: .snapshotMade(source.messages.map(coding.frame), source.point, coding),
          commit: 0))
    }
  }

  /// A list's host hears of a piece of work that was done.
  mutating func answer(_ index: Int) throws(Violation) {
    let answer = answers.remove(at: index)
    let list = answer.host.list
    guard let host = hosts[list], host.id == answer.host, !host.hasFailed else { return }
    try hear(of: answer.commit)
    switch answer.content {
    case .claimed(let claim, let session): hosts[list]?.state.claimed(claim, for: session)
    case .logRead(let changes, let session): hosts[list]?.state.logRead(changes, for: session)
    case .committed: try committed(list)
    case .conflict: throw Violation("an append conflicts")
    case .failed(let write): failed(write)
    case .entriesRead(let entries): hosts[list]?.state.entriesRead(entries)
    case .snapshotMade(let frames, let point, let coding):
      hosts[list]?.state.snapshotMade(frames, of: point, in: coding)
    case .snapshotStored(let bytes, let revision):
      hosts[list]?.state.snapshotStored(bytes: bytes, of: revision)
    case .trimmed:
      faults[.trim] += 1
      hosts[list]?.state.trimmed()
    }
    try runCommands(list)
  }

  private mutating func committed(_ list: Int) throws(Violation) {
    hosts[list]?.state.committed()
    guard let state = hosts[list]?.state else { return }
    guard oracles[list].history.revision(of: state.head) == oracles[list].history.revision else {
      throw Violation("the published head is not the durable one")
    }
    guard oracles[list].history.content.isEqual(to: state.list) else {
      throw Violation("the server's list is not what its log says")
    }
  }

  private mutating func failed(_ write: DurableStore.Write) {
    switch write.action {
    case .append: store.waiting.append(write)
    case .claim(let session, _, _, _):
      hosts[write.host.list]?.state.disconnect(session, .storeUnavailable)
    case .snapshot(let point, _, _, _):
      hosts[write.host.list]?.state.snapshotStored(bytes: nil, of: point.revision)
    case .trim: hosts[write.host.list]?.state.trimmed()
    }
  }

  /// Somebody hears of a commit: what it carries is durable from now on.
  mutating func hear(of commit: Int) throws(Violation) {
    let (shared, own) = (faults, clientFaults)
    for commit in store.heard(of: commit) {
      for (list, client, author, secret) in commit.created {
        if secret == Self.guess {
          oracles[list].noteStranger(author: author)
        } else {
          oracles[list].noteClient(client, author: author)
        }
      }
      for (list, batch) in commit.batches {
        try oracles[list].append(batch) { client in own[client].map { shared + $0 } ?? shared }
      }
    }
  }
}
