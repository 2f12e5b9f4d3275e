import LabelWire
import Labels
import Network
import Testing

@testable import colabel

/// Clients that get the changes of a list, and what is wrong with what they get.
@NetworkLoop @Suite("The replica that light clients share") struct SharedReplicaTests {
  private let replica = SharedReplica()

  init() {
    replica.take(snapshot(10, [GoodRun.ring]), client: 0)
  }

  @Test("What the first client is told is applied, once, and others follow the same bytes")
  func follows() {
    let frame = take([inserted(11)], at: 10, client: 0)
    #expect(frame?.revision == 11)
    #expect(take([inserted(11)], at: 10, client: 1)?.revision == 11)
    #expect(replica.frame(after: 10)?.bytes == [1])
    #expect(Array(replica.list.labels) == [GoodRun.ring, GoodRun.tile])
    #expect(replica.faults == [])
  }

  @Test("A missing revision is a gap")
  func missing() {
    #expect(take([switched(12)], at: 10, client: 3) == nil)
    #expect(replica.faults == [.gapInDiffs(client: 3, expected: 11, found: 12)])
  }

  @Test("A revision that comes twice is a gap")
  func doubled() {
    _ = take([inserted(11)], at: 10, client: 0)
    #expect(take([inserted(11)], at: 11, client: 0) == nil)
    #expect(replica.faults == [.gapInDiffs(client: 0, expected: 12, found: 11)])
  }

  @Test("A change that differs from what others were told at its revision")
  func differs() {
    _ = take([inserted(11)], at: 10, client: 0)
    #expect(take([switched(11)], at: 10, client: 4) != nil)
    #expect(replica.faults == [.otherChange(client: 4, revision: 11)])
  }

  @Test("A change that does not fit the list")
  func misfit() {
    _ = take([GoodRun.change(11, 3, 1, .removed(GoodRun.grid.id))], at: 10, client: 2)
    #expect(replica.faults == [.misfit(client: 2, revision: 11)])
  }

  @Test("A client whose frames are cut in another way follows all the same")
  func otherCut() {
    _ = take([inserted(11), switched(12)], at: 10, client: 0)
    #expect(take([inserted(11)], at: 10, client: 1)?.revision == 11)
    #expect(take([switched(12)], at: 11, client: 1)?.revision == 12)
    #expect(replica.faults == [])
    #expect(replica.point?.revision == 12)
  }

  @Test("Snapshots of one revision must hold the same")
  func snapshots() {
    replica.take(snapshot(10, [GoodRun.ring]), client: 1)
    #expect(replica.checkSnapshots().count == 1)
    #expect(replica.faults == [])
    replica.take(snapshot(10, [GoodRun.ring.switched]), client: 2)
    _ = replica.checkSnapshots()
    #expect(replica.faults == [.otherSnapshot(client: 2, revision: 10)])
  }

  @Test("A snapshot ahead of all others begins another stretch")
  func ahead() {
    _ = take([inserted(11)], at: 10, client: 0)
    replica.take(snapshot(20, [GoodRun.tile]), client: 1)
    _ = take([GoodRun.change(21, 3, 9, .removed(GoodRun.tile.id))], at: 20, client: 1)
    #expect(replica.told.map(\.first) == [11, 21])
    #expect(replica.told.map(\.changes.count) == [1, 1])
    #expect(Array(replica.list.labels) == [])
  }

  private func take(_ changes: [DiffChange], at revision: Revision, client: Int) -> SharedFrame? {
    replica.take(changes, bytes: [UInt8(changes.count)], at: revision, client: client) { _ in nil }
  }

  private func inserted(_ revision: Revision) -> DiffChange {
    GoodRun.change(revision, 3, 1, .inserted(GoodRun.tile, after: GoodRun.ring.id))
  }

  private func switched(_ revision: Revision) -> DiffChange {
    GoodRun.change(revision, 3, 2, .included(GoodRun.ring.id, value: false))
  }

  private func snapshot(_ revision: Revision, _ labels: [Label]) -> WholeSnapshot {
    let list = ListID(high: 0, low: 9)
    return WholeSnapshot(
      point: ResumePoint(list: list, epoch: "e", revision: revision, hash: 0), orientation: .forward
    ) {
      labels.map { SnapshotChunk.Entry(label: $0, overwrites: []) }
    }
  }
}
