import LabelStore
import Labels

/// What one list goes through, step by step: creation, claims, appends with rejections and acknowledgements, snapshots,
/// trimming.
struct Scenario: Sendable {
  enum Step: Sendable {
    case create
    case claim(ClientID)
    case append(AppendRequest)
    case snapshot(StoredSnapshot)
    case trim(through: Revision)
  }

  /// Entries in a piece of trimming: few, so that a trimming has several pieces.
  static let trimPieceEntries = 5

  let list: ListRecord
  let steps: [Step]
  let clients = [ClientID(high: 1, low: 1), ClientID(high: 1, low: 2)]

  /// The scenario of a list, with as many rounds of five appends, a snapshot, trimming and an acknowledgement.
  init(list number: UInt64, rounds: Int) {
    list = .sample(number)
    var history = History(list.id)
    var steps: [Step] = [.create, .claim(clients[0])]
    for round in 1...rounds {
      for step in 1...4 { steps.append(.append(history.batch(applied: step, rejected: step % 2))) }
      if round == 1 { steps.append(.claim(clients[1])) }
      steps.append(.append(history.batch(applied: 2, rejected: 1, by: 2, bodyBytes: 6_000, isPartial: true)))
      let pieces = (0..<3).map { piece in [UInt8](repeating: UInt8(round * 8 + piece), count: 3_000) }
      steps.append(.snapshot(StoredSnapshot(revision: history.revision, hash: history.hash, pieces: pieces)))
      steps.append(.trim(through: history.revision - 1))
      steps.append(.append(history.batch(applied: 0, acknowledgedThrough: 8 * round)))
    }
    self.steps = steps
  }

  func perform(_ step: Step, on store: SQLiteStore) async throws {
    switch step {
    case .create: try await store.createList(list)
    case .claim(let client):
      _ = try await store.claim(list: list.id, client: client, secretHash: secret, mayCreate: true)
    case .append(let request):
      let answer = try await store.append(request)
      guard answer == .committed else { throw UnexpectedConflict(answer: answer) }
    case .snapshot(let snapshot):
      try await store.putSnapshot(
        list: list.id, revision: snapshot.revision, hash: snapshot.hash, pieces: snapshot.pieces)
    case .trim(let revision): try await store.trim(list.id, through: revision)
    }
  }

  /// What may be left of the step behind the first `count` when it is cut off: nothing, all of it, or the first pieces of a
  /// trimming.
  func contents(cutOffAfter count: Int) -> [ListContent] {
    let done = steps.prefix(count)
    var contents = [ListContent(self, steps: done), ListContent(self, steps: steps.prefix(count + 1))]
    if case .trim(let last) = steps.dropFirst(count).first {
      let trimmed = contents[0].list?.record.trimmedThrough ?? 0
      for end in stride(from: trimmed + Self.trimPieceEntries, to: last, by: Self.trimPieceEntries) {
        contents.append(ListContent(self, steps: done + [.trim(through: end)]))
      }
    }
    return contents
  }

  struct UnexpectedConflict: Error {
    let answer: AppendResult
  }
}

/// All that a store tells of a list.
struct ListContent: Equatable {
  var list: StoredList?
  var log: [LogRecord] = []
  var claims: [ClaimResult] = []

  /// What steps of a scenario lead to.
  init(_ scenario: Scenario, steps: some Sequence<Scenario.Step>) {
    var outcomes: [OutcomeRecord] = []
    var clients: [ClientRecord] = []
    for step in steps {
      switch step {
      case .create: list = StoredList(record: scenario.list, snapshot: nil)
      case .claim(let id):
        clients.append(
          ClientRecord(id: id, author: clients.count + 1, lastSequence: 0, acknowledgedThrough: 0))
      case .append(let request):
        log += request.entries
        outcomes += request.outcomes
        for progress in request.progress {
          let client = clients[progress.author - 1]
          clients[progress.author - 1].lastSequence = max(client.lastSequence, progress.lastSequence)
          clients[progress.author - 1].acknowledgedThrough = max(
            client.acknowledgedThrough, progress.acknowledgedThrough)
        }
      case .snapshot(let snapshot): list?.snapshot = snapshot
      case .trim(let revision): list?.record.trimmedThrough = revision
      }
    }
    if let last = log.last {
      list?.record.exists = true
      list?.record.revision = last.revision
      list?.record.hash = last.hash
    }
    claims = scenario.clients.map { id in
      guard let client = clients.first(where: { $0.id == id }) else { return .unknown }
      return Self.known(client, outcomes, log)
    }
    let trimmed = list?.record.trimmedThrough ?? 0
    log.removeAll { $0.revision <= trimmed }
  }

  /// What a store has of a scenario's list.
  init(_ scenario: Scenario, in store: SQLiteStore) async throws {
    guard let record = try await store.list(alias: scenario.list.alias) else {
      claims = scenario.clients.map { _ in .unknown }
      return
    }
    list = try await store.load(record.id)
    log = try await store.log(record.id, after: record.trimmedThrough, limit: .max)
    for client in scenario.clients {
      claims.append(
        try await store.claim(list: record.id, client: client, secretHash: secret, mayCreate: false))
    }
  }

  private static func known(
    _ client: ClientRecord, _ outcomes: [OutcomeRecord], _ log: [LogRecord]
  ) -> ClaimResult {
    func isOpen(_ author: Author, _ sequence: EditSequence) -> Bool {
      author == client.author && sequence > client.acknowledgedThrough
    }
    let applied = log.filter { isOpen($0.author, $0.sequence) }.map { entry in
      AppliedRecord(
        sequence: entry.sequence, revision: entry.revision, fingerprint: entry.fingerprint,
        isPartial: entry.isPartial)
    }
    return .known(client, outcomes: outcomes.filter { isOpen($0.author, $0.sequence) }, applied: applied)
  }
}
