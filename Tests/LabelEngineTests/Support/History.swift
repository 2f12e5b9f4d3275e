import LabelEngine
import LabelWire
import Labels

/// What was asked, and what became of the list: kept beside the engine, and told by other means.
struct History {
  /// The list at each hash of its log; branches of an older copy included.
  private var contents: [UInt64: Content]
  private var asked: [ClientID: [EditSequence: Edit]] = [:]

  init(origin: LabelList) {
    contents = [ChainHash.start: Content(origin)]
  }

  func content(at hash: UInt64) -> Content? { contents[hash] }

  func asked(by client: ClientID, _ sequence: EditSequence) -> Edit? { asked[client]?[sequence] }

  /// An edit went out. What was sent once is never another edit, except that it may be withdrawn.
  mutating func sent(_ edit: Edit, by client: ClientID, sequence: EditSequence) throws(Violation) {
    if let former = asked[client]?[sequence] {
      guard edit == former || edit == .withdraw else {
        throw Violation("\(sequence) was sent as another edit")
      }
    } else {
      asked[client, default: [:]][sequence] = edit
    }
  }

  /// A batch is durable.
  mutating func append(_ batch: Batch, in store: FakeStore) throws(Violation) {
    var hash = batch.afterHash
    for entry in batch.entries {
      guard var content = contents[hash] else { throw Violation("a change of an unknown history") }
      let before = content
      try content.apply(DiffChange(entry.change, hash: entry.hash))
      try checkExtent(of: entry.change, before, content, in: store)
      contents[entry.hash] = content
      hash = entry.hash
    }
  }

  /// An edit touches no label that it does not name, and leaves the order of the others alone.
  private func checkExtent(
    of change: Change, _ before: Content, _ after: Content, in store: FakeStore
  ) throws(Violation) {
    guard let client = store.client(of: change.author), let edit = asked[client]?[change.sequence] else {
      return
    }
    guard !change.effects.isEmpty else { throw Violation("a change without effects") }
    let named = try labels(of: edit, by: client) + (sorts(edit, by: client) ? change.movedLabels : [])
    guard before.without(named) == after.without(named) else {
      throw Violation("\(edit) touched a label that it does not name")
    }
    if turnsTheList(edit, by: client) { return }
    guard before.orientation == after.orientation else { throw Violation("\(edit) turned the list") }
  }

  /// The labels that an edit may change: those that it names or, for an undo, those of the edit undone.
  private func labels(of edit: Edit, by client: ClientID) throws(Violation) -> [LabelID] {
    guard case .undo(let sequence) = edit else { return edit.labels }
    guard let undone = asked[client]?[sequence] else { throw Violation("\(edit) undoes nothing known") }
    return try labels(of: undone, by: client)
  }

  private func turnsTheList(_ edit: Edit, by client: ClientID) -> Bool {
    switch edit {
    case .reverse: true
    case .undo(let sequence): asked[client]?[sequence].map { turnsTheList($0, by: client) } ?? false
    default: false
    }
  }

  private func sorts(_ edit: Edit, by client: ClientID) -> Bool {
    switch edit {
    case .sort: true
    case .undo(let sequence): asked[client]?[sequence].map { sorts($0, by: client) } ?? false
    default: false
    }
  }

  /// What goes out is durable: each change of a diff, each outcome.
  func checkDurable(_ payload: [UInt8], in store: FakeStore) throws {
    switch try ServerMessage.read(json: payload) {
    case .diff(let changes)?:
      for change in changes {
        guard change.revision <= store.log.count, store.log[change.revision - 1].hash == change.hash else {
          throw Violation("revision \(change.revision) went out before it was durable")
        }
      }
    case .settled(let settlements)?: try checkDurable(settlements, in: store)
    case .welcome(let welcome)?: try checkDurable(welcome.outcomes, in: store)
    case .snapshot(let chunk)?:
      guard contents[chunk.point.hash] != nil, chunk.point.revision <= store.log.count else {
        throw Violation("a snapshot of what is not durable")
      }
    case .presence?, .list?, .beat?, .error?, nil: break
    }
  }

  private func checkDurable(_ settlements: [Settlement], in store: FakeStore) throws(Violation) {
    for settlement in settlements where settlement.outcome.result != .rejected(.sequenceReused) {
      let isStored = store.clients.values.contains {
        $0.outcomes[settlement.sequence]?.settlement == settlement
      }
      guard isStored else { throw Violation("\(settlement) went out before it was durable") }
    }
  }

  /// What a replica holds as confirmed is the list as it was published at that revision.
  func check(_ replica: Replica) throws(Violation) {
    guard let point = replica.point else { return }
    guard contents[point.hash] == Content(replica.confirmed) else {
      throw Violation("a replica at \(point.revision) holds something else than was published")
    }
  }

  /// Every edit that a person's client sent has one outcome, and the applied ones are in the log once.
  func checkOutcomes(of people: [Person], in store: FakeStore) throws(Violation) {
    var logged: [Naming: Int] = [:]
    for entry in store.log {
      logged[Naming(author: entry.change.author, sequence: entry.change.sequence), default: 0] += 1
    }
    guard logged.values.allSatisfy({ $0 == 1 }) else { throw Violation("an edit is in the log twice") }
    for person in people {
      let client = person.replica.client
      guard let sent = asked[client] else { continue }
      guard let author = store.clients[client]?.author else { throw Violation("a client is lost") }
      for sequence in sent.keys.sorted() {
        guard let outcome = person.outcomes[sequence] else { throw Violation("\(sequence) has no outcome") }
        let isLogged = logged[Naming(author: author, sequence: sequence)] != nil
        guard isLogged == outcome.hadEffect else {
          throw Violation("\(sequence) is not in the log as it was told")
        }
      }
    }
  }
}

extension Outcome {
  /// Whether the edit changed anything.
  var hadEffect: Bool {
    switch result {
    case .applied: true
    case .noEffect, .rejected: false
    case .mixed(let results): results.contains(where: \.hadEffect)
    }
  }
}

extension Change {
  /// The labels that it moves.
  fileprivate var movedLabels: [LabelID] {
    effects.compactMap { effect in if case .moved(let id, _, _, _, _) = effect { id } else { nil } }
  }
}
