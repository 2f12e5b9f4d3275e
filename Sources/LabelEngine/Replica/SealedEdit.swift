public import Labels

/// An edit of a replica's under its sequence, without an outcome so far. Once sent it never changes.
public struct SealedEdit: Equatable, Sendable {
  /// The client's sequence.
  public let sequence: EditSequence
  /// What is sent.
  public internal(set) var edit: Edit
  /// What was asked for, once `edit` is its withdrawal.
  public internal(set) var withdrawn: Edit?

  /// The larger action that it is part of; nil: it stands alone.
  public let group: GroupID?
  /// The history that revisions in the edit are of; nil if its author had seen none.
  public internal(set) var epoch: String?

  /// A sealed edit of these parts.
  public init(
    sequence: EditSequence, edit: Edit, withdrawn: Edit? = nil, group: GroupID? = nil, epoch: String?
  ) {
    self.sequence = sequence
    self.edit = edit
    self.withdrawn = withdrawn
    self.group = group
    self.epoch = epoch
  }

  /// What the person asked for, with its text.
  public var asked: Edit { withdrawn ?? edit }
}
