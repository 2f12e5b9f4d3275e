/// The answer to a client that claims its id.
public enum ClaimResult: Equatable, Sendable {
  /// The id was free; the client has it now.
  case created(ClientRecord)
  /// The client has claimed it before. `outcomes` and `applied` are those above its `acknowledgedThrough`, by ascending
  /// sequence; as many as a client may have open edits.
  case known(ClientRecord, outcomes: [OutcomeRecord], applied: [AppliedRecord])
  /// Another secret holds the id.
  case wrongSecret
  /// The id is not known, and was not to be created.
  case unknown
}
