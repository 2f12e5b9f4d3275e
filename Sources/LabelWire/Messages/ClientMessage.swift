public import Labels

/// What a client sends.
public enum ClientMessage: Equatable, Sendable {
  case hello(Hello)
  case edit(EditMessage)
  case acknowledge(through: EditSequence)
  case presence(PresenceUpdate)
  case beat
}

/// The first message: who the client is, and where its replica stands.
public struct Hello: Equatable, Sendable {
  /// Printable ASCII characters in a secret.
  public static let secretLength = 16...128

  /// The client.
  public var client: ClientID
  /// What proves that the client is who it says; never logged, stored only as a hash.
  public var secret: String
  /// Whether the server has ever confirmed this client.
  public var isClaimed: Bool
  /// The sequence up to which the client has stored every outcome.
  public var acknowledgedThrough: EditSequence
  /// Where the client's replica stands; nil: it has none.
  public var resume: ResumePoint?
  /// How the client is shown to others; nil: it says nothing of itself.
  public var person: Person?
  /// How the client takes snapshots.
  public var snapshotCoding: SnapshotCoding

  /// A hello of these parts.
  public init(
    client: ClientID, secret: String, isClaimed: Bool, acknowledgedThrough: EditSequence,
    resume: ResumePoint?, person: Person? = nil, snapshotCoding: SnapshotCoding = .json
  ) {
    self.client = client
    self.secret = secret
    self.isClaimed = isClaimed
    self.acknowledgedThrough = acknowledgedThrough
    self.resume = resume
    self.person = person
    self.snapshotCoding = snapshotCoding
  }
}

/// An edit under its sequence.
public struct EditMessage: Equatable, Sendable {
  /// From 1.
  public var sequence: EditSequence
  /// The sequence up to which the client has stored every outcome.
  public var acknowledgedThrough: EditSequence
  /// What is asked for, or why it cannot be: its sequence is used up all the same.
  public var content: Result<Edit, UnreadableEdit>
  /// What the edit belongs to; nil: it stands alone.
  public var group: GroupID?

  /// An edit, readable or not, under its sequence.
  public init(
    sequence: EditSequence, acknowledgedThrough: EditSequence, content: Result<Edit, UnreadableEdit>,
    group: GroupID? = nil
  ) {
    self.sequence = sequence
    self.acknowledgedThrough = acknowledgedThrough
    self.content = content
    self.group = group
  }
}

/// Why an edit whose sequence could be read makes no sense.
public enum UnreadableEdit: Error, Equatable, Sendable {
  /// A string escapes half of a surrogate pair.
  case loneSurrogate
  /// A field is missing or of a wrong type, or the kind is unknown.
  case malformed

  /// The outcome of the edit.
  public var rejection: Rejection {
    switch self {
    case .loneSurrogate: .invalidName
    case .malformed: .invalidEdit
    }
  }
}

/// How a client takes the chunks of a snapshot.
public enum SnapshotCoding: String, CaseIterable, Sendable {
  /// As text.
  case json
  /// As binary frames of zlib's format (RFC 1950), each with the JSON of one chunk.
  case deflate

  /// The frame of one chunk, encoded in this way.
  public func frame(_ chunk: [UInt8]) -> [UInt8] {
    switch self {
    case .json: Frame.text(chunk)
    case .deflate: Frame.binary(chunk)
    }
  }
}

/// What a client is doing now; the latest counts.
public struct PresenceUpdate: Equatable, Sendable {
  /// The label whose name has the focus; nil: none.
  public var editing: LabelID?
  /// How the client wants to be shown from now on; nil: as before.
  public var person: Person?

  /// An update of these parts.
  public init(editing: LabelID?, person: Person? = nil) {
    self.editing = editing
    self.person = person
  }

  /// Writes the message's fields into the object at hand.
  func write(to writer: inout JSONWriter) {
    writer.field("type", "presence")
    writer.field("editing", editing)
    guard let person else { return }
    writer.key("person")
    writer.object { PersonCoding.write(person, to: &$0) }
  }
}
