import LabelWire
import Labels

@testable import colabel

/// The evidence of a small run in which nothing went wrong: two writers, revisions 11 to 14.
enum GoodRun {
  static let ring = Label(id: LabelID(high: 0, low: 1), name: "Ring", isIncluded: true)
  static let tile = Label(id: LabelID(high: 0, low: 2), name: "Caf\u{e9}", isIncluded: true)
  static let grid = Label(id: LabelID(high: 0, low: 3), name: "Grid", isIncluded: false)

  static func evidence() throws -> Evidence {
    let list = try list([ring, tile])
    return Evidence(
      start: 10,
      server: ServerList(revision: 14, orientation: .forward, labels: [ring, tile]),
      log: [
        change(11, 3, 1, .inserted(ring, after: nil)),
        change(12, 3, 2, .inserted(tile, after: ring.id)),
        change(13, 4, 1, .included(ring.id, value: true)),
        change(14, 4, 2, .removed(grid.id)),
      ],
      replicas: [
        Evidence.Replica(client: 0, revision: 14, list: list),
        Evidence.Replica(client: 1, revision: 14, list: list),
      ],
      writers: [
        Evidence.Writer(
          client: 0, authors: [3],
          edits: [
            1: asked(.insert(ring, at: last), .applied, 11), 2: asked(.insert(tile, at: last), .applied, 12),
          ]),
        Evidence.Writer(
          client: 1, authors: [4],
          edits: [
            1: asked(.setIncluded([ring.id, grid.id], true), .mixed(ringOnly), 13),
            2: asked(.remove([grid.id]), .applied, 14),
            3: asked(
              .rename(grid.id, to: "Grid 2", base: "Grid", seen: 13), .rejected(.removed(removal)), 14),
          ]),
      ])
  }

  static func list(_ labels: [Label]) throws -> LabelList {
    try LabelList(
      orientation: .forward, slots: labels.map { LabelList.Slot(label: $0, overwrites: []) })
  }

  static func change(
    _ revision: Revision, _ author: Author, _ sequence: EditSequence, _ effect: DiffEffect
  ) -> DiffChange {
    DiffChange(
      revision: revision, hash: 0, author: author, sequence: sequence, time: 0, isPartial: false,
      effects: [effect])
  }

  private static let last = Placement(.last, orientation: .forward)
  private static let removal = Removal(author: 4, sequence: 2, revision: 14, time: 14)
  private static let ringOnly = [
    Outcome.LabelResult(id: ring.id, rejection: nil, hadEffect: true),
    Outcome.LabelResult(id: grid.id, rejection: nil, hadEffect: false),
  ]

  private static func asked(_ edit: Edit, _ result: Outcome.Result, _ asOf: Revision) -> Evidence.AskedEdit {
    Evidence.AskedEdit(edit: edit, outcome: Outcome(result, asOf: asOf))
  }
}

extension Label {
  var switched: Label { Label(id: id, name: name, isIncluded: !isIncluded) }
}
