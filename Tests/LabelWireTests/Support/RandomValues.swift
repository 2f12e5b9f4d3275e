import LabelWire
import Labels

/// One of each kind.
func allRejections(_ removal: Removal) -> [Rejection] {
  [
    .removed(removal), .unknownLabel, .duplicateID, .invalidName, .listFull, .anchorGone, .tooOld,
    .changedSince, .nothingToUndo, .tooLarge, .invalidEdit, .sequenceReused, .archived, .withdrawn,
  ]
}

/// Draws values of every kind that is written and read, names that need escaping among them.
struct RandomValues {
  private var generator: SeededGenerator

  init(seed: UInt64) {
    generator = SeededGenerator(seed: seed)
  }

  mutating func draw(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &generator) }

  mutating func byte() -> UInt8 { UInt8(truncatingIfNeeded: generator.next()) }

  mutating func bool() -> Bool { generator.next() & 1 == 0 }

  mutating func id() -> LabelID { .random { generator.next() } }

  mutating func number() -> Int { draw(0...3) == 0 ? draw(0...(1 << 53) - 1) : draw(0...99) }

  mutating func name() -> String {
    let pieces = [
      "a", "\u{E9}", "e\u{301}", "\"", "\\", "/", "\n", "\u{0}", "\u{1F}", "\u{7F}", "\u{2028}", "\u{FFFD}",
      "\u{FEFF}", "\u{1F1EB}\u{1F1F7}", "\u{1F469}\u{200D}\u{1F4BB}", "\u{0627}", "\u{10FFFF}", "\\u0041",
    ]
    return (0..<draw(0...6)).compactMap { _ in pieces.randomElement(using: &generator) }.joined()
  }

  mutating func label() -> Label { Label(id: id(), name: name(), isIncluded: bool()) }

  mutating func orientation() -> Orientation { bool() ? .forward : .reversed }

  mutating func ids() -> [LabelID] { (0..<draw(1...4)).map { _ in id() } }

  mutating func optionalID() -> LabelID? { bool() ? id() : nil }

  mutating func placement() -> Placement {
    let spot: Placement.Spot =
      switch draw(0...3) {
      case 0: .first
      case 1: .last
      case 2: .before(id())
      default: .after(id())
      }
    return Placement(spot, orientation: orientation())
  }

  mutating func edit() -> Edit {
    switch draw(0...9) {
    case 0: .insert(label(), at: placement())
    case 1: .rename(id(), to: name(), base: name(), seen: number())
    case 2: .setIncluded(ids(), bool())
    case 3: .remove(ids())
    case 4: .move(ids(), to: placement())
    case 5: .reverse(from: orientation())
    case 6: .restore(ids())
    case 7: .undo(number() + 1)
    case 8: .sort(by: language(), orientation: orientation())
    default: .withdraw
    }
  }

  mutating func language() -> LanguageTag {
    let tags = ["tr", "zh-Hant-TW", "de-u-co-phonebk", "x1"]
    return tags.randomElement(using: &generator).flatMap { LanguageTag($0) } ?? .undetermined
  }

  mutating func effect() -> Effect {
    switch draw(0...6) {
    case 0: return .inserted(label(), slot: optionalID(), after: optionalID())
    case 1:
      let overwrote = (0..<draw(0...3)).map { _ in Naming(author: number(), sequence: number()) }
      return .renamed(id(), replaced: name(), value: name(), overwrote: overwrote)
    case 2: return .included(id(), replaced: bool(), value: bool(), transition())
    case 3:
      let source = Effect.Source(
        slotBefore: optionalID(), slotAfter: optionalID(), labelBefore: optionalID(),
        labelAfter: optionalID())
      return .moved(id(), slot: optionalID(), after: optionalID(), source: source, transition())
    case 4: return .reversed(replaced: orientation(), value: orientation(), transition())
    case 5: return .removed(label(), after: optionalID(), transition())
    default: return .restored(label(), after: optionalID(), overwrote: overwrites(), transition())
    }
  }

  mutating func overwrites() -> [Overwrite] {
    (0..<draw(0...2)).map { _ in Overwrite(author: number(), revision: number()) }
  }

  mutating func transition() -> Transition { Transition(from: number(), to: bool() ? number() : nil) }

  mutating func effects() -> [Effect] { (0..<draw(0...5)).map { _ in effect() } }

  mutating func rejection() -> Rejection {
    let all = allRejections(
      Removal(
        author: number(), sequence: number(), revision: number(), time: Int64(number()),
        name: bool() ? name() : nil))
    return all[draw(0...all.count - 1)]
  }

  mutating func outcome() -> Outcome {
    let result: Outcome.Result =
      switch draw(0...3) {
      case 0: .applied
      case 1: .noEffect
      case 2: .rejected(rejection())
      default: .mixed((0..<draw(1...4)).map { _ in labelResult() })
      }
    return Outcome(result, asOf: number())
  }

  private mutating func labelResult() -> Outcome.LabelResult {
    let rejection = bool() ? rejection() : nil
    return Outcome.LabelResult(id: id(), rejection: rejection, hadEffect: rejection == nil && bool())
  }

  mutating func settlements() -> [Settlement] {
    (0..<draw(0...4)).map { _ in Settlement(sequence: number(), outcome: outcome()) }
  }

  mutating func point() -> ResumePoint {
    ResumePoint(
      list: .random { generator.next() }, epoch: name(), revision: number(), hash: generator.next())
  }

  mutating func hello() -> Hello {
    let characters = (0..<draw(16...128)).map { _ in UInt8(draw(0x21...0x7E)) }
    return Hello(
      client: .random { generator.next() }, secret: String(decoding: characters, as: UTF8.self),
      isClaimed: bool(), acknowledgedThrough: number(), resume: bool() ? point() : nil,
      person: bool() ? person() : nil, snapshotCoding: bool() ? .deflate : .json)
  }

  mutating func group() -> GroupID { .random { generator.next() } }

  mutating func person() -> Person? {
    Person(name: "Ada \(number())", color: bool() ? "#12aBcD" : nil)
  }

  mutating func presence() -> PresenceMessage {
    let people = (0..<draw(0...4)).map { _ in
      PresenceMessage.Presence(
        author: number(), person: bool() ? person() : nil, editing: optionalID())
    }
    return PresenceMessage(
      isWhole: bool(), count: number(), people: people, left: (0..<draw(0...3)).map { _ in number() })
  }

  mutating func info() -> ListInfo {
    ListInfo(title: bool() ? ListTitle("Title \"\(number())\" é") : nil, isArchived: bool())
  }

  mutating func welcome() -> Welcome {
    var list = ListLimits()
    list.labels = number()
    list.nameGraphemes = number()
    list.nameBytes = number()
    list.labelsPerEdit = number()
    list.labelsPerSort = number()
    list.restoredBytes = number()
    let limits = WireLimits(list: list, openEdits: number(), messageBytes: number())
    return Welcome(
      head: point(), alias: name(), info: info(), exists: bool(), author: number(), isReset: bool(),
      isSnapshotComing: bool(), lastSequence: number(), limits: limits, beatSeconds: number(),
      outcomes: settlements())
  }

  mutating func chunk() -> SnapshotChunk {
    let entries = (0..<draw(0...4)).map { _ in
      SnapshotChunk.Entry(label: label(), overwrites: overwrites())
    }
    return SnapshotChunk(
      point: point(), orientation: orientation(), chunk: number(), chunks: number(), entries: entries)
  }

  mutating func change() -> DiffChange {
    DiffChange(
      revision: number(), hash: generator.next(), author: number(), sequence: number(),
      time: Int64(number()), isPartial: bool(), group: bool() ? group() : nil,
      effects: effects().map(\.diff))
  }

  mutating func clientMessage() -> ClientMessage {
    switch draw(0...5) {
    case 0: .hello(hello())
    case 3: .presence(PresenceUpdate(editing: optionalID(), person: bool() ? person() : nil))
    case 1: .acknowledge(through: number())
    case 2: .beat
    default:
      .edit(
        EditMessage(
          sequence: number() + 1, acknowledgedThrough: number(), content: .success(edit()),
          group: bool() ? group() : nil))
    }
  }

  mutating func serverMessage() -> ServerMessage {
    switch draw(0...7) {
    case 6: .list(info())
    case 5: .presence(presence())
    case 0: .welcome(welcome())
    case 1: .snapshot(chunk())
    case 2: .diff((0..<draw(0...3)).map { _ in change() })
    case 3: .settled(settlements())
    case 4: .beat
    default: .error(code: name(), message: name())
    }
  }
}
