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
      Effect.removed(Label(id: id(number), name: longest, isIncluded: false), after: id(number))
    }
    #expect(EffectCoding.encode(removed).count <= limits.changeBytes)
  }

  @Test(
    "A restore, and the undo of a removal, bring back what fits one write behind an almost full frame",
    arguments: ["a", "\u{1}", "\"", "é"])
  func restoreFitsAWrite(character: Character) throws {
    let name = String(repeating: character, count: 500)
    var edited = EditedList()
    let ids = (1...1_000).map(id)
    for id in ids {
      edited.edit(
        .insert(Label(id: id, name: name, isIncluded: false), at: Placement(.last, orientation: .forward)))
    }
    edited.edit(.remove(ids), by: 2)
    let undone = edited.edit(.undo(1), by: 2)
    let frame = Frame.text(ServerMessage.diff([change(1, undone.effects.map(\.diff))]).json)
    #expect(frame.count + limits.frameBytes < Self.writeBytes)
    #expect(undone.effects.count > 100)
    guard case .mixed(let results) = undone.outcome.result else {
      return #expect(undone.effects.count == ids.count)
    }
    #expect(results.filter { $0.rejection == .tooLarge }.count == ids.count - undone.effects.count)
    edited.edit(.restore(results.filter { $0.rejection == .tooLarge }.map(\.id).suffix(100)), by: 2)
    #expect(edited.list.count >= undone.effects.count + 85)
  }

  @Test("A sort of as many labels as may be sorted, and its undo, fit the log, one write and one outcome")
  func sortFits() throws {
    let count = limits.list.labelsPerSort
    // The last name first, so that all labels but one move; ids, revisions and numbers as long as they get.
    let slots = (0..<count).map { number in
      LabelList.Slot(
        label: Label(
          id: LabelID(high: .max, low: .max - UInt64(number)), name: "\(count - number)", isIncluded: true),
        stamps: ChangeStamps(place: 1 << 52))
    }
    var list = try LabelList(orientation: .forward, slots: slots)
    func evaluate(_ edit: Edit, at revision: Revision, undoing target: UndoTarget = .nothing) -> Evaluation {
      Evaluation.evaluate(
        edit, on: &list, author: 2, sequence: revision, revision: revision, time: 0, limits: limits.list,
        undoing: target)
    }
    let sorted = evaluate(.sort(by: .undetermined, orientation: .forward), at: (1 << 52) + 1)
    #expect(sorted.effects.count == count - 1)
    let change = Change(
      revision: (1 << 52) + 1, author: 2, sequence: 1, time: 0, effects: sorted.effects, isPartial: false)
    let gone = list.labels.prefix(count / 2).map(\.id)
    for start in stride(from: 0, to: gone.count, by: 1_000) {
      _ = evaluate(.remove(Array(gone[start..<min(start + 1_000, gone.count)])), at: (1 << 52) + 2 + start)
    }
    let undone = evaluate(.undo(1), at: (1 << 52) + 9_999, undoing: .change(change))
    for effects in [sorted.effects, undone.effects] {
      #expect(EffectCoding.encode(effects).count <= limits.changeBytes)
      let frame = Frame.text(ServerMessage.diff([self.change(1, effects.map(\.diff))]).json)
      #expect(frame.count + limits.frameBytes < Self.writeBytes)
    }
    let settled = ServerMessage.settled([Settlement(sequence: 1 << 52, outcome: undone.outcome)])
    #expect(settled.json.count < limits.ownBytes)
    #expect(settled.json.count > 100_000, "each label has a result of its own")
  }

  @Test("A label whose name alone is too large for a change comes back alone")
  func largestLabelComesBack() {
    var edited = EditedList()
    edited.limits.restoredBytes = 100
    edited.append([1: "Grid", 2: "Tile"])
    edited.edit(.remove([id(1), id(2)]))
    #expect(edited.edit(.restore([id(1), id(2)])).effects.count == 1)
    #expect(edited.edit(.restore([id(2)])).outcome.result == .applied)
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
