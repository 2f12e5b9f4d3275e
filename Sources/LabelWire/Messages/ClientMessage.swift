public import Labels

/// What a client sends.
public enum ClientMessage: Equatable, Sendable {
  case hello(Hello)
  case edit(EditMessage)
  case acknowledge(through: EditSequence)
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

  /// A hello of these parts.
  public init(
    client: ClientID, secret: String, isClaimed: Bool, acknowledgedThrough: EditSequence, resume: ResumePoint?
  ) {
    self.client = client
    self.secret = secret
    self.isClaimed = isClaimed
    self.acknowledgedThrough = acknowledgedThrough
    self.resume = resume
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

  /// An edit, readable or not, under its sequence.
  public init(
    sequence: EditSequence, acknowledgedThrough: EditSequence, content: Result<Edit, UnreadableEdit>
  ) {
    self.sequence = sequence
    self.acknowledgedThrough = acknowledgedThrough
    self.content = content
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
