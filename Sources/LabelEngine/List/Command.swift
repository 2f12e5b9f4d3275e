public import LabelWire
public import Labels

/// What a list's engine asks of its surroundings. The answers come back as events, in any order and at any time.
public enum Command: Sendable {
  /// Bind the client id to its secret, or check that it is; answer with `claimed`.
  case claim(SessionID, ClientID, secret: String, mayCreate: Bool, person: Person?)
  /// Read the log behind a revision, up to and with another; answer with `logRead`.
  case readLog(SessionID, after: Revision, through: Revision)
  /// Read the log entries of edits that are to be undone; answer with `entriesRead`. One at a time.
  case readEntries([EditKey])
  /// Store a batch; answer with `committed`. One at a time.
  case append(Batch)
  /// Encode the list for those who join; answer with `snapshotMade`. One of each coding at a time.
  case makeSnapshot(SnapshotSource, SnapshotCoding)
  /// Encode the list and store it; answer with `snapshotStored`. One at a time.
  case storeSnapshot(SnapshotSource)
  /// Delete the log through this revision, of which a snapshot is stored; answer with `trimmed`. One at a time.
  case trim(through: Revision)
  /// Store how an author is shown.
  case remember(Person, of: Author)
  /// Call `publishPresence` after a while that depends on how many people there are.
  case presenceIsDue(people: Int)
  /// Write what waits, then close.
  case disconnect(SessionID, Disconnect)
  /// Stop reading from a connection.
  case pauseReading(SessionID)
  /// Read from a connection again.
  case resumeReading(SessionID)
  /// An edit was rejected: for the log.
  case report(RejectedEdit)
}

/// Which edit of a list.
public struct EditKey: Hashable, Sendable {
  /// Its author.
  public let author: Author
  /// The author's sequence.
  public let sequence: EditSequence

  /// An author's edit.
  public init(author: Author, sequence: EditSequence) {
    self.author = author
    self.sequence = sequence
  }
}

/// A list at a revision, to be encoded anywhere.
public struct SnapshotSource: Sendable {
  /// The list's content.
  public let list: LabelList
  /// What it is of.
  public let point: ResumePoint
  /// Bytes of one chunk before the next is begun.
  public let chunkBytes: Int

  /// A list at a point of its history.
  public init(list: LabelList, point: ResumePoint, chunkBytes: Int) {
    self.list = list
    self.point = point
    self.chunkBytes = chunkBytes
  }
}

/// What the log says of a rejected edit.
public struct RejectedEdit: Equatable, Sendable {
  /// Whose edit; with the sequence it makes the edit's id.
  public let client: ClientID
  /// The client's sequence.
  public let sequence: EditSequence
  /// The first label that it named.
  public let label: LabelID?
  /// The stable code; `mixed` if only some labels were rejected.
  public let code: String
}

/// What the store says to a claim.
public enum Claim: Sendable {
  /// The client is bound to this secret.
  case granted(ClaimedClient)
  /// Another secret holds this id.
  case wrongSecret
  /// There is no such client, and it may not be made.
  case unknown
}

/// A client as the store knows it.
public struct ClaimedClient: Sendable {
  /// Its number on this list.
  public let author: Author
  /// The highest sequence recorded.
  public let lastSequence: EditSequence
  /// The sequence up to which outcomes are stored by the client.
  public let acknowledgedThrough: EditSequence
  /// The outcomes beyond that.
  public let outcomes: [KnownOutcome]

  /// A client with its outcomes.
  public init(
    author: Author, lastSequence: EditSequence, acknowledgedThrough: EditSequence, outcomes: [KnownOutcome]
  ) {
    self.author = author
    self.lastSequence = lastSequence
    self.acknowledgedThrough = acknowledgedThrough
    self.outcomes = outcomes
  }
}

/// An outcome with the fingerprint of what was asked.
public struct KnownOutcome: Equatable, Sendable {
  /// Sequence and outcome.
  public let settlement: Settlement
  /// The fingerprint of the edit.
  public let fingerprint: UInt64

  /// An outcome of an edit with a fingerprint.
  public init(settlement: Settlement, fingerprint: UInt64) {
    self.settlement = settlement
    self.fingerprint = fingerprint
  }
}
