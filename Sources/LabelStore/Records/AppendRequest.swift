public import Labels

/// What one batch of a list's edits came to. Everything in it is committed, or nothing.
public struct AppendRequest: Equatable, Sendable {
  /// The list.
  public var list: ListID
  /// The revision on which the batch was evaluated.
  public var after: Revision
  /// The hash at that revision.
  public var afterHash: UInt64
  /// The applied edits, at the consecutive revisions behind `after`; may be empty.
  public var entries: [LogRecord]
  /// The outcomes of edits that were not wholly applied.
  public var outcomes: [OutcomeRecord]
  /// The clients that came further.
  public var progress: [ClientProgress]
  /// How many labels the list has afterwards; nil leaves what is known.
  public var labelCount: Int?

  /// A batch of these parts.
  public init(
    list: ListID, after: Revision, afterHash: UInt64, entries: [LogRecord], outcomes: [OutcomeRecord] = [],
    progress: [ClientProgress] = [], labelCount: Int? = nil
  ) {
    self.list = list
    self.after = after
    self.afterHash = afterHash
    self.entries = entries
    self.outcomes = outcomes
    self.progress = progress
    self.labelCount = labelCount
  }
}

/// The answer to an `AppendRequest`.
public enum AppendResult: Equatable, Sendable {
  /// It is on the disk.
  case committed
  /// The list's head is another one, this one; nothing was written.
  case conflict(revision: Revision, hash: UInt64)
}
