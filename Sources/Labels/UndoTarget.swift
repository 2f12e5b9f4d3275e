/// What a list's log holds of an edit that is to be undone.
public enum UndoTarget: Equatable, Sendable {
  /// The edit was applied, and this is its entry.
  case change(Change)
  /// It has no entry, and none that could have been its is gone.
  case nothing
  /// It has no entry, but the oldest entries are gone.
  case trimmed
}
