import LabelWire
import Labels

extension ListState {
  /// Evaluates the queue on the list and asks for the append, unless one is in flight. Call it at the end of a turn.
  ///
  /// - Parameter time: milliseconds since 1970, stamped on the changes.
  public mutating func evaluate(at time: Int64) {
    self.time = time
    guard inFlight == nil, !queue.isEmpty else { return }
    captureSnapshots()
    var batch = Batch(after: head.revision, afterHash: head.hash)
    let holdsUndo = queue.contains { if case .success(.undo) = $0.content { true } else { false } }
    var evaluated: [EditKey: UndoTarget] = [:]
    var taken = 0
    var bytes = 0
    for edit in queue where bytes < limits.batchBytes {
      guard let target = info.isArchived ? .nothing : undoTarget(of: edit, behind: evaluated) else { break }
      let change = evaluate(edit, undoing: target, at: time, into: &batch)
      if holdsUndo {
        let key = EditKey(author: edit.author, sequence: edit.sequence)
        evaluated[key] = change.map { .change($0) } ?? .nothing
      }
      if change != nil { bytes += batch.entries.last?.body.count ?? 0 }
      if case .success(.sort) = edit.content { bytes += list.count * Self.bytesPerMove }
      taken += 1
    }
    guard taken > 0 else { return requestEntries() }
    batch.progress = progress(of: queue.prefix(taken))
    unqueue(taken)
    batch.labelCount = list.count
    inFlight = batch
    commands.append(.append(batch))
    requestEntries()
  }

  /// About the bytes of a move in the log. A sort counts as if it moved every label: finding out that none has to costs as much.
  private static var bytesPerMove: Int { 400 }

  private mutating func unqueue(_ count: Int) {
    for edit in queue.prefix(count) {
      queuedBytes -= edit.bytes
      if case .success(.undo(let sequence)) = edit.content {
        readEntries[EditKey(author: edit.author, sequence: sequence)] = nil
      }
    }
    queue.removeFirst(count)
    guard queuedBytes <= limits.queuedBytes else { return }
    for id in paused { commands.append(.resumeReading(id)) }
    paused = []
  }

  /// Returns what the edit did, if anything.
  private mutating func evaluate(
    _ edit: QueuedEdit, undoing target: UndoTarget, at time: Int64, into batch: inout Batch
  ) -> Change? {
    let revision = batch.after + batch.entries.count + 1
    var outcome: Outcome
    var effects: [Effect] = []
    switch edit.content {
    case .failure(let unreadable):
      outcome = Outcome(.rejected(unreadable.rejection), asOf: revision - 1)
    case .success(let asked) where info.isArchived && asked != .withdraw:
      outcome = Outcome(.rejected(.archived), asOf: revision - 1)
    case .success(let asked):
      let evaluation = Evaluation.evaluate(
        asked, on: &list, author: edit.author, sequence: edit.sequence, revision: revision, time: time,
        limits: limits.list, undoing: target)
      outcome = evaluation.outcome.naming { people[$0]?.name }
      effects = evaluation.effects
    }
    batch.outcomes.append(
      Batch.Settled(
        author: edit.author, settlement: Settlement(sequence: edit.sequence, outcome: outcome),
        fingerprint: edit.fingerprint, label: (try? edit.content.get())?.labels.first))
    guard !effects.isEmpty else { return nil }
    let change = Change(
      revision: revision, author: edit.author, sequence: edit.sequence, time: time, effects: effects,
      isPartial: outcome.result != .applied, group: edit.group)
    batch.entries.append(
      Batch.Entry(change, after: batch.entries.last?.hash ?? batch.afterHash, fingerprint: edit.fingerprint))
    return change
  }

  private func progress(of queue: ArraySlice<QueuedEdit>) -> [Batch.Progress] {
    var seen: Set<Author> = []
    return queue.reversed().compactMap { edit in
      guard seen.insert(edit.author).inserted, let client = clients[edit.author] else { return nil }
      return Batch.Progress(
        author: edit.author, lastSequence: edit.sequence, acknowledgedThrough: client.acknowledged)
    }
  }

  /// The batch in flight is durable: now, and not before, its diffs and outcomes go out.
  public mutating func committed() {
    guard let batch = inFlight else { return }
    inFlight = nil
    publish(batch.entries)
    settle(batch.outcomes)
    takeNextInfo()
    serveSnapshots()
    storeSnapshotIfDue()
  }

  /// Makes the diffs of the batch in flight, so that they need not be made when it is committed. Harmless to leave out.
  public mutating func prepareDiffs() {
    guard let batch = inFlight, preparedDiffs == nil else { return }
    preparedDiffs = diffs(of: batch.entries)
  }

  private func diffs(of entries: [Batch.Entry]) -> [PreparedDiff] {
    groups(of: entries.map { DiffChange($0.change, hash: $0.hash) }).compactMap { changes in
      changes.last.map { last in
        PreparedDiff(json: ServerMessage.diff(changes).json, revision: last.revision, hash: last.hash)
      }
    }
  }

  private mutating func publish(_ entries: [Batch.Entry]) {
    let diffs = preparedDiffs ?? diffs(of: entries)
    preparedDiffs = nil
    guard !entries.isEmpty else { return }
    exists = true
    for diff in diffs {
      head.revision = diff.revision
      head.hash = diff.hash
      fanOut.append(json: diff.json, revision: diff.revision, hash: diff.hash)
    }
    loggedBytes += entries.reduce(0) { $0 + $1.body.count + 64 }
  }

  /// Notes the outcomes and tells their authors, in one message each: those that no change of their own settles.
  private mutating func settle(_ outcomes: [Batch.Settled]) {
    var told: [Author: [Settlement]] = [:]
    var order: [Author] = []
    for settled in outcomes {
      clients[settled.author]?.settled(settled.settlement, fingerprint: settled.fingerprint)
      // An applied edit is settled by its own change, which is still ahead of the connection; and if a snapshot comes first,
      // by the outcomes that are sent with it.
      if settled.settlement.outcome.result == .applied { continue }
      guard let client = clients[settled.author] else { continue }
      report(
        settled.settlement.outcome.result, of: settled.settlement.sequence, by: client.id,
        label: settled.label)
      guard let id = client.session, sessions[id]?.isWelcomed == true else { continue }
      if told[settled.author] == nil { order.append(settled.author) }
      told[settled.author, default: []].append(settled.settlement)
    }
    for author in order {
      guard let id = clients[author]?.session, let settlements = told[author] else { continue }
      for group in groups(of: settlements) { send(.settled(group), to: id) }
    }
    var last: Author?
    for settled in outcomes where settled.author != last {
      if let id = clients[settled.author]?.session { addressed.insert(id) }
      forgetIfIdle(settled.author)
      last = settled.author
    }
  }
}
