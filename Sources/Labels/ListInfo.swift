/// What a list is called, and whether it may be edited. Not part of its content: no revision, no undo.
public struct ListInfo: Equatable, Sendable {
  /// nil: it is called by its alias.
  public var title: ListTitle?
  /// It takes no edits: they are `archived`.
  public var isArchived: Bool

  /// What a list is called and whether it is archived; a new one has no title and is not.
  public init(title: ListTitle? = nil, isArchived: Bool = false) {
    self.title = title
    self.isArchived = isArchived
  }
}
