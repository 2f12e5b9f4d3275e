import LabelWire
public import Labels

extension ListState {
  /// The newest title and archive state, whether or not edits are judged by it already.
  public var latestInfo: ListInfo { nextInfo ?? info }

  /// The list's title or archive state has changed, durably. What is in flight was evaluated before that; what is queued is
  /// judged by it. The connections are told in the same order.
  public mutating func infoChanged(to info: ListInfo) {
    if inFlight == nil { tell(info) } else { nextInfo = info }
  }

  /// Makes a change that came during the batch count, now that what was evaluated before it is published.
  mutating func takeNextInfo() {
    guard let info = nextInfo else { return }
    nextInfo = nil
    tell(info)
  }

  private mutating func tell(_ info: ListInfo) {
    guard info != self.info else { return }
    self.info = info
    infoChanges += 1
    fanOut.append(.list(info), revision: head.revision, hash: head.hash)
  }

  /// Tells a connection whose snapshot may go on behind the message that told of the last change.
  mutating func tellMissedInfo(to id: SessionID) {
    guard let session = sessions[id], session.infoChanges < infoChanges else { return }
    sessions[id]?.infoChanges = infoChanges
    sessions[id]?.own.appendAhead(Frame.text(ServerMessage.list(info).json))
  }
}
