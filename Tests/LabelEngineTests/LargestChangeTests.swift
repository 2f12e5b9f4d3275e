import LabelWire
import Labels
import Testing

@testable import LabelEngine

@Suite("The largest changes that the limits allow")
struct LargestChangeTests {
  /// What a connection takes in one write.
  private static let writeBytes = 1 << 20

  private let limits = EngineLimits()
  /// As long as a name may be, every byte of it six in JSON.
  private let longest = String(repeating: "\u{1}", count: ListLimits().nameBytes)

  private func id(_ number: Int) -> LabelID { LabelID(high: 0, low: UInt64(number)) }

  private func change(_ revision: Revision, _ effects: [DiffEffect]) -> DiffChange {
    DiffChange(
      revision: revision, hash: .max, author: 1 << 40, sequence: 1 << 40, time: 1 << 50, isPartial: true,
      effects: effects)
  }

  @Test("A removal of as many labels as one edit may name fits the log")
  func removalFitsTheLog() {
    let removed = (0..<limits.list.labelsPerEdit).map { number in
      Effect.removed(Label(id: id(number), name: longest, isIncluded: false))
    }
    #expect(EffectCoding.encode(removed).count <= limits.changeBytes)
  }

  @Test("A restore of as many labels as one edit may name fits one write, behind an almost full frame")
  func restoreFitsAWrite() {
    let restored = (0..<limits.list.restoredPerEdit).map { number in
      DiffEffect.restored(Label(id: id(number), name: longest, isIncluded: false), after: id(number))
    }
    let frame = Frame.text(ServerMessage.diff([change(1, restored)]).json)
    #expect(frame.count + limits.frameBytes < Self.writeBytes)
  }

  @Test(
    "Frames of many changes stay within their bound, however much is escaped",
    arguments: ["a", "\u{1}", "\"", "é"])
  func framesAreBounded(character: Character) throws {
    let state = ListState(
      head: ResumePoint(list: ListID(high: 0, low: 1), epoch: "e", revision: 0, hash: 0), alias: "demo",
      exists: true,
      list: LabelList(), limits: limits, beatSeconds: 15)
    let name = String(repeating: character, count: 500)
    let changes = (1...500).map { change($0, [.renamed(id($0), value: name, overwrote: [])]) }
    let frames = state.groups(of: changes).map { Frame.text(ServerMessage.diff($0).json) }
    let largest = try #require(frames.map(\.count).max())
    #expect(largest <= limits.frameBytes + 8_192)
    #expect(frames.count > 1)
  }

  @Test(
    "Chunks of a snapshot stay within their bound, however much is escaped",
    arguments: ["a", "\u{1}", "\"", "é"])
  func chunksAreBounded(character: Character) throws {
    let name = String(repeating: character, count: 500)
    let slots = (1...500).map { LabelList.Slot(label: Label(id: id($0), name: name, isIncluded: true)) }
    let source = SnapshotSource(
      list: try LabelList(orientation: .forward, slots: slots),
      point: ResumePoint(list: ListID(high: 0, low: 1), epoch: "e", revision: 0, hash: 0),
      chunkBytes: limits.chunkBytes)
    let largest = try #require(source.messages.map(\.count).max())
    #expect(largest <= limits.chunkBytes + 8_192)
    #expect(source.messages.count > 1)
    #expect(try #require(StoredListCoding.encode(source).map(\.count).max()) <= limits.chunkBytes + 8_192)
  }
}
