public import Labels

/// An entry of a list's log: an applied edit.
public struct LogRecord: Equatable, Sendable {
  /// The list's revision after it.
  public var revision: Revision
  /// Who asked.
  public var author: Author
  /// The author's sequence of the edit; no other entry of the list has both.
  public var sequence: EditSequence
  /// Milliseconds since 1970.
  public var time: Int64
  /// Some labels that the edit named had another outcome, which is stored beside it.
  public var isPartial: Bool
  /// The hash chained over the log up to this entry.
  public var hash: UInt64
  /// Tells the edit from another one that reuses its sequence.
  public var fingerprint: UInt64
  /// The larger action of which the edit is a part.
  public var group: GroupID?
  /// The encoded effects.
  public var body: [UInt8]

  /// An entry of these parts.
  public init(
    revision: Revision, author: Author, sequence: EditSequence, time: Int64, isPartial: Bool, hash: UInt64,
    fingerprint: UInt64, group: GroupID? = nil, body: [UInt8]
  ) {
    self.revision = revision
    self.author = author
    self.sequence = sequence
    self.time = time
    self.isPartial = isPartial
    self.hash = hash
    self.fingerprint = fingerprint
    self.group = group
    self.body = body
  }
}
