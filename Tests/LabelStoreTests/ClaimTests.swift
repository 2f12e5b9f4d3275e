import LabelStore
import Labels
import Testing

@Suite("Claiming a client id")
struct ClaimTests {
  let folder: TemporaryFolder
  let store: SQLiteStore
  let list = ListRecord.sample(1)
  let client = ClientID(high: 5, low: 6)

  init() async throws {
    folder = try TemporaryFolder()
    store = try SQLiteStore(folder: folder.path)
    try await store.createList(list)
  }

  private func claim(_ client: ClientID, mayCreate: Bool = true) async throws -> ClaimResult {
    try await store.claim(list: list.id, client: client, secretHash: secret, mayCreate: mayCreate)
  }

  @Test("The first claim gives an author number, later ones find it")
  func firstClaimCreates() async throws {
    let record = ClientRecord(id: client, author: 1, lastSequence: 0, acknowledgedThrough: 0)
    #expect(try await claim(client) == .created(record))
    #expect(try await claim(client) == .known(record, outcomes: [], applied: []))
    #expect(try await claim(client, mayCreate: false) == .known(record, outcomes: [], applied: []))
  }

  @Test("An unknown client that must not be created stays unknown")
  func absentStaysUnknown() async throws {
    #expect(try await claim(client, mayCreate: false) == .unknown)
    #expect(try await claim(client, mayCreate: false) == .unknown)
  }

  @Test("Another secret does not get the id")
  func wrongSecret() async throws {
    _ = try await claim(client)
    let other = SecretHash.of(Array("another secret".utf8))
    let answer = try await store.claim(list: list.id, client: client, secretHash: other, mayCreate: true)
    #expect(answer == .wrongSecret)
  }

  @Test("Author numbers go up by list, and across a restart")
  func authorsAreCounted() async throws {
    let other = ListRecord.sample(2)
    try await store.createList(other)
    var authors: [Author?] = []
    for low in 1...3 as ClosedRange<UInt64> {
      authors.append(try await claim(ClientID(high: 0, low: low)).author)
    }
    let elsewhere = try await store.claim(list: other.id, client: client, secretHash: secret, mayCreate: true)
    await store.close()
    let reopened = try SQLiteStore(folder: folder.path)
    let next = try await reopened.claim(
      list: list.id, client: ClientID(high: 0, low: 4), secretHash: secret, mayCreate: true)
    #expect(authors + [next.author] == [1, 2, 3, 4])
    #expect(elsewhere.author == 1)
    await reopened.close()
  }

  @Test("An author number is not given again after its client's row is deleted")
  func authorIsNeverReused() async throws {
    _ = try await claim(client)
    await store.close()
    try execute("DELETE FROM clients", in: folder)
    let reopened = try SQLiteStore(folder: folder.path)
    let again = try await reopened.claim(list: list.id, client: client, secretHash: secret, mayCreate: true)
    #expect(again.author == 2)
    await reopened.close()
  }

  @Test("A known client gets its unacknowledged outcomes and applied edits, and nobody else's")
  func knownClientGetsItsOutcomes() async throws {
    _ = try await claim(client)
    _ = try await claim(ClientID(high: 0, low: 2))
    var history = History(list.id)
    let first = history.batch(applied: 2, rejected: 1, by: 1)
    let others = history.batch(applied: 1, rejected: 1, by: 2)
    let second = history.batch(applied: 1, rejected: 1, by: 1, acknowledgedThrough: 1)
    for request in [first, others, second] { #expect(try await store.append(request) == .committed) }

    let record = ClientRecord(id: client, author: 1, lastSequence: 5, acknowledgedThrough: 1)
    let entries = [first.entries[1], second.entries[0]]
    let applied = entries.map { entry in
      AppliedRecord(
        sequence: entry.sequence, revision: entry.revision, fingerprint: entry.fingerprint,
        isPartial: entry.isPartial)
    }
    let outcomes = first.outcomes + second.outcomes
    #expect(try await claim(client) == .known(record, outcomes: outcomes, applied: applied))
  }

  @Test("Acknowledged outcomes are deleted, and an older acknowledgement takes nothing back")
  func acknowledgedOutcomesGo() async throws {
    _ = try await claim(client)
    var history = History(list.id)
    let rejections = history.batch(applied: 0, rejected: 3)
    _ = try await store.append(rejections)
    for through in [2, 1] {
      _ = try await store.append(history.batch(applied: 0, acknowledgedThrough: through))
    }
    let record = ClientRecord(id: client, author: 1, lastSequence: 3, acknowledgedThrough: 2)
    #expect(try await claim(client) == .known(record, outcomes: [rejections.outcomes[2]], applied: []))
    await store.close()
    #expect(try rowCounts(folder)["outcomes"] == 1)
  }

  @Test(
    "The recorded sequence is never below what the log and the outcomes show",
    arguments: [(2, 1), (3, 0), (0, 3)])
  func lastSequenceFollowsTheLog(applied: Int, rejected: Int) async throws {
    _ = try await claim(client)
    var history = History(list.id)
    var request = history.batch(applied: applied, rejected: rejected)
    request.progress = []
    _ = try await store.append(request)
    #expect(try await claim(client).record?.lastSequence == 3)
  }

  @Test("The recorded sequence never falls, also when nothing else shows it any more")
  func lastSequenceStays() async throws {
    _ = try await claim(client)
    var history = History(list.id)
    _ = try await store.append(history.batch(applied: 0, rejected: 3, acknowledgedThrough: 3))
    history.sequences[1] = 1
    _ = try await store.append(history.batch(applied: 0))
    #expect(try await claim(client).record?.lastSequence == 3)
  }

  @Test("Beyond the limit, the client that has not come for the longest time is forgotten, outcomes and all")
  func longestAbsentIsForgotten() async throws {
    await store.close()
    var configuration = StoreConfiguration()
    configuration.clientsPerList = 2
    let small = try SQLiteStore(folder: folder.path, configuration: configuration)
    func claim(_ low: UInt64, mayCreate: Bool = true) async throws -> ClaimResult {
      try await small.claim(
        list: list.id, client: ClientID(high: 0, low: low), secretHash: secret, mayCreate: mayCreate)
    }
    _ = try await claim(1)
    _ = try await claim(2)
    var history = History(list.id)
    _ = try await small.append(history.batch(applied: 0, rejected: 1, by: 2))
    _ = try await claim(1)
    #expect(try await claim(3).author == 3)
    #expect(try await claim(2, mayCreate: false) == .unknown)
    #expect(try await claim(1, mayCreate: false).author == 1)
    await small.close()
    #expect(try rowCounts(folder)["clients"] == 2)
    #expect(try rowCounts(folder)["outcomes"] == 0)
  }

  @Test("An unknown list is told apart")
  func unknownList() async throws {
    let missing = ListRecord.sample(9).id
    await #expect(throws: StoreError.unknownList) {
      try await store.claim(list: missing, client: client, secretHash: secret, mayCreate: true)
    }
  }

  @Test("A secret is kept as its SHA-256")
  func secretHash() {
    let digest = SecretHash.of(Array("abc".utf8)).map { byte in
      let text = String(byte, radix: 16)
      return text.count == 1 ? "0" + text : text
    }
    #expect(digest.joined() == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
  }
}

extension ClaimResult {
  var record: ClientRecord? {
    switch self {
    case .created(let record), .known(let record, _, _): record
    case .wrongSecret, .unknown: nil
    }
  }

  var author: Author? { record?.author }
}
