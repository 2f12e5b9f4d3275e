import LabelWire

extension ListState {
  /// What to write to a connection now; call it again until it says `nothing` or the turn's bytes are used up.
  ///
  /// Own frames go out as soon as the cursor has reached their position, so a `settled` follows the diff that it
  /// refers to. A snapshot that begins anew replaces an unfinished one.
  public mutating func nextOutput(for id: SessionID, limit: Int) -> Output {
    guard let place = sessions.place(of: id) else { return .nothing }
    if sessions.slots[place].isFollowing, sessions.slots[place].cursor < fanOut.start { resync(id) }
    if let bytes = sessions.slots[place].takeOwn(limit: limit) { return .own(bytes) }
    guard sessions.slots[place].isFollowing else { return .nothing }
    let cursor = sessions.slots[place].cursor
    let room = sessions.slots[place].own.position.map { min(limit, $0 - cursor) } ?? limit
    let range = fanOut.frames(from: cursor, limit: room)
    guard !range.isEmpty else { return presenceOutput(at: place) }
    sessions.slots[place].cursor = range.upperBound
    if range.upperBound == fanOut.end { sessions.slots[place].resyncs = 0 }
    return .shared(range)
  }

  /// Drops what every connection has read and what those who lag too far would still need. What follows a snapshot
  /// that is being made is as good as unread: a list could otherwise be too busy to be joined.
  public mutating func trimFanOut() {
    let resumeBytes = min(limits.resumeBytes, limits.fanOutBytes)
    guard fanOut.byteCount > resumeBytes else { return }
    var unread = makingOffsets.values.min() ?? fanOut.end
    for place in 0..<sessions.count where sessions.slots[place].isFollowing {
      unread = min(unread, sessions.slots[place].cursor)
    }
    fanOut.trim(to: resumeBytes, keeping: unread)
    fanOut.trim(to: limits.fanOutBytes, keeping: fanOut.end)
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
