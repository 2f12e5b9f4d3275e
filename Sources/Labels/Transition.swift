/// From which state to which an effect takes a field: a label's inclusion, its place, its life, or the list's orientation.
///
/// A state is named by the revision that made it, 0 being the first. An undo brings a state back with its name, so that
/// earlier changes of the same field stand again and can be undone in their turn, and a redo finds what it expects. An equal
/// value under another name is another state.
public struct Transition: Hashable, Sendable {
  /// The state that was replaced.
  public let from: Revision
  /// The state that was brought back; nil: a new one, named by the revision that the effect made.
  public let to: Revision?

  /// A transition between two states.
  public init(from: Revision = 0, to: Revision? = nil) {
    self.from = from
    self.to = to
  }

  /// The state behind it, when `revision` made it.
  public func end(at revision: Revision) -> Revision { to ?? revision }
}
