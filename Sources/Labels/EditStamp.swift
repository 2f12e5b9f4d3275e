/// Which edit did something, and at which revision of the list.
public struct EditStamp: Hashable, Sendable {
  /// The edit's author.
  public let author: Author
  /// The edit's sequence.
  public let sequence: EditSequence
  /// The revision that the edit made.
  public let revision: Revision

  /// An author's edit at a revision.
  public init(author: Author, sequence: EditSequence, revision: Revision) {
    self.author = author
    self.sequence = sequence
    self.revision = revision
  }
}

/// Who took a label out, and when.
public struct Removal: Hashable, Sendable {
  /// The author of the removal.
  public let author: Author
  /// The author's sequence.
  public let sequence: EditSequence
  /// The revision that it made.
  public let revision: Revision
  /// Milliseconds since 1970.
  public let time: Int64
  /// How the author was called when somebody was told; a list does not keep it.
  public var name: String?

  /// A removal of these parts.
  public init(
    author: Author, sequence: EditSequence, revision: Revision, time: Int64, name: String? = nil
  ) {
    self.author = author
    self.sequence = sequence
    self.revision = revision
    self.time = time
    self.name = name
  }
}

/// A removed label's id, which is never given again, and its removal.
public struct Tombstone: Hashable, Sendable {
  /// The removed label.
  public let id: LabelID
  /// Who removed it, and when.
  public let removal: Removal

  /// The tombstone of a label.
  public init(id: LabelID, removal: Removal) {
    self.id = id
    self.removal = removal
  }
}

/// The last time that somebody's unseen text did not survive a rename.
public struct Overwrite: Hashable, Sendable {
  /// Whose text it was.
  public let author: Author
  /// The revision of the rename that it did not survive.
  public let revision: Revision

  /// An author's text, overwritten at a revision.
  public init(author: Author, revision: Revision) {
    self.author = author
    self.revision = revision
  }
}
