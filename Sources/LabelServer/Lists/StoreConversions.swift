import LabelEngine
import LabelStore
import LabelWire
import Labels

extension AppendRequest {
  /// A batch as the store takes it. Of the outcomes only those that the log does not tell.
  init(_ batch: Batch, list: ListID) {
    self.init(
      list: list, after: batch.after, afterHash: batch.afterHash,
      entries: batch.entries.map { LogRecord($0) },
      outcomes: batch.outcomes.compactMap { OutcomeRecord($0) },
      progress: batch.progress.map {
        ClientProgress(
          author: $0.author, lastSequence: $0.lastSequence, acknowledgedThrough: $0.acknowledgedThrough)
      }, labelCount: batch.labelCount)
  }
}

extension ListInfo {
  /// What the store knows of a list's title and archive state.
  init(_ record: ListRecord) {
    self.init(title: record.title.flatMap { ListTitle($0) }, isArchived: record.archived != nil)
  }
}

extension LogRecord {
  init(_ entry: Batch.Entry) {
    let change = entry.change
    self.init(
      revision: change.revision, author: change.author, sequence: change.sequence, time: change.time,
      isPartial: change.isPartial, hash: entry.hash, fingerprint: entry.fingerprint, group: change.group,
      body: entry.body)
  }
}

extension OutcomeRecord {
  init?(_ settled: Batch.Settled) {
    guard settled.settlement.outcome.result != .applied, settled.author != ListState.serverAuthor else {
      return nil
    }
    self.init(
      author: settled.author, sequence: settled.settlement.sequence, fingerprint: settled.fingerprint,
      body: OutcomeCoding.encode(settled.settlement.outcome))
  }
}

extension Change {
  /// The change of a log entry; nil if its body cannot be read.
  init?(_ record: LogRecord) {
    guard let effects = EffectCoding.decode(record.body) else { return nil }
    self.init(
      revision: record.revision, author: record.author, sequence: record.sequence, time: record.time,
      effects: effects, isPartial: record.isPartial, group: record.group)
  }
}

extension DiffChange {
  /// A log entry as a diff tells it.
  init?(_ record: LogRecord) {
    guard let change = Change(record) else { return nil }
    self.init(change, hash: record.hash)
  }
}

extension PersonRecord {
  init(_ person: Person) {
    self.init(name: person.name, color: person.color)
  }
}

extension Claim {
  /// The store's answer, with the outcomes that the log tells and those stored.
  init(_ result: ClaimResult) {
    switch result {
    case .wrongSecret: self = .wrongSecret
    case .unknown: self = .unknown
    case .created(let client): self = .granted(ClaimedClient(client, outcomes: []))
    case .known(let client, let outcomes, let applied):
      let stored = outcomes.compactMap { record in
        OutcomeCoding.decode(record.body).map {
          KnownOutcome(
            settlement: Settlement(sequence: record.sequence, outcome: $0), fingerprint: record.fingerprint)
        }
      }
      let logged = applied.filter { !$0.isPartial }.map {
        KnownOutcome(
          settlement: Settlement(sequence: $0.sequence, outcome: Outcome(.applied, asOf: $0.revision)),
          fingerprint: $0.fingerprint)
      }
      self = .granted(ClaimedClient(client, outcomes: stored + logged))
    }
  }
}

extension ClaimedClient {
  fileprivate init(_ record: ClientRecord, outcomes: [KnownOutcome]) {
    self.init(
      author: record.author, lastSequence: record.lastSequence,
      acknowledgedThrough: record.acknowledgedThrough, outcomes: outcomes)
  }
}
