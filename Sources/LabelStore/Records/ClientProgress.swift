public import Labels

/// How far a client has come.
public struct ClientProgress: Equatable, Sendable {
  /// The client's number on the list.
  public var author: Author
  /// The highest sequence that it has used; a lower one than is stored changes nothing.
  public var lastSequence: EditSequence
  /// The highest sequence up to which it has stored every outcome: stored outcomes up to it are deleted. A lower one
  /// than is stored changes nothing.
  public var acknowledgedThrough: EditSequence

  /// A progress of these parts.
  public init(author: Author, lastSequence: EditSequence, acknowledgedThrough: EditSequence) {
    self.author = author
    self.lastSequence = lastSequence
    self.acknowledgedThrough = acknowledgedThrough
  }
}
