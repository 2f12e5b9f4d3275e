import LabelEngine
import LabelWire
import Labels

extension Oracle {
  /// A replica holds exactly what the list was at its revision, and nothing that is not durable.
  func check(_ replica: Replica) throws(Violation) {
    guard let point = replica.point else { return }
    guard let content = known[point.hash] else {
      throw Violation("a replica holds what is not durable", "revision \(point.revision)")
    }
    guard content.isEqual(to: replica.confirmed) else {
      throw Violation("a replica differs from the list at its revision", "\(point.revision)")
    }
  }

  /// An outcome reached a replica: it is the edit's own, and the replica has reached its revision.
  func checkSettled(_ outcome: Outcome, of key: EditName, asked edit: Edit, by replica: Replica)
    throws(Violation)
  {
    guard let outcomes = ever[key], outcomes.contains(outcome) else {
      throw Violation("an edit was settled as something else", "\(key) \(outcome), not \(ever[key] ?? [])")
    }
    guard sealed[key]?.edit.isSame(as: edit) == true else {
      throw Violation("another edit was settled", "\(key)")
    }
    guard history.outcomes[key] == outcome, let point = replica.point else { return }
    guard let revision = history.revision(of: point) else {
      throw Violation("an edit was settled on a list that is not of this history", "\(key)")
    }
    guard revision >= outcome.asOf else {
      throw Violation("an edit was settled before its revision", "\(key)")
    }
  }

  /// At rest each stored edit was applied, had no effect, or its author has been told with its text; never both.
  func checkFate(of key: EditName, told notices: [KeptNotice]) throws(Violation) {
    guard let record = sealed[key] else { return }
    let told = notices.filter { $0.key == key }
    let rejected = told.contains { $0.kind == .rejected }
    guard let outcome = history.outcomes[key] ?? history.former[key] else {
      let isLost = ever[key] != nil && wasRestored
      guard !told.isEmpty || isLost else { throw Violation("an edit is neither applied nor told", "\(key)") }
      return
    }
    if outcome.rejectionCode != nil, told.isEmpty {
      throw Violation("a rejected edit's author does not know", "\(key) \(record.edit)")
    }
    if outcome.rejectionCode == nil, rejected, ever[key]?.count == 1 {
      throw Violation("an edit took effect, and its author was told that it was rejected", "\(key)")
    }
    for notice in told where notice.kind == .rejected {
      guard notice.edit?.isSame(as: record.edit) == true else {
        throw Violation("a notice does not keep what was asked", "\(key)")
      }
    }
  }
}

extension Edit {
  /// Equal but for the revision that the editor had seen.
  func isSame(as other: Edit) -> Bool {
    guard case .rename(let id, let name, let base, _) = self, case .rename(_, _, _, let seen) = other else {
      return self == other
    }
    return .rename(id, to: name, base: base, seen: seen) == other
  }
}
