internal import Labels

/// A client that claims its id.
struct Claim: Sendable {
  let list: ListID
  let client: ClientID
  let secretHash: [UInt8]
  let mayCreate: Bool
  /// How the client wants to be shown; nil leaves what is known.
  let person: PersonRecord?
  /// Clients that a list remembers; beyond it, the one that has not come for the longest time is forgotten.
  let clientsPerList: Int

  /// Does it, inside of a transaction.
  func perform(_ database: Database) throws(StoreError) -> ClaimResult {
    let lists = ListTable(database: database)
    let clients = ClientTable(database: database)
    let number = try lists.head(list).number
    if let claim = try clients.claim(client, list: number) {
      guard claim.secretHash == secretHash else { return .wrongSecret }
      let known = claim.client
      try clients.touch(known.author, list: number, claim: try lists.nextClaim(number))
      if let person { try clients.set(person, of: known.author, list: number) }
      return try answer(to: known, list: number, database)
    }
    guard mayCreate else { return .unknown }
    while try lists.clientCount(number) >= clientsPerList { try forgetLongestAbsent(list: number, database) }
    let author = try lists.nextAuthor(number)
    try clients.insert(
      client, list: number, author: author, secretHash: secretHash, claim: try lists.nextClaim(number))
    if let person { try clients.set(person, of: author, list: number) }
    return .created(ClientRecord(id: client, author: author, lastSequence: 0, acknowledgedThrough: 0))
  }

  /// What became of a client's edits: of applied ones the log tells it, or the outcomes once their entries are gone.
  private func answer(
    to client: ClientRecord, list: Int, _ database: Database
  ) throws(StoreError) -> ClaimResult {
    let outcomeTable = OutcomeTable(database: database)
    let acknowledged = client.acknowledgedThrough
    let outcomes = try outcomeTable.outcomes(list: list, author: client.author, above: acknowledged)
    let trimmed = try outcomeTable.applied(list: list, author: client.author, above: acknowledged)
    let logged = try LogTable(database: database).applied(
      list: list, author: client.author, above: acknowledged)
    let applied = (trimmed + logged).sorted { $0.sequence < $1.sequence }
    return .known(client, outcomes: outcomes, applied: applied)
  }

  private func forgetLongestAbsent(list: Int, _ database: Database) throws(StoreError) {
    let author = try ClientTable(database: database).deleteLongestAbsent(list: list)
    try ListTable(database: database).forgetClient(list)
    guard let author else { return }
    try OutcomeTable(database: database).delete(list: list, author: author, through: .max)
  }
}
