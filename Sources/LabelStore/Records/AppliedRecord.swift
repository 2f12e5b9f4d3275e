public import Labels

/// An applied edit of a client, as its log entry tells it, or told it before it was trimmed.
public struct AppliedRecord: Equatable, Sendable {
  /// The client's sequence of the edit.
  public var sequence: EditSequence
  /// Where it was applied.
  public var revision: Revision
  /// Tells the edit from another one that reuses its sequence.
  public var fingerprint: UInt64
  /// Its outcome is stored beside it.
  public var isPartial: Bool

  /// An applied edit of these parts.
  public init(sequence: EditSequence, revision: Revision, fingerprint: UInt64, isPartial: Bool) {
    self.sequence = sequence
    self.revision = revision
    self.fingerprint = fingerprint
    self.isPartial = isPartial
  }
}
