import LabelStore
import Labels
import Testing

@Suite("How clients want to be shown")
struct PeopleTests {
  let folder: TemporaryFolder
  let store: SQLiteStore
  let list = ListRecord.sample(1)
  let ada = PersonRecord(name: "Ada", color: "#1f77b4")
  let grace = PersonRecord(name: "Gräce 🧮")

  init() async throws {
    folder = try TemporaryFolder()
    store = try SQLiteStore(folder: folder.path)
    try await store.createList(list)
  }

  private func claim(
    _ low: UInt64, as person: PersonRecord?, of store: SQLiteStore? = nil
  ) async throws -> ClaimResult {
    try await (store ?? self.store).claim(
      list: list.id, client: ClientID(high: 0, low: low), secretHash: secret, mayCreate: true, person: person)
  }

  private func people(of store: SQLiteStore? = nil) async throws -> [Author: PersonRecord] {
    let people = try await (store ?? self.store).people(list.id)
    #expect(people.map(\.author) == people.map(\.author).sorted())
    return Dictionary(uniqueKeysWithValues: people.map { ($0.author, $0.person) })
  }

  @Test("is kept from a claim across a restart, and clients that did not say are not among them")
  func claimKeepsPerson() async throws {
    // The order of the ids is not that of the authors.
    _ = try await claim(9, as: ada)
    _ = try await claim(5, as: nil)
    _ = try await claim(1, as: grace)
    #expect(try await people() == [1: ada, 3: grace])
    await store.close()
    let next = try SQLiteStore(folder: folder.path)
    #expect(try await people(of: next) == [1: ada, 3: grace])
    await next.close()
  }

  @Test("is replaced as a whole by a later claim, and left alone by a claim without it")
  func laterClaimReplaces() async throws {
    _ = try await claim(1, as: ada)
    _ = try await claim(1, as: nil)
    #expect(try await people() == [1: ada])
    _ = try await claim(1, as: grace)
    #expect(try await people() == [1: grace])
  }

  @Test("is not taken from a claim with a wrong secret")
  func wrongSecretChangesNothing() async throws {
    _ = try await claim(1, as: ada)
    let other = SecretHash.of(Array("another secret".utf8))
    let answer = try await store.claim(
      list: list.id, client: ClientID(high: 0, low: 1), secretHash: other, mayCreate: true, person: grace)
    #expect(answer == .wrongSecret)
    #expect(try await people() == [1: ada])
  }

  @Test("can be changed between claims, and for an unknown author nothing changes")
  func personIsChanged() async throws {
    _ = try await claim(1, as: nil)
    try await store.setPerson(list.id, author: 1, person: ada)
    try await store.setPerson(list.id, author: 2, person: grace)
    #expect(try await people() == [1: ada])
    try await store.setPerson(list.id, author: 1, person: grace)
    #expect(try await people() == [1: grace])
    await #expect(throws: StoreError.unknownList) {
      try await store.setPerson(ListRecord.sample(9).id, author: 1, person: ada)
    }
    await #expect(throws: StoreError.unknownList) { try await store.people(ListRecord.sample(9).id) }
  }

  @Test("is forgotten with the client")
  func forgottenWithTheClient() async throws {
    await store.close()
    var configuration = StoreConfiguration()
    configuration.clientsPerList = 1
    let small = try SQLiteStore(folder: folder.path, configuration: configuration)
    _ = try await claim(1, as: ada, of: small)
    _ = try await claim(2, as: grace, of: small)
    #expect(try await people(of: small) == [2: grace])
    await small.close()
  }

  @Test("is refused above the limit of bytes, and leaves nothing")
  func bytesAreBounded() async throws {
    let limit = StoreConfiguration().personBytes
    let color = "#1f77b4"
    let largest = PersonRecord(name: String(repeating: "a", count: limit - color.count), color: color)
    _ = try await claim(1, as: largest)
    #expect(try await people() == [1: largest])
    var tooLarge = largest
    tooLarge.name += "a"
    await #expect { try await claim(2, as: tooLarge) } throws: { $0.isRefused }
    await #expect { try await store.setPerson(list.id, author: 1, person: tooLarge) } throws: { $0.isRefused }
    #expect(try await people() == [1: largest])
    await store.close()
    #expect(try rowCounts(folder)["clients"] == 1)
  }
}
