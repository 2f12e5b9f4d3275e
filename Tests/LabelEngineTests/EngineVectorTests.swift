import LabelEngine
import Labels
import Testing

@Suite("The reference model's cases, end to end")
struct EngineVectorTests {
  /// Each letter is a person, connected in alphabetical order, so that their numbers are the vectors'.
  @Test("Every case comes out the same, for its authors and for all replicas", arguments: try Vectors.cases)
  func referenceCase(file: String) throws {
    let vector = try Vectors.decode(VectorCase.self, from: file)
    var limits = EngineLimits()
    limits.list = vector.listLimits
    let slots = vector.start.labelsInCanonicalOrder.map { LabelList.Slot(label: $0.label) }
    let orientation = try #require(Orientation(rawValue: vector.start.orientation))
    var world = try World(
      people: 3, origin: LabelList(orientation: orientation, slots: slots), limits: limits)
    for person in 0..<3 {
      world.connect(person)
      try world.settle()
    }
    let letters = Dictionary(["x", "y", "z", "n", "m", "unknown"].map { (vectorID($0), $0) }) { $1 }
    var told: [(author: Author, sequence: EditSequence, becomes: VectorOutcome)] = []
    for step in vector.steps {
      let person = step.edit.author - 1
      try world.edit(person, step.edit.edit)
      try world.publish()
      told.append((step.edit.author, step.edit.sequence, step.becomes))
    }
    try world.settle()
    for (author, sequence, becomes) in told {
      let outcome = try #require(world.people[author - 1].outcomes[sequence])
      #expect(VectorOutcome(outcome, letters: letters) == becomes)
    }
    #expect(world.server.list.orientation.rawValue == vector.end.orientation)
    #expect(Array(world.server.list.labels) == vector.end.labelsInCanonicalOrder.map(\.label))
    try world.checkAtRest()
  }
}
