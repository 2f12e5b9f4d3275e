public import LabelWire
public import Labels

/// A snapshot that is kept for all who join while the log behind it is kept.
struct MadeSnapshot {
  let point: ResumePoint
  let frames: [[UInt8]]
  /// The end of the fan-out log when the list was captured: where diffs go on.
  let offset: Int
}

extension ListState {
  /// The session gets the newest snapshot, and then what was published behind it.
  mutating func awaitSnapshot(_ id: SessionID) {
    sessions[id]?.phase = .awaitingSnapshot
    awaitingSnapshot.append(id)
    serveSnapshots()
  }

  /// The surroundings have encoded a snapshot: the frames of its messages (see `SnapshotCoding.frame`), each of which is JSON or, with
  /// `deflate`, deflated JSON.
  public mutating func snapshotMade(_ frames: [[UInt8]], of point: ResumePoint, in coding: SnapshotCoding) {
    makingOffsets[coding] = nil
    if let boundary = fanOut.boundary(at: point.revision) {
      made[coding] = MadeSnapshot(point: point, frames: frames, offset: boundary.offset)
    }
    serveSnapshots()
  }

  /// Gives the made snapshot to those who wait, or has one made.
  mutating func serveSnapshots() {
    for coding in SnapshotCoding.allCases {
      if let made = made[coding], made.offset < fanOut.start { self.made[coding] = nil }
      let waiting = sessionsAwaiting(coding)
      guard !waiting.isEmpty else { continue }
      guard let made = made[coding] else {
        captureSnapshot(in: coding)
        continue
      }
      for id in waiting { give(made, to: id) }
      awaitingSnapshot.removeAll { waiting.contains($0) }
    }
  }

  private func sessionsAwaiting(_ coding: SnapshotCoding) -> [SessionID] {
    awaitingSnapshot.filter { sessions[$0]?.snapshotCoding == coding }
  }

  /// Captures the list for a snapshot while it is what is published: never while a batch is in flight.
  mutating func captureSnapshots() {
    for coding in SnapshotCoding.allCases where !sessionsAwaiting(coding).isEmpty {
      captureSnapshot(in: coding)
    }
  }

  private mutating func captureSnapshot(in coding: SnapshotCoding) {
    guard inFlight == nil, made[coding] == nil, makingOffsets[coding] == nil else { return }
    makingOffsets[coding] = fanOut.end
    commands.append(.makeSnapshot(source, coding))
  }

  /// Outcomes are chosen no earlier than the snapshot, since its bytes are shared and say nothing of one's own edits.
  private mutating func give(_ snapshot: MadeSnapshot, to id: SessionID) {
    guard let author = sessions[id]?.author, let client = clients[author] else { return }
    for group in groups(of: client.settlements) {
      sessions[id]?.own.appendAhead(Frame.text(ServerMessage.settled(group).json))
    }
    tellMissedInfo(to: id)
    for frame in snapshot.frames { sessions[id]?.own.appendAhead(frame, isShared: true) }
    sessions[id]?.cursor = snapshot.offset
    addressed.insert(id)
    sessions[id]?.phase = .following
  }

  private var source: SnapshotSource {
    SnapshotSource(list: list, point: head, chunkBytes: limits.chunkBytes)
  }

  /// Has the list stored whole once its log has grown, so that loading stays quick.
  mutating func storeSnapshotIfDue() {
    let due = max(limits.snapshotAfterBytes, storedSnapshotBytes / 4)
    guard loggedBytes > due, !isStoringSnapshot, inFlight == nil else { return }
    isStoringSnapshot = true
    loggedBytes = 0
    commands.append(.storeSnapshot(source))
  }

  /// The snapshot of a revision was stored with this size; nil: it could not be, and another try comes with the next growth.
  public mutating func snapshotStored(bytes: Int?, of revision: Revision) {
    isStoringSnapshot = false
    guard let bytes else { return }
    storedSnapshotBytes = bytes
    trimLog(storedThrough: revision)
  }

  /// Has what the history need not keep deleted from the log. From now on an entry that is not found may have been there.
  private mutating func trimLog(storedThrough revision: Revision) {
    let through = min(revision, head.revision - limits.historyEntries)
    guard through > trimmedThrough, !isTrimming else { return }
    isTrimming = true
    trimmedThrough = through
    commands.append(.trim(through: through))
  }

  /// The store has trimmed the log, or could not: then another try comes with the next stored snapshot.
  public mutating func trimmed() {
    isTrimming = false
  }
}
