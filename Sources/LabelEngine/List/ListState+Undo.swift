import LabelWire
public import Labels

/// Undo needs the log entry of the edit to undo. Until the store has been asked for it, that edit and those behind it wait.
extension ListState {
  /// What the log holds of the edit that a queued edit takes back; nil: it is not known yet.
  ///
  /// - Parameter evaluated: what was evaluated ahead of it, and is not in the store.
  func undoTarget(of edit: QueuedEdit, behind evaluated: [EditKey: UndoTarget]) -> UndoTarget? {
    guard case .success(.undo(let sequence)) = edit.content, sequence < edit.sequence else { return .nothing }
    let key = EditKey(author: edit.author, sequence: sequence)
    if let target = evaluated[key] { return target }
    guard let entry = readEntries[key] else { return nil }
    return entry.map { .change($0) } ?? (trimmedThrough > 0 ? .trimmed : .nothing)
  }

  /// Asks for the entries that the queue needs, unless some are on their way. O(queue).
  mutating func requestEntries() {
    guard requestedEntries.isEmpty else { return }
    var keys: [EditKey] = []
    for edit in queue {
      guard let key = missingEntry(of: edit), !keys.contains(key) else { continue }
      keys.append(key)
      if keys.count == limits.undoReads { break }
    }
    request(keys)
  }

  /// Asks for the entry that an edit needs, unless others are on their way: then it is asked for with the next ones.
  mutating func requestEntry(of edit: QueuedEdit) {
    guard requestedEntries.isEmpty, let key = missingEntry(of: edit) else { return }
    request([key])
  }

  private mutating func request(_ keys: [EditKey]) {
    guard !keys.isEmpty else { return }
    requestedEntries = keys
    commands.append(.readEntries(keys))
  }

  /// The entry that must be read for an edit. That of one that is not committed is not in the store yet.
  private func missingEntry(of edit: QueuedEdit) -> EditKey? {
    guard case .success(.undo(let sequence)) = edit.content, sequence < edit.sequence else { return nil }
    let key = EditKey(author: edit.author, sequence: sequence)
    guard readEntries[key] == nil, clients[key.author]?.isWaiting(sequence) != true else { return nil }
    return key
  }

  /// The store has answered a `readEntries`: the entries in the order in which they were asked for, nil where the log has
  /// none. At least the first; the others are asked for again.
  public mutating func entriesRead(_ entries: [Change?]) {
    for (key, entry) in zip(requestedEntries, entries) { readEntries[key] = .some(entry) }
    requestedEntries = []
  }
}
