internal import Labels

extension AppendRequest {
  /// Does it, inside of a transaction.
  func perform(_ database: Database, bodyBytes: Int) throws(StoreError) -> AppendResult {
    try check(bodyBytes: bodyBytes)
    let lists = ListTable(database: database)
    let head = try lists.head(list)
    guard head.revision == after, head.hash == afterHash else {
      return .conflict(revision: head.revision, hash: head.hash)
    }
    for (author, step) in try steps() { try advance(author, by: step, list: head.number, database) }
    try LogTable(database: database).insert(entries, list: head.number)
    let outcomeTable = OutcomeTable(database: database)
    for outcome in outcomes { try outcomeTable.insert(outcome, list: head.number) }
    for step in progress {
      try outcomeTable.delete(list: head.number, author: step.author, through: step.acknowledgedThrough)
    }
    if let last = entries.last {
      try lists.advance(head.number, to: last.revision, hash: last.hash, labelCount: labelCount)
    }
    return .committed
  }

  /// How far one author comes.
  private struct Step {
    /// The lowest sequence of the author's edits.
    var first = EditSequence.max
    var last: EditSequence = 0
    var acknowledgedThrough: EditSequence = 0

    mutating func use(_ sequence: EditSequence) {
      first = min(first, sequence)
      last = max(last, sequence)
    }
  }

  private func steps() throws(StoreError) -> [Author: Step] {
    var steps: [Author: Step] = [:]
    for entry in entries {
      guard entry.sequence > steps[entry.author]?.last ?? 0 else {
        throw .refused("edit \(entry.sequence) of author \(entry.author) does not ascend")
      }
      steps[entry.author, default: Step()].use(entry.sequence)
    }
    for outcome in outcomes { steps[outcome.author, default: Step()].use(outcome.sequence) }
    for reached in progress {
      steps[reached.author, default: Step()].last = max(
        steps[reached.author]?.last ?? 0, reached.lastSequence)
      steps[reached.author]?.acknowledgedThrough = reached.acknowledgedThrough
    }
    return steps
  }

  /// Notes how far an author came; refuses a sequence that the author has used before.
  private func advance(
    _ author: Author, by step: Step, list: Int, _ database: Database
  ) throws(StoreError) {
    let clients = ClientTable(database: database)
    let progress = ClientProgress(
      author: author, lastSequence: step.last, acknowledgedThrough: step.acknowledgedThrough)
    if try clients.advance(progress, list: list, using: step.first) { return }
    // The server's own edits have no client, nor have those of one that was forgotten meanwhile.
    let logged = try LogTable(database: database).lastSequence(list: list, author: author)
    let settled = try OutcomeTable(database: database).lastSequence(list: list, author: author)
    let isClient = try clients.contains(author, list: list)
    if isClient || step.first <= max(logged, settled) {
      throw .refused("author \(author) has used a sequence from \(step.first) on before")
    }
  }

  /// Whether what this request wrote is in the database after all; nil when that cannot be told: after a conflict, and of
  /// progress alone, which can be made again.
  func hasLanded(_ database: Database, _ result: AppendResult) throws(StoreError) -> Bool? {
    guard result == .committed else { return nil }
    let head = try ListTable(database: database).head(list)
    if let last = entries.last { return head.revision == last.revision && head.hash == last.hash }
    guard let last = outcomes.last else { return nil }
    return try OutcomeTable(database: database).contains(last, list: head.number)
  }

  private func check(bodyBytes: Int) throws(StoreError) {
    for (index, entry) in entries.enumerated() where entry.revision != after + 1 + index {
      throw .refused("the entries do not follow revision \(after) one by one")
    }
    let isTooLarge =
      entries.contains { $0.body.count > bodyBytes } || outcomes.contains { $0.body.count > bodyBytes }
    if isTooLarge { throw .refused("a body exceeds \(bodyBytes) bytes") }
  }
}
