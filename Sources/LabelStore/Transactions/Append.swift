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
    let outcomeTable = OutcomeTable(database: database)
    if let settled = try outcomeTable.firstSettled(list: head.number, among: entries) {
      throw .refused("edit \(settled.sequence) of author \(settled.author) has an outcome already")
    }
    try LogTable(database: database).insert(entries, list: head.number)
    for outcome in outcomes { try outcomeTable.insert(outcome, list: head.number) }
    let clients = ClientTable(database: database)
    for step in progress {
      try clients.advance(step, list: head.number)
      try outcomeTable.delete(list: head.number, author: step.author, through: step.acknowledgedThrough)
    }
    if let last = entries.last {
      try lists.advance(head.number, to: last.revision, hash: last.hash, labelCount: labelCount)
    }
    return .committed
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
