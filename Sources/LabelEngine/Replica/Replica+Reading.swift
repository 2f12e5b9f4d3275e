import LabelWire
public import Labels

extension Replica {
  /// A label as the person sees it: confirmed, with the pending edits applied; nil: it is not there. O(pending edits).
  public func visibleLabel(_ id: LabelID) -> Label? {
    pending.reduce(confirmed[id]) { label, edit in
      guard edit.labels.contains(id) else { return label }
      switch edit {
      case .insert(let new, _): return label ?? new
      case .rename(_, let name, let base, _):
        guard var label else { return nil }
        label.name = predictedName(name, base: base, over: label.name)
        return label
      case .setIncluded(_, let isIncluded):
        guard var label else { return nil }
        label.isIncluded = isIncluded
        return label
      case .remove: return nil
      case .move, .reverse, .sort, .restore, .undo, .withdraw: return label
      }
    }
  }

  private func predictedName(_ name: String, base: String, over current: String) -> String {
    let limits = limits?.list ?? ListLimits()
    guard case .merged(let merged) = NameMerge.merge(base: base, current: current, new: name),
      limits.allow(name: merged)
    else { return name }
    return merged
  }
}
