import LabelWire
public import Labels

/// Undo needs the log entry of the edit to undo. Until the store has been asked for it, that edit and those behind it wait.
extension ListState {
  /// What the log holds of the edit that a queued edit takes back; nil: it is not known yet.
  ///
  /// - Parameter batch: what was evaluated ahead of it, and is not in the store.
  func undoTarget(of edit: QueuedEdit, behind batch: Batch) -> UndoTarget? {
    guard case .success(.undo(let sequence)) = edit.content, sequence < edit.sequence else { return .nothing }
    let key = EditKey(author: edit.author, sequence: sequence)
    if let entry = batch.entries.last(where: {
      $0.change.author == key.author && $0.change.sequence == sequence
    }) {
      return .change(entry.change)
    }
    if batch.outcomes.contains(where: { $0.author == key.author && $0.settlement.sequence == sequence }) {
      return .nothing
    }
    guard let entry = readEntries[key] else { return nil }
    return entry.map { .change($0) } ?? (trimmedThrough > 0 ? .trimmed : .nothing)
  }

  /// Asks for the entries that the queue needs, unless they are on their way. Those of edits that are not committed are not
  /// in the store yet.
  mutating func requestEntries() {
    guard requestedEntries.isEmpty else { return }
    var keys: [EditKey] = []
    for edit in queue {
      guard case .success(.undo(let sequence)) = edit.content, sequence < edit.sequence else { continue }
      let key = EditKey(author: edit.author, sequence: sequence)
      guard readEntries[key] == nil, !keys.contains(key), clients[key.author]?.isWaiting(sequence) != true
      else {
        continue
      }
      keys.append(key)
      if keys.count == limits.undoReads { break }
    }
    guard !keys.isEmpty else { return }
    requestedEntries = keys
    commands.append(.readEntries(keys))
  }

  /// The store has answered a `readEntries`: the entries in the order in which they were asked for, nil where the log has
  /// none. At least the first; the others are asked for again.
  public mutating func entriesRead(_ entries: [Change?]) {
    for (key, entry) in zip(requestedEntries, entries) { readEntries[key] = .some(entry) }
    requestedEntries = []
  }
}
