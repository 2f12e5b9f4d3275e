import Labels
import Testing

@Suite struct `Label list, at random` {
  struct Run: Sendable, CustomTestStringConvertible {
    let seed: UInt64
    let labels: Int
    let deadSlots: Int

    var testDescription: String { "seed \(seed), \(labels) labels, \(deadSlots) dead slots" }

    var limits: ListLimits {
      var limits = ListLimits()
      limits.labels = labels
      limits.deadSlots = deadSlots
      limits.nameGraphemes = 6
      limits.nameBytes = 40
      limits.labelsPerEdit = 6
      limits.labelsPerSort = 20
      limits.namersPerLabel = 3
      return limits
    }
  }

  private static let steps = 5_000

  @Test(
    "It does what a plain array does, also on a replica, on a follower of the log and after rebuilding",
    arguments: [
      Run(seed: 1, labels: 8, deadSlots: 0), Run(seed: 2, labels: 8, deadSlots: 3),
      Run(seed: 3, labels: 30, deadSlots: 12), Run(seed: 4, labels: 12, deadSlots: 60),
    ])
  func likeAPlainArray(_ run: Run) throws {
    var edits = RandomEdits(seed: run.seed)
    var lists = Lists(limits: run.limits)
    for step in 1...Self.steps {
      let author = edits.author()
      let edit = edits.next(on: lists.plain, by: author, revision: lists.revision)
      let difference = try lists.evaluate(edit, by: author, sequence: step)
      try #require(difference == nil, "seed \(run.seed), step \(step): \(edit)")
      if step.isMultiple(of: 250) {
        try #require(lists.areEqualInFull, "seed \(run.seed), step \(step)")
        try lists.rebuild()
      }
    }
    #expect(lists.revision > Self.steps / 4)
    let undone = lists.plain.log.changes.filter { lists.undoSequences.contains($0.sequence) }
    #expect(undone.count > Self.steps / 100)
    try lists.revertAll()
  }

  /// One list in four ways.
  private struct Lists {
    let limits: ListLimits
    var plain = PlainList()
    /// The one that evaluates; rebuilt from its parts again and again.
    var server = LabelList()
    /// Applies the changes to slots, as when a log is read.
    var follower = LabelList()
    /// Applies what diffs say.
    var replica = LabelList()
    var revision = 0
    /// The live labels at each revision.
    private var past: [(labels: [Label], orientation: Orientation)] = [([], .forward)]
    private(set) var undoSequences: Set<EditSequence> = []

    init(limits: ListLimits) {
      self.limits = limits
    }

    /// In what the four disagree after an edit; nil if in nothing.
    mutating func evaluate(_ edit: Edit, by author: Author, sequence: EditSequence) throws -> String? {
      let stamp = EditStamp(author: author, sequence: sequence, revision: revision + 1)
      let target = plain.log.target(of: edit, by: author)
      let expected = plain.evaluate(edit, by: stamp, limits: limits)
      let evaluation = Evaluation.evaluate(
        edit, on: &server, author: author, sequence: sequence, revision: revision + 1, time: 0,
        limits: limits, undoing: target)
      guard evaluation.effects == expected.effects, evaluation.outcome == expected.outcome else {
        return "evaluation: \(evaluation), not \(expected)"
      }
      guard !evaluation.effects.isEmpty else { return nil }
      revision += 1
      past.append((plain.live, plain.orientation))
      if case .undo = edit { undoSequences.insert(sequence) }
      for effect in evaluation.effects {
        try follower.apply(effect, by: stamp, at: 0, limits: limits)
        try replica.applyOnReplica(effect.diff, by: stamp, limits: limits)
      }
      return differenceInLabels
    }

    private var differenceInLabels: String? {
      let live = plain.live
      let shown = plain.orientation == .forward ? live : live.reversed()
      if server.count != live.count { return "count" }
      if !server.labels.elementsEqual(live) { return "labels" }
      if !server.shown.elementsEqual(shown) { return "shown" }
      if !replica.labels.elementsEqual(live) { return "labels of the replica" }
      if !replica.shown.elementsEqual(shown) { return "shown by the replica" }
      return nil
    }

    /// Whether also the dead slots, the stamps and the removed ids are the same.
    var areEqualInFull: Bool {
      let tombstones = plain.removals.map { Tombstone(id: $0.key, removal: $0.value) }.sorted {
        $0.id < $1.id
      }
      return server == follower && server.slots.elementsEqual(plain.slots)
        && server.deadOldestFirst == plain.dead
        && server.sortedTombstones == tombstones && Array(replica.slots).count == server.count
    }

    /// Goes back from the head to the beginning, and finds the list at every revision as it was.
    func revertAll() throws {
      var list = try LabelList(
        orientation: server.orientation, slots: server.labels.map { LabelList.Slot(label: $0) })
      for change in plain.log.changes.reversed() {
        try list.revert(change)
        let (labels, orientation) = past[change.revision - 1]
        try #require(list.labels.elementsEqual(labels), "revision \(change.revision - 1)")
        try #require(list.orientation == orientation, "revision \(change.revision - 1)")
      }
    }

    mutating func rebuild() throws {
      server = try rebuilt(server)
    }
  }
}
