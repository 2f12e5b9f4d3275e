import LabelStore
import Labels

/// Makes a list's requests one after the other, with a hash chain that shows any gap.
struct History: Sendable {
  let list: ListID
  var revision: Revision = 0
  var hash: UInt64 = 7
  var sequences: [Author: EditSequence] = [:]

  init(_ list: ListID) {
    self.list = list
  }

  static func link(_ hash: UInt64, _ author: Author, _ sequence: EditSequence) -> UInt64 {
    (hash ^ UInt64(author)) &* 0x9E37_79B9_7F4A_7C15 &+ UInt64(sequence)
  }

  static func fingerprint(_ author: Author, _ sequence: EditSequence) -> UInt64 {
    UInt64.max - UInt64(author * 1_000 + sequence)
  }

  /// A batch of applied edits by one author, the last one perhaps only in part, followed by rejected ones.
  mutating func batch(
    applied: Int = 1, rejected: Int = 0, by author: Author = 1, acknowledgedThrough: EditSequence = 0,
    bodyBytes: Int = 20, isPartial: Bool = false
  ) -> AppendRequest {
    let after = revision
    let afterHash = hash
    var sequence = sequences[author] ?? 0
    var entries: [LogRecord] = []
    for _ in 0..<applied {
      sequence += 1
      revision += 1
      hash = Self.link(hash, author, sequence)
      entries.append(
        LogRecord(
          revision: revision, author: author, sequence: sequence, time: 1_796_000_000_000, isPartial: false,
          hash: hash, fingerprint: Self.fingerprint(author, sequence),
          body: [UInt8](repeating: UInt8(truncatingIfNeeded: revision), count: bodyBytes)))
    }
    if isPartial, !entries.isEmpty { entries[entries.count - 1].isPartial = true }
    var outcomes: [OutcomeRecord] = []
    for index in 0..<rejected + (isPartial ? 1 : 0) {
      if !isPartial || index > 0 { sequence += 1 }
      outcomes.append(
        OutcomeRecord(
          author: author, sequence: sequence, fingerprint: Self.fingerprint(author, sequence),
          body: [UInt8(truncatingIfNeeded: sequence)]))
    }
    sequences[author] = sequence
    let progress = ClientProgress(
      author: author, lastSequence: sequence, acknowledgedThrough: acknowledgedThrough)
    return AppendRequest(
      list: list, after: after, afterHash: afterHash, entries: entries, outcomes: outcomes,
      progress: [progress])
  }
}

extension ListRecord {
  /// A list whose first hash is the one from which `History` goes on.
  static func sample(_ number: UInt64, alias: String? = nil, exists: Bool = false) -> ListRecord {
    ListRecord(
      id: ListID(high: 0xABCD, low: number), alias: alias ?? "list-\(number)", epoch: "epoch-\(number)",
      exists: exists, created: 1_796_000_000_000, revision: 0, hash: 7)
  }
}

let secret = SecretHash.of(Array("a secret of a client".utf8))
