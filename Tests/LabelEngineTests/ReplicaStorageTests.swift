import LabelEngine
import LabelWire
import Labels
import Testing

@Suite("A replica that is stored and made again")
struct ReplicaStorageTests {
  let removal = Edit.remove([numberedID(1)])

  /// A replica that is welcome at revision 0, with what it is to store stored.
  func welcomed() throws -> Replica {
    var replica = Replica(client: Person.client(0), secret: Person.secret(0), isStored: true)
    try Script.welcome(&replica, revision: 0)
    replica.didStore(replica.stored)
    return replica
  }

  /// The edits that a replica sends now, by their sequences.
  func sent(by replica: inout Replica) -> [EditSequence: Edit] {
    var sent: [EditSequence: Edit] = [:]
    while let message = replica.nextMessage() {
      if case .edit(let edit) = message { sent[edit.sequence] = try? edit.content.get() }
    }
    return sent
  }

  @Test("An edit is sent once it is stored, and not before")
  func storedBeforeSent() throws {
    var replica = try welcomed()
    replica.make(removal)
    replica.seal()
    #expect(sent(by: &replica).isEmpty)
    let stored = replica.stored
    replica.make(.reverse(from: .forward))
    replica.seal()
    replica.didStore(stored)
    #expect(sent(by: &replica) == [1: removal])
  }

  @Test("An outcome is acknowledged once it is stored, and not before")
  func storedBeforeAcknowledged() throws {
    var replica = try welcomed()
    replica.make(removal)
    replica.seal()
    replica.didStore(replica.stored)
    #expect(sent(by: &replica).count == 1)
    try replica.receive(.settled([Settlement(sequence: 1, outcome: Outcome(.noEffect, asOf: 0))]))
    #expect(replica.nextMessage() == nil)
    #expect(replica.stored.acknowledgedThrough == 1 && replica.stored.outbox.isEmpty)
    replica.didStore(replica.stored)
    #expect(replica.nextMessage() == .acknowledge(through: 1))
  }

  @Test("A reconnection in the middle of storing an outcome still acknowledges it")
  func acknowledgedAfterReconnection() throws {
    var replica = try welcomed()
    replica.make(removal)
    replica.seal()
    replica.didStore(replica.stored)
    _ = sent(by: &replica)
    try replica.receive(.settled([Settlement(sequence: 1, outcome: Outcome(.noEffect, asOf: 0))]))
    try Script.welcome(&replica, revision: 0)
    replica.didStore(replica.stored)
    #expect(replica.nextMessage() == .acknowledge(through: 1))
  }

