import Labels
import Testing

@Suite struct `Evaluation, case by case` {
  @Test("Every case of the reference model comes out the same", arguments: try Vectors.cases)
  func referenceCase(file: String) throws {
    let vector = try Vectors.decode(VectorCase.self, from: file)
    let limits = vector.listLimits
    let slots = vector.start.labelsInCanonicalOrder.map { LabelList.Slot(label: $0.label) }
    let orientation = try #require(Orientation(rawValue: vector.start.orientation))
    var list = try LabelList(orientation: orientation, slots: slots)
    let letters = Dictionary(["x", "y", "z", "n", "m", "unknown"].map { (vectorID($0), $0) }) { $1 }
    var revision = 0
    var log = PlainLog()
    for step in vector.steps {
      let stamp = EditStamp(
        author: step.edit.author, sequence: step.edit.sequence, revision: revision + 1)
      let evaluation = Evaluation.evaluate(
        step.edit.edit, on: &list, author: stamp.author, sequence: stamp.sequence, revision: stamp.revision,
        time: 0, limits: limits, undoing: log.target(of: step.edit.edit, by: stamp.author))
      log.add(evaluation.effects, by: stamp)
      #expect(evaluation.effects.map { VectorEffect($0) } == step.change)
      #expect(VectorOutcome(evaluation.outcome, letters: letters) == step.becomes)
      if !evaluation.effects.isEmpty { revision += 1 }
    }
    #expect(list.orientation.rawValue == vector.end.orientation)
    #expect(Array(list.labels) == vector.end.labelsInCanonicalOrder.map(\.label))
    let shown = try #require(vector.end.shown)
    #expect(list.shown.map { Array($0.name.utf8) } == shown.map { Array($0.utf8) })
  }

  @Test func `all cases are there`() throws {
    #expect(try Vectors.cases.count == 47)
  }
}
