import LabelWire
public import Labels

extension ListState {
  /// The server's own author number, for edits that no client made.
  public static let serverAuthor: Author = 0

  /// Queues edits of the server's own, with the sequences 1, 2, … Only on a list without a history.
  public mutating func seed(_ edits: [Edit]) {
    guard head.revision == 0, inFlight == nil, queue.isEmpty else { return }
    for (index, edit) in edits.enumerated() {
      queue.append(
        QueuedEdit(
          author: Self.serverAuthor, sequence: index + 1, content: .success(edit), group: nil,
          fingerprint: EditCoding.fingerprint(edit), bytes: 0))
    }
  }
}
