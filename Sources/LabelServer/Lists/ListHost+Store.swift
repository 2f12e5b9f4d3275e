import LabelEngine
import LabelStore
import LabelWire
import Labels
import Network

/// What the list asks of the store, and of processors other than the loop's.
extension ListHost {
  func claim(
    _ client: ClientID, secret: String, mayCreate: Bool, person: Person?, for session: SessionID
  ) async {
    do {
      let result = try await store.claim(
        list: id, client: client, secretHash: SecretHash.of(Array(secret.utf8)), mayCreate: mayCreate,
        person: person.map { PersonRecord($0) })
      state.claimed(Claim(result), for: session)
    } catch {
      log(.error, "claim.failed", ["list": "\(alias)", "reason": "\(error)"])
      state.disconnect(session, .storeUnavailable)
    }
    run()
    requestTurn()
  }

  func readLog(after: Revision, through: Revision, for session: SessionID) async {
    var changes: [DiffChange] = []
    let limit = state.limits.resumeEntries + 1
    if through - after <= limit {
      do {
        changes = try await store.log(id, after: after, limit: limit).compactMap(DiffChange.init)
      } catch {
        // The client gets a snapshot instead.
        log(.warning, "log.unreadable", ["list": "\(alias)", "reason": "\(error)"])
      }
    }
    state.logRead(changes.filter { $0.revision <= through }, for: session)
    run()
    requestTurn()
  }

  /// What could not be read for a time is asked for again, with growing pauses: the undo that needs it waits.
  func readEntries(_ keys: [EditKey]) async {
    var pause = Duration.milliseconds(100)
    while !hasFailed {
      do {
        let records = try await store.entries(id, of: keys.map { ($0.author, $0.sequence) })
        state.entriesRead(records.map { $0.flatMap(Change.init) })
        run()
        resumeAwaitingCommit()
        return requestTurn()
      } catch .temporary(let reason) {
        log(.error, "log.unreadable", ["list": "\(alias)", "reason": .text(reason)])
        try? await Task.sleep(for: pause)
        pause = min(pause * 2, .seconds(5))
      } catch {
        return fail("\(error)")
      }
    }
  }

  func makeSnapshot(_ source: SnapshotSource, _ coding: SnapshotCoding) async {
    state.snapshotMade(await encodedFrames(of: source, in: coding), of: source.point, in: coding)
    log(.debug, "snapshot.made", ["list": "\(alias)", "revision": .number(source.point.revision)])
    run()
    requestTurn()
  }

  func trim(through revision: Revision) async {
    do {
      try await store.trim(id, through: revision)
      log(.info, "log.trimmed", ["list": "\(alias)", "through": .number(revision)])
    } catch {
      log(.error, "trim.failed", ["list": "\(alias)", "reason": "\(error)"])
    }
    state.trimmed()
    run()
    closeIfIdle()
  }

  /// A name is shown at once, and stored when it can be: one write at a time with the latest of each, so that nobody who goes
  /// on changing theirs takes the store from the others.
  func remember(_ person: Person, of author: Author) {
    unstoredPeople[author] = person
    guard !isStoringPeople else { return }
    isStoringPeople = true
    Task { await storePeople() }
  }

  private func storePeople() async {
    while let (author, person) = unstoredPeople.popFirst() {
      do {
        try await store.setPerson(id, author: author, person: PersonRecord(person))
      } catch {
        log(.warning, "person.notStored", ["list": "\(alias)", "reason": "\(error)"])
      }
    }
    isStoringPeople = false
  }

  /// Stores a batch; what failed for a time is tried again with growing pauses, since nothing of it was applied.
  func append(_ request: AppendRequest) async {
    var pause = Duration.milliseconds(100)
    while !hasFailed {
      do {
        guard case .committed = try await store.append(request) else {
          return fail("another process has written to the list")
        }
        state.committed()
        run()
        resumeReaders()
        resumeAwaitingCommit()
        return requestTurn()
      } catch .temporary(let reason) {
        log(.error, "commit.retried", ["list": "\(alias)", "reason": .text(reason)])
        try? await Task.sleep(for: pause)
        pause = min(pause * 2, .seconds(5))
      } catch {
        return fail("\(error)")
      }
    }
  }

  /// Stops the list: what was not committed was not answered, and clients send it again once it is loaded anew.
  func fail(_ reason: String) {
    log(.error, "list.failed", ["list": "\(alias)", "reason": .text(reason)])
    hasFailed = true
    state.disconnectAll(.storeUnavailable)
    run()
    resumeReaders()
    resumeAwaitingCommit()
    registry.forget(self)
  }

  func storeSnapshot(_ source: SnapshotSource) async {
    let revision = source.point.revision
    do {
      let bytes = try await put(source, into: store)
      log(
        .debug, "snapshot.stored",
        ["list": "\(alias)", "revision": .number(revision), "bytes": .number(bytes)])
      state.snapshotStored(bytes: bytes, of: revision)
    } catch {
      log(.error, "snapshot.failed", ["list": "\(alias)", "reason": "\(error)"])
      state.snapshotStored(bytes: nil, of: revision)
    }
    run()
  }
}

/// Off the loop, since it takes time with the length of the list.
@concurrent private func encodedFrames(
  of source: SnapshotSource, in coding: SnapshotCoding
) async -> [[UInt8]] {
  source.messages.map { message in
    switch coding {
    case .json: coding.frame(message)
    // A chunk that could not be compressed for want of memory makes the client ask anew.
    case .deflate: coding.frame(Zlib.deflate(message) ?? [])
    }
  }
}

/// Stores a list whole; returns how many bytes it takes. Off the loop, as above: giving the memory back takes its time too.
@concurrent private func put(_ source: SnapshotSource, into store: any Store) async throws(StoreError) -> Int
{
  let pieces = StoredListCoding.encode(source)
  try await store.putSnapshot(
    list: source.point.list, revision: source.point.revision, hash: source.point.hash, pieces: pieces)
  return pieces.reduce(0) { $0 + $1.count }
}
