import LabelWire

extension ListState {
  /// What to write to a connection now; call it again until it says `nothing` or the turn's bytes are used up.
  ///
  /// Own frames go out as soon as the cursor has reached their position, so a `settled` follows the diff that it
  /// refers to. A snapshot that begins anew replaces an unfinished one.
  public mutating func nextOutput(for id: SessionID, limit: Int) -> Output {
    guard sessions[id]?.phase == .following, let cursor = sessions[id]?.cursor else {
      return ownOutput(for: id, limit: limit)
    }
    if cursor < fanOut.start { resync(id) }
    let own = ownOutput(for: id, limit: limit)
    guard own == .nothing, sessions[id]?.phase == .following, let cursor = sessions[id]?.cursor else {
      return own
    }
    let room = sessions[id]?.own.position.map { min(limit, $0 - cursor) } ?? limit
    let range = fanOut.frames(from: cursor, limit: room)
    guard !range.isEmpty else { return presenceOutput(for: id, limit: limit) }
    sessions[id]?.cursor = range.upperBound
    if range.upperBound == fanOut.end { sessions[id]?.resyncs = 0 }
    return .shared(range)
  }

  /// Drops what every connection has read and what those who lag too far would still need. What follows a snapshot
  /// that is being made is as good as unread: a list could otherwise be too busy to be joined.
  public mutating func trimFanOut() {
    let resumeBytes = min(limits.resumeBytes, limits.fanOutBytes)
    guard fanOut.byteCount > resumeBytes else { return }
    let following = sessionOrder.compactMap { id in
      sessions[id].flatMap { $0.phase == .following ? $0.cursor : nil }
    }
    let making = makingOffsets.values.min() ?? fanOut.end
    let unread = min(following.min() ?? fanOut.end, making)
    fanOut.trim(to: resumeBytes, keeping: unread)
    fanOut.trim(to: limits.fanOutBytes, keeping: fanOut.end)
  }

  /// A closed connection, and one that waits for its welcome or a snapshot, gets only what is its own.
  private mutating func ownOutput(for id: SessionID, limit: Int) -> Output {
    guard let cursor = sessions[id]?.cursor,
      let bytes = sessions[id]?.own.take(at: cursor, limit: limit)
    else { return .nothing }
    return .own(bytes)
  }

  /// The connection fell off the log's tail.
  private mutating func resync(_ id: SessionID) {
    guard let resyncs = sessions[id]?.resyncs, resyncs < limits.resyncs else {
      return disconnect(id, .tooSlow)
    }
    sessions[id]?.resyncs += 1
    sessions[id]?.own.dropShared()
    awaitSnapshot(id)
  }
}
