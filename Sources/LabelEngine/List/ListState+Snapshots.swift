public import LabelWire
import Labels

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

  /// The surroundings have encoded a snapshot into the JSON of its messages.
  public mutating func snapshotMade(_ messages: [[UInt8]], of point: ResumePoint) {
    makingOffset = nil
    if let boundary = fanOut.boundary(at: point.revision) {
      made = MadeSnapshot(point: point, frames: messages.map(Frame.text), offset: boundary.offset)
    }
    serveSnapshots()
  }

  /// Gives the made snapshot to those who wait, or has one made.
  mutating func serveSnapshots() {
    if let made, made.offset < fanOut.start { self.made = nil }
    guard !awaitingSnapshot.isEmpty else { return }
    guard let made else { return captureSnapshots() }
    for id in awaitingSnapshot { give(made, to: id) }
    awaitingSnapshot = []
  }

  /// Captures the list for a snapshot while it is what is published: never while a batch is in flight.
  mutating func captureSnapshots() {
    guard inFlight == nil else { return }
    if !awaitingSnapshot.isEmpty, made == nil, makingOffset == nil {
      makingOffset = fanOut.end
      commands.append(.makeSnapshot(source))
    }
  }

  /// Outcomes are chosen no earlier than the snapshot, since its bytes are shared and say nothing of one's own edits.
  private mutating func give(_ snapshot: MadeSnapshot, to id: SessionID) {
    guard let author = sessions[id]?.author, let client = clients[author] else { return }
    for group in groups(of: client.settlements) {
      sessions[id]?.own.appendAhead(Frame.text(ServerMessage.settled(group).json))
    }
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

  /// The snapshot was stored with this size; nil: it could not be, and another try comes with the next growth.
  public mutating func snapshotStored(bytes: Int?) {
    isStoringSnapshot = false
    if let bytes { storedSnapshotBytes = bytes }
  }
}
