/// The states of a label's fields, and when it was changed last, and by whom: all that an undo must know of what happened
/// since, so that no log has to be searched. See `Transition` for states; 0: never changed.
public struct ChangeStamps: Hashable, Sendable {
  /// The state of its inclusion.
  public internal(set) var included: Revision
  /// The state of its place.
  public internal(set) var place: Revision
  /// The state of its life: whether it is removed.
  public internal(set) var life: Revision
  /// The revision that changed anything of it last.
  public internal(set) var latest: Revision
  /// The author of `latest`.
  public internal(set) var latestAuthor: Author
  /// The last revision that anybody but `latestAuthor` made.
  public internal(set) var latestByOthers: Revision

  /// Stamps of these parts.
  public init(
    included: Revision = 0, place: Revision = 0, life: Revision = 0, latest: Revision = 0,
    latestAuthor: Author = 0,
    latestByOthers: Revision = 0
  ) {
    self.included = included
    self.place = place
    self.life = life
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
