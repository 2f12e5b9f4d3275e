/// The steps of a world, drawn from its seed.
public enum Schedule {
  private static let weights: [(kind: Step.Kind, weight: Int)] = [
    (.open, 20), (.closeTab, 12), (.make, 500), (.type, 200), (.blur, 10), (.poison, 3), (.garble, 4),
    (.seal, 260), (.persist, 420), (.connect, 130), (.send, 280), (.receive, 420), (.present, 20),
    (.deliver, 380), (.flush, 300), (.cut, 22), (.notice, 40), (.block, 15), (.intrude, 4),
    (.evaluate, 180), (.beat, 20), (.trimFanOut, 40), (.evict, 6), (.pump, 160), (.describe, 6),
    (.commit, 220), (.read, 60), (.answer, 260),
    (.crash, 7), (.powerCut, 5), (.start, 40), (.expire, 2), (.backup, 5), (.restore, 3),
  ]

  private static let rare: [Step.Kind] = [
    .cut, .closeTab, .crash, .powerCut, .backup, .restore, .expire, .open, .block, .notice, .evict,
  ]

  /// The schedule of a seed. Worlds differ in temper: some things happen more often or never.
  public static func steps(seed: UInt64, count: Int) -> [Step] {
    var random = SplitMix64(seed: seed)
    var tempered = weights.map { (kind: $0.kind, weight: $0.weight * 10) }
    for _ in 0..<6 {
      let index = random.below(tempered.count)
      tempered[index].weight = tempered[index].weight * [0, 3, 30][random.below(3)] / 10
    }
    if random.below(2) == 0 { scale([.restore, .expire], by: 0, in: &tempered) }
    if random.below(10) < 3 { scale(rare, by: 5, in: &tempered) }
    let total = tempered.reduce(0) { $0 + $1.weight }
    var steps = opening
    for _ in 0..<count {
      var rest = random.below(total)
      let kind = tempered.first { entry in
        rest -= entry.weight
        return rest < 0
      }?.kind
      steps.append(
        Step(
          kind ?? .pump, random.below(5040), random.below(5040), random.below(5040), random.below(5040)))
    }
    return steps
  }

  private static func scale(
    _ kinds: [Step.Kind], by factor: Int, in weights: inout [(kind: Step.Kind, weight: Int)]
  ) {
    for index in weights.indices where kinds.contains(weights[index].kind) { weights[index].weight *= factor }
  }

  /// Two people look at the first list, which has labels.
  private static let opening: [Step] =
    [Step(.start), Step(.open), Step(.open, 1), Step(.connect), Step(.connect, 1)]
    + Array(repeating: Step(.pump), count: 3)
}
