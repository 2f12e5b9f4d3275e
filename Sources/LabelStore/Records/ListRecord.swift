public import Labels

/// What the store knows of a list besides its content.
public struct ListRecord: Equatable, Sendable {
  /// The list.
  public var id: ListID
  /// Its name in URLs, unique among the lists that are not deleted.
  public var alias: String
  /// Renewed when a list goes back to an older copy: a revision means something only within an epoch.
  public var epoch: String
  /// An edit was accepted or somebody created the list; false for one that was only visited.
  public var exists: Bool
  /// Milliseconds since 1970.
  public var created: Int64
  /// The newest entry of its log; 0 before the first.
  public var revision: Revision
  /// The hash chained over its log up to `revision`.
  public var hash: UInt64
  /// The entries of its log up to this one are gone; 0 as long as the log is whole.
  public var trimmedThrough: Revision
  /// What people call it; nil: its alias.
  public var title: String?
  /// When it was archived, in milliseconds since 1970; nil: it is not.
  public var archived: Int64?
  /// How many labels it has; nil: not counted since the store did not count yet.
  public var labelCount: Int?

  /// A list of these properties.
  public init(
    id: ListID, alias: String, epoch: String, exists: Bool, created: Int64, revision: Revision, hash: UInt64,
    trimmedThrough: Revision = 0, title: String? = nil, archived: Int64? = nil, labelCount: Int? = 0
  ) {
    self.id = id
    self.alias = alias
    self.epoch = epoch
    self.exists = exists
    self.created = created
    self.revision = revision
    self.hash = hash
    self.trimmedThrough = trimmedThrough
    self.title = title
    self.archived = archived
    self.labelCount = labelCount
  }
}
