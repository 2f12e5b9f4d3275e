import Labels

/// The id of this number.
func numberedID(_ number: Int) -> LabelID {
  LabelID(high: 0, low: UInt64(number))
}

/// A seeded generator (SplitMix64, Steele, Lea and Flood 2014), so that a failing run can be repeated.
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var bits = state
    bits = (bits ^ bits >> 30) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ bits >> 27) &* 0x94D0_49BB_1331_11EB
    return bits ^ bits >> 31
  }
}

/// A list with its revision, edited by whoever.
struct EditedList {
  var list = LabelList()
  var limits = ListLimits()
  private(set) var revision = 0
  private(set) var changes: [Change] = []
  /// The log is gone through this revision.
  var trimmedThrough = 0
  private var sequences: [Author: EditSequence] = [:]

  /// Evaluates an author's next edit.
  @discardableResult
  mutating func edit(_ edit: Edit, by author: Author = 1) -> Evaluation {
    let sequence = sequences[author, default: 0] + 1
    sequences[author] = sequence
    let evaluation = Evaluation.evaluate(
      edit, on: &list, author: author, sequence: sequence, revision: revision + 1, time: Int64(revision),
      limits: limits, undoing: undoTarget(of: edit, by: author))
    guard !evaluation.effects.isEmpty else { return evaluation }
    revision += 1
    let isPartial = if case .mixed = evaluation.outcome.result { true } else { false }
    changes.append(
      Change(
        revision: revision, author: author, sequence: sequence, time: Int64(revision) - 1,
        effects: evaluation.effects,
        isPartial: isPartial))
    return evaluation
  }

  private func undoTarget(of edit: Edit, by author: Author) -> UndoTarget {
    guard case .undo(let sequence) = edit else { return .nothing }
    let entry = changes.first {
      $0.author == author && $0.sequence == sequence && $0.revision > trimmedThrough
    }
    return entry.map { .change($0) } ?? (trimmedThrough > 0 ? .trimmed : .nothing)
  }

  /// Inserts labels with these numbers and names at the end.
  mutating func append(_ labels: KeyValuePairs<Int, String>, by author: Author = 1) {
    for (number, name) in labels {
      let label = Label(id: numberedID(number), name: name, isIncluded: true)
      edit(.insert(label, at: Placement(.last, orientation: .forward)), by: author)
    }
  }

  /// The live labels' names in canonical order.
  var names: [String] { list.labels.map(\.name) }
}
