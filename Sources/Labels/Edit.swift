/// What a client asks for. It names labels by id, never by position.
public enum Edit: Equatable, Sendable {
  /// Puts a new label in; its id was made by the author.
  case insert(Label, at: Placement)
  /// Gives a label another name. `base` is what the editor held when typing began to build on it, `seen` the confirmed
  /// revision when the editor last took the name in.
  case rename(LabelID, to: String, base: String, seen: Revision)
  /// Sets the inclusion of labels.
  case setIncluded([LabelID], Bool)
  /// Takes labels out.
  case remove([LabelID])
  /// Moves labels, in the order in which the author saw them, to one place.
  case move([LabelID], to: Placement)
  /// Turns the list around, if it still has the orientation that the author saw.
  case reverse(from: Orientation)
  /// Puts all labels into the order of their names in a language, as seen under an orientation.
  case sort(by: LanguageTag, orientation: Orientation)
  /// Brings removed labels back to their own place.
  case restore([LabelID])
  /// Takes back what an earlier edit of the same client did, as far as that still stands. Redo is an undo of the undo.
  case undo(EditSequence)
  /// Gives up the edit that had this sequence: it never happens later.
  case withdraw

  /// The labels that the edit names; an edit changes no other, but for a sort, which moves any, and an undo, which changes
  /// those of the edit undone.
  public var labels: [LabelID] {
    switch self {
    case .insert(let label, _): [label.id]
    case .rename(let id, _, _, _): [id]
    case .setIncluded(let ids, _), .remove(let ids), .move(let ids, _), .restore(let ids): ids
    case .reverse, .sort, .undo, .withdraw: []
    }
  }

  /// Names are compared by their bytes.
  public static func == (left: Edit, right: Edit) -> Bool {
    switch (left, right) {
    case (.insert(let a, let p), .insert(let b, let q)): a == b && p == q
    case (.rename(let a, let n, let b, let s), .rename(let c, let m, let d, let t)):
      a == c && n.hasSameBytes(as: m) && b.hasSameBytes(as: d) && s == t
    case (.setIncluded(let a, let x), .setIncluded(let b, let y)): a == b && x == y
    case (.remove(let a), .remove(let b)): a == b
    case (.move(let a, let p), .move(let b, let q)): a == b && p == q
    case (.reverse(let a), .reverse(let b)): a == b
    case (.sort(let a, let o), .sort(let b, let p)): a == b && o == p
    case (.restore(let a), .restore(let b)): a == b
    case (.undo(let a), .undo(let b)): a == b
    case (.withdraw, .withdraw): true
    default: false
    }
  }
}

/// Counts the changes of one list from 1; 0 is the list before its first change. At most 2⁵³ − 1, so that every
/// client can hold it exactly.
public typealias Revision = Int
/// Counts the edits of one client from 1.
public typealias EditSequence = Int
/// A small number for the author of a change, given once per client of a list and never again; 0 is the server itself.
public typealias Author = Int
