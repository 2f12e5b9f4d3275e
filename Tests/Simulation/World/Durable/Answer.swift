import LabelEngine
import LabelWire
import Labels

/// Which run of which list: what belongs to one that is gone is dropped.
struct HostID: Equatable {
  let list: Int
  let incarnation: Int
}

/// What the surroundings have to tell a list's host.
struct Answer {
  enum Content {
    case claimed(Claim, SessionID)
    case logRead([DiffChange], SessionID)
    case committed
    case conflict
    case failed(DurableStore.Write)
    case entriesRead([Change?])
    case snapshotMade([[UInt8]], ResumePoint, SnapshotCoding)
    case snapshotStored(Int, of: Revision)
    case trimmed
  }

  let host: HostID
  let content: Content
  /// The commit that it tells of, or that was the last when it was read.
  let commit: Int
}

/// Work that no commit is needed for.
struct Reading {
  enum Action {
    case log(SessionID, after: Int, through: Int)
    case entries([EditKey])
    case snapshot(SnapshotSource, SnapshotCoding)
  }

  let host: HostID
  let action: Action
}
