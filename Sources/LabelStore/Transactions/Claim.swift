internal import Labels

/// A client that claims its id.
struct Claim: Sendable {
  let list: ListID
  let client: ClientID
  let secretHash: [UInt8]
  let mayCreate: Bool
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
      let outcomes = try OutcomeTable(database: database).outcomes(
        list: number, author: known.author, above: known.acknowledgedThrough)
      let applied = try LogTable(database: database).applied(
        list: number, author: known.author, above: known.acknowledgedThrough)
      return .known(known, outcomes: outcomes, applied: applied)
    }
    guard mayCreate else { return .unknown }
    while try lists.clientCount(number) >= clientsPerList { try forgetLongestAbsent(list: number, database) }
    let author = try lists.nextAuthor(number)
    try clients.insert(
      client, list: number, author: author, secretHash: secretHash, claim: try lists.nextClaim(number))
    return .created(ClientRecord(id: client, author: author, lastSequence: 0, acknowledgedThrough: 0))
  }
  private func forgetLongestAbsent(list: Int, _ database: Database) throws(StoreError) {
    let author = try ClientTable(database: database).deleteLongestAbsent(list: list)
    try ListTable(database: database).forgetClient(list)
    guard let author else { return }
    try OutcomeTable(database: database).delete(list: list, author: author, through: .max)
  }
}
