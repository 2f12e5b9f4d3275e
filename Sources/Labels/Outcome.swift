/// What became of an edit. Durable, and the same on every retry.
public struct Outcome: Equatable, Sendable {
  /// The four ways an edit can end.
  public enum Result: Equatable, Sendable {
    case applied
    /// It was fine, and nothing had to change.
    case noEffect
    case rejected(Rejection)
    /// One result per label, in ascending order of id.
    case mixed([LabelResult])
  }

  /// How it ended.
  public let result: Result
  /// The revision that a replica must have reached before this outcome means anything to it: an applied edit's own
  /// revision, else the revision on which the edit was evaluated.
  public let asOf: Revision

  /// A result at a revision.
  public init(_ result: Result, asOf: Revision) {
    self.result = result
    self.asOf = asOf
  }

  /// What became of an edit for one of the labels that it named.
  public struct LabelResult: Equatable, Sendable {
    /// The label.
    public let id: LabelID
    /// nil: applied or without effect, as `hadEffect` says.
    public let rejection: Rejection?
    /// The label was changed.
    public let hadEffect: Bool

    /// A result for a label.
    public init(id: LabelID, rejection: Rejection?, hadEffect: Bool) {
      self.id = id
      self.rejection = rejection
      self.hadEffect = hadEffect
    }
  }
}

/// Why an edit was not applied. `code` is stable and part of the protocol.
public enum Rejection: Error, Equatable, Sendable {
  /// The label was removed, by whom and at which revision.
  case removed(Removal)
  /// No label ever had this id.
  case unknownLabel
  /// The id of an insert is taken, or was.
  case duplicateID
  /// The name breaks a limit.
  case invalidName
  /// The list has as many labels as it may.
  case listFull
  /// The label that should stand beside it was removed so long ago that its place is forgotten.
  case anchorGone
  /// The removed label's place is forgotten, or the log entry of the edit to undo is trimmed.
  case tooOld
  /// What was to be undone was changed since.
  case changedSince
  /// The edit to undo changed nothing.
  case nothingToUndo
  /// Bringing this label back too would make the change too large: another edit can. Or the list is too long to be sorted.
  case tooLarge
  /// The edit makes no sense: it places labels beside one of themselves, names none, too many, or one twice, or could
  /// not be read.
  case invalidEdit
  /// The sequence was used for another edit.
  case sequenceReused
  /// The list is archived, and takes no edits.
  case archived
  /// Its author gave it up before it was applied.
  case withdrawn

  /// The stable code, part of the protocol.
  public var code: String {
    switch self {
    case .removed: "removed"
    case .unknownLabel: "unknownLabel"
    case .duplicateID: "duplicateID"
    case .invalidName: "invalidName"
    case .listFull: "listFull"
    case .anchorGone: "anchorGone"
    case .tooOld: "tooOld"
    case .changedSince: "changedSince"
    case .nothingToUndo: "nothingToUndo"
    case .tooLarge: "tooLarge"
    case .invalidEdit: "invalidEdit"
    case .sequenceReused: "sequenceReused"
    case .archived: "archived"
    case .withdrawn: "withdrawn"
    }
  }
}

extension Outcome {
  /// The same outcome in which removals say how their authors are called. O(labels).
  public func naming(_ name: (Author) -> String?) -> Outcome {
    switch result {
    case .applied, .noEffect: self
    case .rejected(let rejection): Outcome(.rejected(rejection.naming(name)), asOf: asOf)
    case .mixed(let results):
      Outcome(
        .mixed(
          results.map {
            LabelResult(id: $0.id, rejection: $0.rejection?.naming(name), hadEffect: $0.hadEffect)
          }), asOf: asOf)
    }
  }
}

extension Rejection {
  fileprivate func naming(_ name: (Author) -> String?) -> Rejection {
    guard case .removed(var removal) = self else { return self }
    removal.name = name(removal.author)
    return .removed(removal)
  }
}
