import LabelEngine
import LabelWire
import Labels

/// Messages of a server that a test plays itself.
enum Script {
  static func point(_ revision: Revision, list: UInt64 = 1) -> ResumePoint {
    ResumePoint(
      list: ListID(high: 0x1157, low: list), epoch: "epoch", revision: revision, hash: UInt64(revision))
  }

  static let limits = WireLimits(list: ListLimits(), openEdits: 8, messageBytes: 1_000)

  static func welcome(
    _ revision: Revision, list: UInt64 = 1, exists: Bool = true, outcomes: [Settlement] = []
  ) -> ServerMessage {
    .welcome(
      Welcome(
        head: point(revision, list: list), alias: "demo", exists: exists, author: 1, isReset: false,
        isSnapshotComing: true, lastSequence: 0, limits: limits, beatSeconds: 15, outcomes: outcomes))
  }

  static func chunk(
    _ index: Int, of count: Int, revision: Revision, list: UInt64 = 1, labels: ClosedRange<Int> = 1...3
  ) -> ServerMessage {
    let entries = labels.map {
      SnapshotChunk.Entry(label: Label(id: numberedID($0), name: "\($0)", isIncluded: true), overwrites: [])
    }
    return .snapshot(
      SnapshotChunk(
        point: point(revision, list: list), orientation: .forward, chunk: index, chunks: count,
        entries: entries))
  }

  /// Says hello, and plays a welcome and a snapshot of labels 1 to 3.
  static func welcome(_ replica: inout Replica, revision: Revision) throws {
    _ = replica.hello()
    try replica.receive(welcome(revision))
    try replica.receive(chunk(0, of: 1, revision: revision))
  }

  static func reversal(revision: Revision) -> DiffChange {
    DiffChange(
      revision: revision, hash: UInt64(revision), author: 2, sequence: revision, time: 0, isPartial: false,
      effects: [.reversed(value: .reversed)])
  }
}
