import LabelWire
import Labels
import Network

/// The one replica that stands for all light clients of a list: whatever the first of them is told is applied here, and
/// whatever the others are told must be the same.
@NetworkLoop final class SharedReplica {
  /// Several may follow one another where everybody got a snapshot instead of the changes before it.
  struct Told: Equatable {
    var first: Revision
    var changes: [DiffChange]

    /// The change of a revision; nil if it is not among these.
    subscript(revision: Revision) -> DiffChange? {
      changes.indices.contains(revision - first) ? changes[revision - first] : nil
    }
  }

  private(set) var list = LabelList()
  /// nil before the first snapshot.
  private(set) var point: ResumePoint?
  /// What clients were told, by stretches without a gap.
  private(set) var told: [Told] = []
  private(set) var faults: [Violation] = []
  /// What clients got, the first ones of each run that differ in their bytes.
  private var snapshots: [(snapshot: WholeSnapshot, client: Int)] = []
  private var frames = FrameCache()
  private static let mostFaults = 1_000
  private static let mostSnapshots = 20

  /// The frame that others got behind a revision.
  func frame(after revision: Revision) -> SharedFrame? { frames[after: revision] }

  /// Takes in what a client was told that stands at `revision`; `due` says when an edit was due. Returns the frame to
  /// follow, nil if it does not go on from there, which is noted.
  func take(
    _ changes: [DiffChange], bytes: [UInt8], at revision: Revision, client: Int,
    due: (DiffChange) -> Int?
  ) -> SharedFrame? {
    var next = revision + 1
    for change in changes {
      guard change.revision == next else {
        note(.gapInDiffs(client: client, expected: next, found: change.revision))
        return nil
      }
      next += 1
    }
    guard let last = changes.last else { return nil }
    for change in changes { take(change, client: client) }
    let entries = changes.map { change in
      SharedFrame.Entry(
        author: change.author, sequence: change.sequence, revision: change.revision,
        isPartial: change.isPartial, due: due(change))
    }
    let frame = SharedFrame(bytes: bytes, entries: entries, revision: last.revision, hash: last.hash)
    frames.insert(frame, after: revision)
    return frame
  }

  private func take(_ change: DiffChange, client: Int) {
    guard let stood = point?.revision else { return }
    if change.revision <= stood {
      if let known = toldChange(at: change.revision), known != change {
        note(.otherChange(client: client, revision: change.revision))
      }
    } else if change.revision == stood + 1 {
      apply(change, client: client)
    }
  }

  private func toldChange(at revision: Revision) -> DiffChange? {
    for stretch in told.reversed() { if let change = stretch[revision] { return change } }
    return nil
  }

  private func apply(_ change: DiffChange, client: Int) {
    let stamp = EditStamp(author: change.author, sequence: change.sequence, revision: change.revision)
    for effect in change.effects {
      do {
        try list.applyOnReplica(effect, by: stamp, limits: ListLimits())
      } catch {
        note(.misfit(client: client, revision: change.revision))
      }
    }
    point?.revision = change.revision
    point?.hash = change.hash
    told[told.count - 1].changes.append(change)
  }

  /// Takes in a whole snapshot that a client got. What it holds is looked at now only if it is ahead of all that others were
  /// told.
  func take(_ snapshot: WholeSnapshot, client: Int) {
    if snapshots.last?.snapshot !== snapshot, snapshots.count < Self.mostSnapshots {
      snapshots.append((snapshot, client))
    }
    if let point, snapshot.point.revision <= point.revision { return }
    let slots = snapshot.entries()?.map { LabelList.Slot(label: $0.label, overwrites: $0.overwrites) }
    guard let slots, let list = try? LabelList(orientation: snapshot.orientation, slots: slots) else {
      return note(.misfit(client: client, revision: snapshot.point.revision))
    }
    self.list = list
    point = snapshot.point
    told.append(Told(first: snapshot.point.revision + 1, changes: []))
  }

  /// Compares the snapshots that clients got, and says what each revision held.
  func checkSnapshots() -> [Revision: UInt64] {
    var digests: [Revision: UInt64] = [:]
    for (snapshot, client) in snapshots {
      let revision = snapshot.point.revision
      guard let entries = snapshot.entries() else {
        note(.misfit(client: client, revision: revision))
        continue
      }
      let digest = ListDigest.of(entries.lazy.map(\.label), orientation: snapshot.orientation)
      if let known = digests.updateValue(digest, forKey: revision), known != digest {
        note(.otherSnapshot(client: client, revision: revision))
      }
    }
    return digests
  }

  func note(_ fault: Violation) {
    if faults.count < Self.mostFaults { faults.append(fault) }
  }
}
