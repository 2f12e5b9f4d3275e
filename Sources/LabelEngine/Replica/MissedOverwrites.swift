import LabelWire
import Labels

/// Which overwritings of this client's texts the replica may have missed, because a snapshot passed them over while
/// their label was removed: what brings such a label back tells them.
struct MissedOverwrites: Sendable {
  /// The changes after the first revision through the second came in snapshots, at least in part.
  private var missed: (after: Revision, through: Revision)?
  /// The latest overwriting that was told of a label.
  private var told: [LabelID: Revision] = [:]

  /// Beyond this many labels, an overwriting may be told twice rather than never.
  private static let mostTold = 4_096

  mutating func miss(after revision: Revision, through last: Revision) {
    guard last > revision else { return }
    missed = (min(missed?.after ?? revision, revision), max(missed?.through ?? last, last))
  }

  func contains(_ revision: Revision) -> Bool {
    guard let missed else { return false }
    return missed.after < revision && revision <= missed.through
  }

  /// Whether it is news that a label's text was overwritten at a revision; afterwards it is none.
  mutating func isNews(_ id: LabelID, at revision: Revision) -> Bool {
    guard told[id] ?? 0 < revision else { return false }
    if told.count >= Self.mostTold { told.removeAll() }
    told[id] = revision
    return true
  }
}

extension Replica {
  /// A diff's effect overwrote this client's text, or brings back a label in which that happened unseen.
  mutating func tellOverwritten(by effect: DiffEffect, at revision: Revision) {
    switch effect {
    case .renamed(let id, _, let overwrote):
      guard overwrote.contains(where: { $0.author == author }), overwrites.isNews(id, at: revision)
      else { return }
      tell(.overwritten(id))
    case .restored(let label, _, let overwrote):
      guard let own = overwrote.last(where: { $0.author == author }), overwrites.contains(own.revision),
        overwrites.isNews(label.id, at: own.revision)
      else { return }
      tell(.overwritten(label.id))
    case .inserted, .included, .moved, .reversed, .removed: break
    }
  }

  /// What a diff would have said, read off the label: after a snapshot, and when an outcome comes late. A label that is not
  /// there says it when it comes back.
  mutating func tellOverwritten(_ id: LabelID, since revision: Revision) {
    guard confirmed[id] != nil else {
      overwrites.miss(after: revision, through: point?.revision ?? revision)
      return
    }
    guard let own = confirmed.overwrites(of: id).last(where: { $0.author == author }),
      own.revision > revision || overwrites.contains(own.revision), overwrites.isNews(id, at: own.revision)
    else { return }
    tell(.overwritten(id))
  }

  /// The same for an undo, whose outcome does not say which text it brought back. O(1) if nothing came behind it.
  mutating func tellAllOverwritten(since revision: Revision) {
    guard let last = point?.revision, last > revision else { return }
    overwrites.miss(after: revision, through: last)
    for label in confirmed.labels { tellOverwritten(label.id, since: revision) }
  }
}
