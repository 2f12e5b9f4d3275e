import LabelStore
import Labels

/// A store that meets trouble on demand: what lists do about it can be seen.
actor TroubledStore: Store {
  enum Operation: Hashable {
    case append, claim, entries, log
  }

  private struct Trouble {
    let error: StoreError
    /// It is done, and fails all the same.
    let isDone: Bool
  }

  let store: SQLiteStore
  private var troubles: [Operation: [Trouble]] = [:]
  private var isHoldingAppends = false
  private var held: [CheckedContinuation<Void, Never>] = []
  private var isHoldingForgetting = false
  private var heldForgetting: [CheckedContinuation<Void, Never>] = []
  private(set) var isClosed = false
  /// How many appends were asked for.
  private(set) var appends = 0
  /// The names that were to be stored, beyond those that came with a claim.
  private(set) var namesStored: [String] = []

  init(_ folder: ServerFolder) throws {
    store = try SQLiteStore(folder: folder.data)
  }

  /// The next operation of a kind fails; as often as this is called for it.
  func fail(_ operation: Operation, with error: StoreError, isDone: Bool = false) {
    troubles[operation, default: []].append(Trouble(error: error, isDone: isDone))
  }

  /// Appends wait until they are released.
  func holdAppends() { isHoldingAppends = true }

  var heldAppends: Int { held.count }

  /// Those that wait go on; those to come wait too if `isHoldingOn`.
  func releaseAppends(holdingOn isHoldingOn: Bool = false) {
    isHoldingAppends = isHoldingOn
    for continuation in held { continuation.resume() }
    held = []
  }

  /// Lists that nobody edited are not forgotten until they may.
  func holdForgetting() { isHoldingForgetting = true }

  var isForgetting: Bool { !heldForgetting.isEmpty }

  func releaseForgetting() {
    isHoldingForgetting = false
    for continuation in heldForgetting { continuation.resume() }
    heldForgetting = []
  }

  private func meetTrouble<Answer>(
    _ operation: Operation, _ body: () async throws(StoreError) -> Answer
  ) async throws(StoreError) -> Answer {
    guard let trouble = troubles[operation]?.first else { return try await body() }
    troubles[operation]?.removeFirst()
    if trouble.isDone { _ = try await body() }
    throw trouble.error
  }

  func append(_ request: AppendRequest) async throws(StoreError) -> AppendResult {
    appends += 1
    if isHoldingAppends { await withCheckedContinuation { held.append($0) } }
    return try await meetTrouble(.append) { () async throws(StoreError) in try await store.append(request) }
  }

  func claim(
    list: ListID, client: ClientID, secretHash: [UInt8], mayCreate: Bool, person: PersonRecord?
  ) async throws(StoreError) -> ClaimResult {
    try await meetTrouble(.claim) { () async throws(StoreError) in
      try await store.claim(
        list: list, client: client, secretHash: secretHash, mayCreate: mayCreate, person: person)
    }
  }

  func entries(
    _ id: ListID, of edits: [(author: Author, sequence: EditSequence)]
  ) async throws(StoreError) -> [LogRecord?] {
    try await meetTrouble(.entries) { () async throws(StoreError) in try await store.entries(id, of: edits) }
  }

  // What meets no trouble.

  func list(alias: String) async throws(StoreError) -> ListRecord? { try await store.list(alias: alias) }

  func lists(after alias: String?, limit: Int, archived: Bool?) async throws(StoreError) -> [ListRecord] {
    try await store.lists(after: alias, limit: limit, archived: archived)
  }

  func setInfo(
    _ id: ListID, title: String?, isArchived: Bool, at time: Int64
  ) async throws(StoreError) {
    try await store.setInfo(id, title: title, isArchived: isArchived, at: time)
  }

  func setUnknownLabelCount(_ id: ListID, to count: Int) async throws(StoreError) {
    try await store.setUnknownLabelCount(id, to: count)
  }

  func createList(_ record: ListRecord) async throws(StoreError) { try await store.createList(record) }

  func log(_ id: ListID, after revision: Revision, limit: Int) async throws(StoreError) -> [LogRecord] {
    try await meetTrouble(.log) { () async throws(StoreError) in
      try await store.log(id, after: revision, limit: limit)
    }
  }

  func log(_ id: ListID, before revision: Revision, limit: Int) async throws(StoreError) -> [LogRecord] {
    try await store.log(id, before: revision, limit: limit)
  }

  func load(_ id: ListID) async throws(StoreError) -> StoredList { try await store.load(id) }

  func setPerson(_ id: ListID, author: Author, person: PersonRecord) async throws(StoreError) {
    namesStored.append(person.name)
    try await store.setPerson(id, author: author, person: person)
  }

  func people(_ id: ListID) async throws(StoreError) -> [(author: Author, person: PersonRecord)] {
    try await store.people(id)
  }

  func putSnapshot(
    list: ListID, revision: Revision, hash: UInt64, pieces: [[UInt8]]
  ) async throws(StoreError) {
    try await store.putSnapshot(list: list, revision: revision, hash: hash, pieces: pieces)
  }

  func trim(_ id: ListID, through revision: Revision) async throws(StoreError) {
    try await store.trim(id, through: revision)
  }

  func renewEpochs(_ make: @escaping @Sendable () -> String) async throws(StoreError) {
    try await store.renewEpochs(make)
  }

  func deleteList(_ id: ListID) async throws(StoreError) { try await store.deleteList(id) }

  func forgetProvisional(_ id: ListID) async throws(StoreError) {
    if isHoldingForgetting { await withCheckedContinuation { heldForgetting.append($0) } }
    try await store.forgetProvisional(id)
  }

  func forgetAllProvisional() async throws(StoreError) { try await store.forgetAllProvisional() }

  func close() async {
    isClosed = true
    await store.close()
  }
}
