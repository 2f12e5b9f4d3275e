/// What an applied edit did, at a revision. The entries of a list's log.
public struct Change: Equatable, Sendable {
  /// The list's revision after this change.
  public let revision: Revision
  /// Who asked.
  public let author: Author
  /// The author's sequence of the edit.
  public let sequence: EditSequence
  /// Milliseconds since 1970, stamped by the server outside of evaluation.
  public let time: Int64
  /// What was done, in order; never empty.
  public let effects: [Effect]
  /// Some of the labels that the edit named had another outcome: only `settled` settles it.
  public let isPartial: Bool
  /// What the edit belongs to; nil: it stands alone.
  public let group: GroupID?

  /// A change of these parts.
  public init(
    revision: Revision, author: Author, sequence: EditSequence, time: Int64, effects: [Effect],
    isPartial: Bool, group: GroupID? = nil
  ) {
    self.revision = revision
    self.author = author
    self.sequence = sequence
    self.time = time
    self.effects = effects
    self.isPartial = isPartial
    self.group = group
  }
}

/// One thing done to one label or to the whole list, with what it replaced.
public enum Effect: Equatable, Sendable {
  /// A new label stands behind the slot `slot` (dead or live, nil: at the front), which on a replica is behind the live
  /// label `after`.
  case inserted(Label, slot: LabelID?, after: LabelID?)
  /// `overwrote` names every author whose text the renaming editor had not seen and that did not survive.
  case renamed(LabelID, replaced: String, value: String, overwrote: [Naming])
  case included(LabelID, replaced: Bool, value: Bool, Transition = Transition())
  case moved(LabelID, slot: LabelID?, after: LabelID?, source: Source, Transition = Transition())
  case reversed(replaced: Orientation, value: Orientation, Transition = Transition())
  /// `after`: the live label in front of it when it was removed; nil: it was the first.
  case removed(Label, after: LabelID?, Transition = Transition())
  /// `overwrote`: what the label knew when it was removed, for those who missed it then.
  case restored(Label, after: LabelID?, overwrote: [Overwrite] = [], Transition = Transition())

  /// The label concerned; nil for a reverse.
  public var label: LabelID? {
    switch self {
    case .inserted(let label, _, _), .removed(let label, _, _), .restored(let label, _, _, _): label.id
    case .renamed(let id, _, _, _), .included(let id, _, _, _), .moved(let id, _, _, _, _): id
    case .reversed: nil
    }
  }

  /// Names are compared by their bytes.
  public static func == (left: Effect, right: Effect) -> Bool {
    switch (left, right) {
    case (.inserted(let a, let s, let n), .inserted(let b, let t, let m)): a == b && s == t && n == m
    case (.renamed(let a, let r, let v, let o), .renamed(let b, let s, let w, let p)):
      a == b && r.hasSameBytes(as: s) && v.hasSameBytes(as: w) && o == p
    case (.included(let a, let r, let v, let e), .included(let b, let s, let w, let f)):
      a == b && r == s && v == w && e == f
    case (.moved(let a, let s, let n, let o, let e), .moved(let b, let t, let m, let p, let f)):
      a == b && s == t && n == m && o == p && e == f
    case (.reversed(let r, let v, let e), .reversed(let s, let w, let f)): r == s && v == w && e == f
    case (.removed(let a, let n, let e), .removed(let b, let m, let f)): a == b && n == m && e == f
    case (.restored(let a, let n, let o, let e), .restored(let b, let m, let p, let f)):
      a == b && n == m && o == p && e == f
    default: false
    }
  }

  /// Where a moved label stood: the slots and the live labels beside it, in canonical order.
  public struct Source: Equatable, Sendable {
    /// The slot in front of it.
    public let slotBefore: LabelID?
    /// The slot behind it.
    public let slotAfter: LabelID?
    /// The live label in front of it.
    public let labelBefore: LabelID?
    /// The live label behind it.
    public let labelAfter: LabelID?

    /// The old neighbours.
    public init(slotBefore: LabelID?, slotAfter: LabelID?, labelBefore: LabelID?, labelAfter: LabelID?) {
      self.slotBefore = slotBefore
      self.slotAfter = slotAfter
      self.labelBefore = labelBefore
      self.labelAfter = labelAfter
    }
  }
}

/// An edit that gave a label a name, by its author.
public struct Naming: Hashable, Comparable, Sendable {
  /// Who named it.
  public let author: Author
  /// Their sequence.
  public let sequence: EditSequence

  /// A naming by an author's edit.
  public init(author: Author, sequence: EditSequence) {
    self.author = author
    self.sequence = sequence
  }

  /// By author, then by sequence.
  public static func < (left: Naming, right: Naming) -> Bool {
    (left.author, left.sequence) < (right.author, right.sequence)
  }
}
