import LabelWire
import Labels
import Network

extension BenchRun {
  /// Snapshots that are compared with what the server says of the past, all lists together.
  private static let mostPastLists = 5

  /// Waits until every edit is answered and every client stands at the server's head. What is not so in the end is for
  /// the judge to say.
  func rest() async throws {
    progress("waiting for the last outcomes")
    let moves = { self.scene.tally.answered + self.scene.tally.deliveries - self.pendingCount }
    _ = await wait(whileMoving: Self.patience, moves) {
      self.pendingCount == 0 && self.clients.allSatisfy(\.isCurrent)
    }
    for (index, list) in lists.enumerated() {
      let head = try await ServerReader(address: list.address).revision()
      let clients = stride(from: index, to: options.clients, by: lists.count).map { self.clients[$0] }
      _ = await wait(whileMoving: Self.patience, moves) { clients.allSatisfy { $0.revision == head } }
    }
  }

  /// What is known of each list.
  func evidence() async throws -> [Evidence] {
    progress("reading the server's lists and logs")
    var all: [Evidence] = []
    var pastLists = Self.mostPastLists
    for (index, list) in lists.enumerated() {
      let reader = ServerReader(address: list.address)
      let digests = list.replica.checkSnapshots()
      var evidence = Evidence(
        start: list.start, server: try await reader.list(), log: try await reader.changes(after: list.start),
        replicas: [], writers: [], told: list.replica.told, faults: list.replica.faults,
        hasOthers: options.hasOthers)
      complete(&evidence, of: list, index)
      for (revision, digest) in digests.sorted(by: { $0.key < $1.key })
      where pastLists > 0 {
        pastLists -= 1
        guard let past = try await reader.list(at: revision) else { continue }
        let truth = ListDigest.of(past.labels, orientation: past.orientation)
        if truth != digest { evidence.faults.append(.otherPast(revision: revision)) }
      }
      all.append(evidence)
    }
    return all
  }

  private func complete(_ evidence: inout Evidence, of list: BenchList, _ index: Int) {
    if let point = list.replica.point {
      evidence.replicas.append(
        Evidence.Replica(client: nil, revision: point.revision, list: list.replica.list))
    }
    for number in stride(from: index, to: options.clients, by: lists.count) {
      let client = clients[number]
      if let replica = client as? ReplicaClient {
        evidence.replicas.append(
          Evidence.Replica(client: number, revision: replica.revision, list: replica.confirmed))
      } else {
        evidence.followers.append(Evidence.Follower(client: number, revision: client.revision))
      }
      if let writer = client.writer {
        evidence.writers.append(
          Evidence.Writer(client: number, authors: writer.authors, edits: writer.edits))
      }
    }
    evidence.addTrimmed()
  }
}

extension Evidence {
  /// What the log no longer has, as far back as clients were told of it.
  mutating func addTrimmed() {
    guard let first = log.first?.revision, first > start + 1 else { return }
    var missing: [DiffChange] = []
    for revision in start + 1..<first {
      guard let change = told.lazy.compactMap({ $0[revision] }).first else { return }
      missing.append(change)
    }
    log = missing + log
  }
}
