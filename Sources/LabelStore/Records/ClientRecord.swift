public import Labels

/// A client that claimed its id on a list.
public struct ClientRecord: Equatable, Sendable {
  /// The client.
  public var id: ClientID
  /// The number by which the list's log names it; never given to another client of the list.
  public var author: Author
  /// The highest sequence that was recorded for it; 0 before the first.
  public var lastSequence: EditSequence
  /// The highest sequence up to which it has stored every outcome.
  public var acknowledgedThrough: EditSequence

  /// A client of these properties.
  public init(
    id: ClientID, author: Author, lastSequence: EditSequence, acknowledgedThrough: EditSequence
  ) {
    self.id = id
    self.author = author
    self.lastSequence = lastSequence
    self.acknowledgedThrough = acknowledgedThrough
  }
}
