import LabelStore
import LabelWire
import Labels
import Testing

@testable import LabelEngine
@testable import LabelServer

@Suite("What the store tells of a client's edits")
struct StoreConversionsTests {
  private let client = ClientRecord(
    id: ClientID(high: 1, low: 2), author: 3, lastSequence: 9, acknowledgedThrough: 4)

  private func outcomes(_ result: ClaimResult) throws -> [KnownOutcome] {
    guard case .granted(let claimed) = Claim(result) else { return [] }
    #expect(claimed.author == 3 && claimed.lastSequence == 9 && claimed.acknowledgedThrough == 4)
    return claimed.outcomes
  }

  @Test("is one outcome for each, with its fingerprint: of one applied in part, the stored one")
  func partialOutcome() throws {
    let partial = Outcome(
      .mixed([
        Outcome.LabelResult(id: LabelID(high: 0, low: 1), rejection: nil, hadEffect: true),
        Outcome.LabelResult(id: LabelID(high: 0, low: 2), rejection: .unknownLabel, hadEffect: false),
      ]), asOf: 7)
    let result = ClaimResult.known(
      client,
      outcomes: [
        OutcomeRecord(author: 3, sequence: 6, fingerprint: 60, body: OutcomeCoding.encode(partial))
      ],
      applied: [
        AppliedRecord(sequence: 5, revision: 6, fingerprint: 50, isPartial: false),
        AppliedRecord(sequence: 6, revision: 7, fingerprint: 60, isPartial: true),
      ])
    let expected = [
      KnownOutcome(settlement: Settlement(sequence: 6, outcome: partial), fingerprint: 60),
      KnownOutcome(
        settlement: Settlement(sequence: 5, outcome: Outcome(.applied, asOf: 6)), fingerprint: 50),
    ]
    #expect(try outcomes(result) == expected)
  }

  @Test("goes to the store with the batch: the outcomes that its log does not tell, and none twice")
  func outcomesOfABatch() {
    var batch = Batch(after: 4, afterHash: 5)
    let results: [Outcome.Result] = [.applied, .noEffect, .rejected(.unknownLabel)]
    for (index, result) in results.enumerated() {
      batch.outcomes.append(
        Batch.Settled(
          author: 3, settlement: Settlement(sequence: index + 5, outcome: Outcome(result, asOf: 5)),
          fingerprint: UInt64(index), label: nil))
    }
    let request = AppendRequest(batch, list: ListID(high: 1, low: 1))
    #expect(request.outcomes.map(\.sequence) == [6, 7])
    #expect(request.outcomes.map(\.fingerprint) == [1, 2])
  }
}
