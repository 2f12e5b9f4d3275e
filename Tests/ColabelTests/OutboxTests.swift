import LabelWire
import Labels
import Testing

@testable import colabel

@Suite("The edits of a light client")
struct OutboxTests {
  @Test("They go out once each, in order")
  func order() {
    var outbox = filled(3)
    #expect(sent(&outbox) == [1, 2, 3])
    #expect(sent(&outbox) == [])
  }

  @Test("After a lost link those without an outcome go out again")
  func again() {
    var outbox = filled(3)
    _ = sent(&outbox)
    _ = outbox.applied(2)
    outbox.disconnected()
    #expect(sent(&outbox) == [1, 3])
  }

  @Test("No more are open than the server takes")
  func window() {
    var outbox = filled(5)
    outbox.openEdits = 2
    #expect(sent(&outbox) == [1, 2])
    _ = outbox.applied(2)
    #expect(sent(&outbox) == [])
    _ = outbox.applied(1)
    #expect(outbox.acknowledgedThrough == 2)
    #expect(sent(&outbox) == [3, 4])
  }

  @Test("An outcome counts once the list has been followed to its revision, and once")
  func settling() {
    var outbox = filled(1)
    let settlement = Settlement(sequence: 1, outcome: Outcome(.noEffect, asOf: 7))
    outbox.take(settlement)
    let revisions = [6, 7, 8]
    var settled: [[Settlement]] = []
    for revision in revisions {
      settled.append(outbox.settle(at: revision))
      outbox.take(settlement)
    }
    #expect(settled == [[], [settlement], []])
    let isPending = outbox.applied(1)
    #expect(!isPending)
  }

  @Test("A welcome replaces the outcomes that waited")
  func welcome() {
    var outbox = filled(1)
    outbox.take(Settlement(sequence: 1, outcome: Outcome(.noEffect, asOf: 7)))
    outbox.disconnected()
    #expect(sent(&outbox) == [])
    outbox.welcomed()
    #expect(sent(&outbox) == [1])
  }

  private func filled(_ count: Int) -> Outbox {
    var outbox = Outbox()
    for _ in 0..<count { _ = outbox.append(.reverse(from: .forward), group: nil) }
    return outbox
  }

  private func sent(_ outbox: inout Outbox) -> [EditSequence] {
    var sequences: [EditSequence] = []
    while case .edit(let message)? = outbox.next() { sequences.append(message.sequence) }
    return sequences
  }
}
