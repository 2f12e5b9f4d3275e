import LabelWire
import Labels
import Testing

@testable import colabel

/// Each test doctors the evidence of one good run, and names what the judge must find in it, and nothing else.
@Suite("The judgement of a load test")
struct JudgeTests {
  @Test("A good run is without violations")
  func good() throws {
    #expect(Judge.judge(try GoodRun.evidence()) == [])
  }

  // MARK: Clients without a replica

  @Test("A client without a replica that did not follow to the server's head")
  func followerBehind() throws {
    var evidence = try GoodRun.evidence()
    evidence.followers = [
      Evidence.Follower(client: 5, revision: 14), Evidence.Follower(client: 6, revision: 13),
      Evidence.Follower(client: 7, revision: nil),
    ]
    #expect(
      Judge.judge(evidence) == [
        .replicaBehind(client: 6, at: 13, server: 14), .replicaBehind(client: 7, at: nil, server: 14),
      ])
  }

  @Test("Clients that were told what the log has, from anywhere on")
  func toldTheSame() throws {
    var evidence = try GoodRun.evidence()
    evidence.told = [SharedReplica.Told(first: 13, changes: Array(evidence.log[2...]))]
    #expect(Judge.judge(evidence) == [])
  }

  @Test("Clients that were told of another change than the log has")
  func toldOther() throws {
    var evidence = try GoodRun.evidence()
    evidence.told = [SharedReplica.Told(first: 11, changes: evidence.log)]
    evidence.told[0].changes[2].effects = [.included(GoodRun.ring.id, value: false)]
    #expect(Judge.judge(evidence) == [.toldOther(revision: 13)])
  }

  @Test("What was found while the run went on")
  func faults() throws {
    var evidence = try GoodRun.evidence()
    evidence.faults = [.otherChange(client: 4, revision: 12)]
    #expect(Judge.judge(evidence) == evidence.faults)
  }

  @Test("A log that is trimmed is judged by what clients were told of it")
  func trimmed() throws {
    var evidence = try GoodRun.evidence()
    evidence.told = [SharedReplica.Told(first: 11, changes: evidence.log)]
    evidence.log.removeFirst(2)
    evidence.addTrimmed()
    #expect(Judge.judge(evidence) == [])
  }

  // MARK: Replicas

  @Test("A replica that did not reach the server's head")
  func behind() throws {
    var evidence = try GoodRun.evidence()
    evidence.replicas[1].revision = 12
    #expect(Judge.judge(evidence) == [.replicaBehind(client: 1, at: 12, server: 14)])
  }

  @Test("A replica that never got the list")
  func empty() throws {
    var evidence = try GoodRun.evidence()
    evidence.replicas[0].revision = nil
    #expect(Judge.judge(evidence) == [.replicaBehind(client: 0, at: nil, server: 14)])
  }

  @Test("A replica with another name, also one that only compares equal")
  func otherName() throws {
    var evidence = try GoodRun.evidence()
    evidence.server.labels[1].name = "Cafe\u{301}"
    #expect(evidence.server.labels[1].name == GoodRun.tile.name)
    #expect(
      Judge.judge(evidence) == [
        .replicaDiffers(client: 0, position: 1), .replicaDiffers(client: 1, position: 1),
      ])
  }

  @Test("A replica with another inclusion")
  func otherInclusion() throws {
    var evidence = try GoodRun.evidence()
    evidence.replicas[1].list = try GoodRun.list([GoodRun.ring.switched, GoodRun.tile])
    #expect(Judge.judge(evidence) == [.replicaDiffers(client: 1, position: 0)])
  }

  @Test("A replica in another order")
  func otherOrder() throws {
    var evidence = try GoodRun.evidence()
    evidence.replicas[0].list = try GoodRun.list([GoodRun.tile, GoodRun.ring])
    #expect(Judge.judge(evidence) == [.replicaDiffers(client: 0, position: 0)])
  }

  @Test("A replica with a label too few, or too many")
  func otherLength() throws {
    var evidence = try GoodRun.evidence()
    evidence.replicas[0].list = try GoodRun.list([GoodRun.ring])
    evidence.replicas[1].list = try GoodRun.list([GoodRun.ring, GoodRun.tile, GoodRun.grid])
    #expect(
      Judge.judge(evidence) == [
        .replicaDiffers(client: 0, position: 1), .replicaDiffers(client: 1, position: 2),
      ])
  }

  @Test("A replica that is turned the other way")
  func otherOrientation() throws {
    var evidence = try GoodRun.evidence()
    evidence.server.orientation = .reversed
    #expect(Judge.judge(evidence) == [.otherOrientation(client: 0), .otherOrientation(client: 1)])
  }

  // MARK: Applied exactly once

  @Test("An edit that was told to be applied and is not in the log")
  func lost() throws {
    var evidence = try GoodRun.evidence()
    evidence.log.removeLast()
    #expect(
      Judge.judge(evidence) == [
        .gapInLog(expected: 14, found: 15), .lost(client: 1, sequence: 2, told: 14),
      ])
  }

  @Test("An edit that is in the log twice")
  func twice() throws {
    var evidence = try GoodRun.evidence()
    evidence.log[3].author = evidence.log[0].author
    evidence.log[3].sequence = evidence.log[0].sequence
    evidence.log[3].effects = evidence.log[0].effects
    let name = EditName(author: 3, sequence: 1)
    #expect(
      Judge.judge(evidence) == [
        .appliedTwice(name, first: 11, again: 14), .otherRevision(name, told: 11, logged: 14),
        .lost(client: 1, sequence: 2, told: 14),
      ])
  }

  @Test("A change by nobody of this run, or under a sequence that nobody used", arguments: [(9, 1), (3, 9)])
  func nobodyAsked(author: Author, sequence: EditSequence) throws {
    var evidence = try GoodRun.evidence()
    evidence.log.append(GoodRun.change(15, author, sequence, .reversed(value: .reversed)))
    evidence.server.revision = 15
    evidence.replicas[0].revision = 15
    evidence.replicas[1].revision = 15
    let name = EditName(author: author, sequence: sequence)
    #expect(Judge.judge(evidence) == [.nobodyAsked(name, revision: 15)])
  }

  @Test(
    "What others do is not judged if there are any, but for changes in a writer's name",
    arguments: [(9, 1), (3, 9)])
  func others(author: Author, sequence: EditSequence) throws {
    var evidence = try GoodRun.evidence()
    evidence.hasOthers = true
    evidence.log.append(GoodRun.change(15, author, sequence, .reversed(value: .reversed)))
    evidence.server.revision = 15
    evidence.replicas[0].revision = 15
    evidence.replicas[1].revision = 15
    let name = EditName(author: author, sequence: sequence)
    #expect(Judge.judge(evidence) == (author == 9 ? [] : [.nobodyAsked(name, revision: 15)]))
  }

  @Test(
    "A change whose edit was told to have had no effect",
    arguments: [Outcome.Result.noEffect, .rejected(.unknownLabel), .mixed([])])
  func againstOutcome(result: Outcome.Result) throws {
    var evidence = try GoodRun.evidence()
    let outcome = Outcome(result, asOf: 12)
    evidence.writers[0].edits[2]?.outcome = outcome
    let name = EditName(author: 3, sequence: 2)
    #expect(Judge.judge(evidence) == [.appliedAgainstOutcome(name, revision: 12, outcome: outcome)])
  }

  @Test("A change at another revision than was told")
  func otherRevision() throws {
    var evidence = try GoodRun.evidence()
    evidence.writers[0].edits[2]?.outcome = Outcome(.applied, asOf: 11)
    let name = EditName(author: 3, sequence: 2)
    #expect(Judge.judge(evidence) == [.otherRevision(name, told: 11, logged: 12)])
  }

  @Test("An edit that was never answered")
  func unanswered() throws {
    var evidence = try GoodRun.evidence()
    evidence.writers[1].edits[3]?.outcome = nil
    #expect(Judge.judge(evidence) == [.unanswered(client: 1, sequence: 3)])
  }

  @Test("A log with a hole in it")
  func gap() throws {
    var evidence = try GoodRun.evidence()
    evidence.start = 9
    #expect(Judge.judge(evidence) == [.gapInLog(expected: 10, found: 11)])
  }

  @Test("A client with two author numbers, and a number that two clients have")
  func authors() throws {
    var evidence = try GoodRun.evidence()
    evidence.writers[1].authors = [4, 3]
    let violations = Judge.judge(evidence)
    #expect(violations.contains(.authorsOfClient(client: 1, authors: [4, 3])))
    #expect(violations.contains(.sharedAuthor(3, clients: [0, 1])))
  }

  // MARK: Nothing else touched

  @Test(
    "A change of a label that its edit did not name, or of another kind than was asked",
    arguments: [
      DiffEffect.included(GoodRun.tile.id, value: false), .removed(GoodRun.tile.id),
      .renamed(GoodRun.ring.id, value: "Ring", overwrote: []), .moved(GoodRun.ring.id, after: nil),
      .included(GoodRun.ring.id, value: false),
    ])
  func touchedOther(effect: DiffEffect) throws {
    var evidence = try GoodRun.evidence()
    evidence.log[2].effects.append(effect)
    let name = EditName(author: 4, sequence: 1)
    #expect(
      Judge.judge(evidence) == [
        .touchedOther(name, revision: 13, labels: effect.label.map { [$0] } ?? [])
      ])
  }

  @Test("A list that was reversed when nobody asked for that")
  func reversed() throws {
    var evidence = try GoodRun.evidence()
    evidence.log[2].effects.append(.reversed(value: .reversed))
    let name = EditName(author: 4, sequence: 1)
    #expect(Judge.judge(evidence) == [.touchedOther(name, revision: 13, labels: [])])
  }
}
