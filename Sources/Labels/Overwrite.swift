/// The last time that an author's unseen text was overwritten in a label's name.
public struct Overwrite: Hashable, Sendable {
  /// Whose text did not survive.
  public let author: Author
  /// The revision of the rename that overwrote it.
  public let revision: Revision

  /// An overwritten author, and when.
  public init(author: Author, revision: Revision) {
    self.author = author
    self.revision = revision
  }
}
