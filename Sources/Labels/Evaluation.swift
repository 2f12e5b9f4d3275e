/// What an edit did to a list, and what became of the edit. A pure function of list, edit, author, limits and, for an undo,
/// the log, so that it can be repeated.
public struct Evaluation: Equatable, Sendable {
  /// What was done, in order; empty when nothing had to change or nothing was allowed.
  public let effects: [Effect]
  /// What became of the edit. When some of its labels had an effect and others had not, it is `mixed`: the change made of
  /// the effects is partial.
  public let outcome: Outcome

  /// Evaluates an edit on the server's list, and changes the list accordingly.
  ///
  /// The cost is linear in the number of labels that the edit names and in the names' lengths, whatever the list's length;
  /// only a sort looks at the whole list, if `limits` allow.
  ///
  /// - Parameters:
  ///   - revision: the revision that the edit makes if it has an effect: one above the list's.
  ///   - time: milliseconds since 1970, for removals.
  ///   - target: what the log holds of the edit to undo, for an undo.
  public static func evaluate(
    _ edit: Edit, on list: inout LabelList, author: Author, sequence: EditSequence, revision: Revision,
    time: Int64, limits: ListLimits, undoing target: UndoTarget = .nothing
  ) -> Evaluation {
    let stamp = EditStamp(author: author, sequence: sequence, revision: revision)
    var evaluator = Evaluator(stamp: stamp, time: time, limits: limits, target: target)
    let result = evaluator.run(edit, on: &list)
    let hadEffect = !evaluator.effects.isEmpty
    return Evaluation(
      effects: evaluator.effects, outcome: Outcome(result, asOf: hadEffect ? revision : revision - 1))
  }
}
