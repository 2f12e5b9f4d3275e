public import Labels

/// What the server sends.
public enum ServerMessage: Equatable, Sendable {
  case welcome(Welcome)
  case snapshot(SnapshotChunk)
  case diff([DiffChange])
  case settled([Settlement])
  case presence(PresenceMessage)
  /// The list is called otherwise now, or was archived, or taken out of the archive.
  case list(ListInfo)
  case beat
  case error(code: String, message: String)
}

/// An outcome with the sequence of its edit.
public struct Settlement: Equatable, Sendable {
  /// The client's sequence.
  public var sequence: EditSequence
  /// What became of it.
  public var outcome: Outcome

  /// An outcome for a sequence.
  public init(sequence: EditSequence, outcome: Outcome) {
    self.sequence = sequence
    self.outcome = outcome
  }
}
