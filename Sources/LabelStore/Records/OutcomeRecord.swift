public import Labels

/// The outcome of an edit that was not wholly applied.
public struct OutcomeRecord: Equatable, Sendable {
  /// Who asked.
  public var author: Author
  /// The author's sequence of the edit.
  public var sequence: EditSequence
  /// Tells the edit from another one that reuses its sequence.
  public var fingerprint: UInt64
  /// The encoded outcome.
  public var body: [UInt8]

  /// An outcome of these parts.
  public init(author: Author, sequence: EditSequence, fingerprint: UInt64, body: [UInt8]) {
    self.author = author
    self.sequence = sequence
    self.fingerprint = fingerprint
    self.body = body
  }
}