  @Test("What was stored is sent again under its sequence, and the next edit gets the next one")
  func madeAgain() throws {
    var first = try welcomed()
    for edit in [removal, .reverse(from: .forward)] { first.make(edit) }
    first.seal()
    first.didStore(first.stored)
    let confirmed = first.storedList
    var second = Replica(first.stored, list: confirmed)
    #expect(second.point == first.point && Content(second.confirmed) == Content(first.confirmed))
    second.make(.restore([numberedID(1)]))
    second.seal()
    try Script.welcome(&second, revision: 0)
    second.didStore(second.stored)
    #expect(
      sent(by: &second) == [1: removal, 2: .reverse(from: .forward), 3: .restore([numberedID(1)])])
  }

  @Test("After a load whatever has a sequence counts as sent: a new client does not send it again")
  func countsAsSent() throws {
    var first = try welcomed()
    first.make(removal)
    first.seal()
    var second = Replica(first.stored)
    second.becomeNewClient(Person.client(7), secret: Person.secret(7))
    #expect(second.takeNotices() == [.maybeApplied(removal)])
    #expect(second.pending.isEmpty && second.client == Person.client(7))
  }

  @Test(
    "An undo that was not sent is not carried over to a new client, and that is told; its group is, with the others"
  )
  func undoIsDropped() throws {
    let group = GroupID(high: 0, low: 9)
    var replica = try welcomed()
    replica.make(removal, group: group)
    replica.make(.undo(3))
    replica.becomeNewClient(Person.client(7), secret: Person.secret(7))
    #expect(replica.takeNotices() == [.undoDropped(3)])
    #expect(replica.outbox.map(\.edit) == [removal] && replica.outbox.map(\.group) == [group])
  }

  @Test("A withdrawal is stored before it is sent, since the edit itself must never follow it")
  func withdrawalIsStored() throws {
    var replica = try welcomed()
    replica.make(removal)
    replica.seal()
    replica.didStore(replica.stored)
    for _ in 0..<2 {
      #expect(sent(by: &replica) == [1: removal])
      replica.disconnected(byServer: true)
      try Script.welcome(&replica, revision: 0)
    }
    #expect(sent(by: &replica).isEmpty)
    #expect(replica.stored.outbox.first?.asked == removal)
    replica.didStore(replica.stored)
    #expect(sent(by: &replica) == [1: .withdraw])
  }

  @Test("An edit that closes the connection behind one whose withdrawal is not answered is withdrawn too")
  func poisonBehindWithdrawal() throws {
    var replica = Replica(client: Person.client(0), secret: Person.secret(0))
    replica.make(removal)
    replica.make(.reverse(from: .forward))
    replica.seal()
    for _ in 0..<4 {
      try Script.welcome(&replica, revision: 0)
      _ = sent(by: &replica)
      replica.disconnected(byServer: true)
    }
    #expect(replica.outbox.map(\.edit) == [.withdraw, .withdraw])
    #expect(replica.outbox.map(\.asked) == [removal, .reverse(from: .forward)])
  }

  @Test("A client that may have sent an edit to a list that was only visited says that it is known")
  func claimedBySending() throws {
    var replica = Replica(client: Person.client(0), secret: Person.secret(0), isStored: true)
    _ = replica.hello()
    try replica.receive(Script.welcome(0, exists: false))
    replica.make(removal)
    replica.seal()
    #expect(replica.stored.isClaimed)
  }

  @Test("An older list never replaces a newer one of the same history in the storage, another history's does")
  func sharedList() {
    func list(_ revision: Revision, epoch: String = "epoch") -> Replica.StoredList {
      var point = Script.point(revision)
      point.epoch = epoch
      return Replica.StoredList(list: LabelList(), point: point)
    }
    #expect(list(3).mayReplace(nil) && list(3).mayReplace(list(2)) && list(3).mayReplace(list(3)))
    #expect(!list(3).mayReplace(list(4)))
    #expect(list(3, epoch: "restored").mayReplace(list(4)))
  }

  @Test(
    "After a reset, what the server has no record of forgets what its editor had seen, though it was sent")
  func seenIsForgotten() throws {
    let rename = Edit.rename(numberedID(1), to: "11", base: "1", seen: 5)
    var replica = Replica(client: Person.client(0), secret: Person.secret(0), isStored: true)
    try Script.welcome(&replica, revision: 5)
    replica.make(rename)
    replica.seal()
    replica.make(rename)
    replica.seal()
    replica.didStore(replica.stored)
    guard case .welcome(var welcome) = Script.welcome(2) else { return }
    (welcome.isReset, welcome.head.epoch, welcome.lastSequence) = (true, "restored", 1)
    _ = replica.hello()
    try replica.receive(.welcome(welcome))
    let forgotten = Edit.rename(numberedID(1), to: "11", base: "1", seen: 0)
    #expect(replica.outbox.map(\.edit) == [rename, forgotten])
    #expect(replica.point == nil && replica.historyChanges == 1)
    #expect(sent(by: &replica).isEmpty, "its author cannot see yet what they are made on")
    guard case .snapshot(var chunk) = Script.chunk(0, of: 1, revision: 2) else { return }
    chunk.point.epoch = "restored"
    try replica.receive(.snapshot(chunk))
    #expect(sent(by: &replica) == [1: rename])
    replica.didStore(replica.stored)
    #expect(sent(by: &replica) == [2: forgotten])
  }
}
