/// When a label was changed last, and by whom: all that an undo must know of what happened since, so that no log has to be
/// searched. 0: never.
public struct ChangeStamps: Hashable, Sendable {
  /// The revision that set its inclusion last; the insert does not count.
  public internal(set) var included: Revision
  /// The revision that moved it last; the insert does not count.
  public internal(set) var moved: Revision
  /// The revision that changed anything of it last.
  public internal(set) var latest: Revision
  /// The author of `latest`.
  public internal(set) var latestAuthor: Author
  /// The last revision that anybody but `latestAuthor` made.
  public internal(set) var latestByOthers: Revision

  /// Stamps of these parts.
  public init(
    included: Revision = 0, moved: Revision = 0, latest: Revision = 0, latestAuthor: Author = 0,
    latestByOthers: Revision = 0
  ) {
    self.included = included
    self.moved = moved
    self.latest = latest
    self.latestAuthor = latestAuthor
    self.latestByOthers = latestByOthers
  }

  /// Notes a change.
  mutating func note(_ stamp: EditStamp) {
    if stamp.author != latestAuthor { latestByOthers = latest }
    latestAuthor = stamp.author
    latest = stamp.revision
  }

  /// Whether anybody but an author has changed the label behind a revision.
  func isChanged(byOthersThan author: Author, after revision: Revision) -> Bool {
    (author == latestAuthor ? latestByOthers : latest) > revision
  }
}
