public import Labels

/// Where lists live. Bodies are opaque to it.
///
/// Nothing returns from a write before it is durable: what a store has confirmed is there after any crash or power cut.
public protocol Store: Sendable {
  /// The list with an alias, provisional ones included; nil when there is none.
  func list(alias: String) async throws(StoreError) -> ListRecord?

  /// The lists that exist, by ascending alias (by bytes), behind `alias` (nil: from the first), at most `limit`. `archived`
  /// chooses those in the archive or those not; nil: both.
  func lists(after alias: String?, limit: Int, archived: Bool?) async throws(StoreError) -> [ListRecord]

  /// Puts a new, empty list in. With `exists` false it is provisional: visited, never edited.
  ///
  /// Creating the same list (same id and alias) again only makes a provisional one exist, if the record says so. An alias
  /// that another list has is `aliasTaken`.
  func createList(_ record: ListRecord) async throws(StoreError)

  /// Sets a list's title, and puts it into the archive or takes it out. One that is in it already keeps the time at which it
  /// came there. Throws `unknownList`.
  func setInfo(_ id: ListID, title: String?, isArchived: Bool, at time: Int64) async throws(StoreError)

  /// Says how many labels a list has, if the store does not know it. Throws `unknownList`.
  func setUnknownLabelCount(_ id: ListID, to count: Int) async throws(StoreError)

  /// A list and its newest complete snapshot. Throws `unknownList`.
  func load(_ id: ListID) async throws(StoreError) -> StoredList

  /// Entries of a list's log behind a revision, in order. At most `limit`; fewer where bodies are large. An empty answer,
  /// and no shorter one, means that there are no more. Throws `unknownList`, and `trimmed` when entries behind the
  /// revision are gone.
  func log(_ id: ListID, after revision: Revision, limit: Int) async throws(StoreError) -> [LogRecord]

  /// The entries of a list's log ahead of a revision, in order, at most `limit`: those next to it. Fewer where bodies are
  /// large; an empty answer, and no shorter one, means that there are no more. Throws `unknownList`.
  func log(_ id: ListID, before revision: Revision, limit: Int) async throws(StoreError) -> [LogRecord]

  /// The entries of edits, in the order of the edits, nil where the log has none. Throws `unknownList`.
  ///
  /// Fewer than were asked for where those are many or bodies are large, at least the first.
  func entries(
    _ id: ListID, of edits: [(author: Author, sequence: EditSequence)]
  ) async throws(StoreError) -> [LogRecord?]

  /// Binds a client id to the hash of its secret, or finds it bound. Throws `unknownList`.
  ///
  /// `mayCreate` false: an absent client is `unknown`. Author numbers are 1, 2, …, and never given twice on a list.
  /// `person` nil leaves what is known of the client's.
  func claim(
    list: ListID, client: ClientID, secretHash: [UInt8], mayCreate: Bool, person: PersonRecord?
  ) async throws(StoreError) -> ClaimResult

  /// Keeps how a client wants to be shown. An author that is not known, or no more, changes nothing. Throws `unknownList`.
  func setPerson(_ id: ListID, author: Author, person: PersonRecord) async throws(StoreError)

  /// How the clients of a list want to be shown, those that said so, by ascending author number; as many as a list
  /// remembers. Reads all clients of the list. Throws `unknownList`.
  func people(_ id: ListID) async throws(StoreError) -> [(author: Author, person: PersonRecord)]

  /// Appends a batch to a list's log, if the list's head is still the one on which the batch was evaluated.
  ///
  /// The first entry makes a provisional list exist. An author's entries ascend in sequence, and no sequence is used twice: such a
  /// batch is refused. Throws `unknownList`. After `temporary` the same request may come again.
  func append(_ request: AppendRequest) async throws(StoreError) -> AppendResult

  /// Stores a list's content at a revision; older snapshots go. It counts once it is complete. Throws `unknownList`.
  ///
  /// Pieces are written one by one, so that other writes come between. One snapshot at a time for a list. One that is
  /// newer than the log, or has another hash than the log there, is refused.
  func putSnapshot(
    list: ListID, revision: Revision, hash: UInt64, pieces: [[UInt8]]
  ) async throws(StoreError)

  /// Deletes the entries of a list's log up to a revision, the list's `trimmedThrough` from then on.
  ///
  /// What became of edits that their client has not acknowledged stays known: to a claim it makes no difference. Pieces are
  /// deleted one by one, so that other writes come between; after an error those deleted so far stay so. What is trimmed
  /// already is fine. Beyond the newest complete snapshot it is refused. Throws `unknownList`.
  func trim(_ id: ListID, through revision: Revision) async throws(StoreError)

  /// Gives every list another epoch, in one transaction: for a store that was put back from a backup.
  ///
  /// `make` is called once for each list, on the writer's thread, and must not give the same twice.
  func renewEpochs(_ make: @escaping @Sendable () -> String) async throws(StoreError)

  /// Deletes a list; its alias is free from then on. Deleting an unknown one changes nothing.
  func deleteList(_ id: ListID) async throws(StoreError)

  /// Deletes a list if it is still provisional.
  func forgetProvisional(_ id: ListID) async throws(StoreError)

  /// Deletes every list that is still provisional: what a run leaves that ended while lists were only visited. Their
  /// visitors come again as new clients.
  func forgetAllProvisional() async throws(StoreError)

  /// Finishes the writes that wait, then refuses everything with `closed`. Further calls change nothing.
  func close() async
}

extension Store {
  /// The lists that exist, those in the archive too.
  public func lists(after alias: String?, limit: Int) async throws(StoreError) -> [ListRecord] {
    try await lists(after: alias, limit: limit, archived: nil)
  }

  /// The entry of an edit; nil when the log has none. Throws `unknownList`.
  public func entry(
    _ id: ListID, author: Author, sequence: EditSequence
  ) async throws(StoreError) -> LogRecord? {
    try await entries(id, of: [(author, sequence)]).first ?? nil
  }
}
