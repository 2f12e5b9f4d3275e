import Labels

/// Chooses edits as people might make them: mostly renames, some of everything else.
struct EditMix {
  /// What an author sees while choosing.
  struct Screen {
    let list: LabelList
    let revision: Revision
    /// How the list is turned, own pending reverses included.
    var orientation: Orientation
  }

  /// Several writings, among them ones that compare equal in other bytes.
  private static let words = [
    "Ring", "Tile", "Grid", "Étage", "E\u{301}tage", "İstanbul", "Straße", "标签", "تسمية", "👩‍👩‍👧 family", "",
  ]
  /// Labels that one edit names at most.
  private static let most = 3

  /// Edits of a larger action.
  private static let groupSize = 4
  /// Names up to this length are filled up with letters of one byte each, longer ones with letters of four: a server takes
  /// 500 characters unless it is told otherwise.
  private static let plainBytes = 500

  /// About how many labels there shall be.
  let target: Int
  let weights: MixWeights
  /// The bytes of each name; 0: as the words are.
  let nameBytes: Int
  private var generator: SeededGenerator
  private var group: (id: GroupID, left: Int)?

  init(target: Int, weights: MixWeights = MixWeights(), nameBytes: Int = 0, seed: UInt64) {
    self.target = target
    self.weights = weights
    self.nameBytes = nameBytes
    generator = SeededGenerator(seed: seed)
  }

  /// The next edit of a writer, of labels in the pool, and the larger action that it belongs to.
  mutating func next(on screen: Screen, from pool: LabelPool) -> (edit: Edit, group: GroupID?) {
    let kind = kind(poolCount: pool.count)
    if kind == .group, group == nil { group = (.random { .random(in: .min ... .max) }, Self.groupSize) }
    let edit = edit(kind, on: screen, from: pool)
    guard let (id, left) = group else { return (edit, nil) }
    group = left > 1 ? (id, left - 1) : nil
    return (edit, id)
  }

  private mutating func edit(_ kind: MixWeights.Kind, on screen: Screen, from pool: LabelPool) -> Edit {
    guard let id = pool.any(using: &generator) else { return insert(on: screen, from: pool) }
    switch kind {
    case .rename:
      // A label that somebody has just removed is renamed all the same: the server's answer is part of the test.
      let base = screen.list[id]?.name ?? ""
      return .rename(id, to: name(), base: base, seen: screen.revision)
    case .include, .group: return .setIncluded(labels(of: pool), .random(using: &generator))
    case .insert: return insert(on: screen, from: pool)
    case .remove: return .remove(labels(of: pool))
    case .move: return .move(labels(of: pool), to: placement(on: screen, beside: id))
    case .reverse: return .reverse(from: screen.orientation)
    }
  }

  /// A new label at a place in the list, its id made by chance, never by the seed: ids are taken for ever.
  mutating func insert(on screen: Screen, from pool: LabelPool) -> Edit {
    let label = Label(
      id: .random { .random(in: .min ... .max) }, name: name(), isIncluded: .random(using: &generator))
    return .insert(label, at: placement(on: screen, beside: pool.any(using: &generator)))
  }

  private mutating func kind(poolCount: Int) -> MixWeights.Kind {
    let kind = weights.kind(at: Int.random(in: 0..<weights.total, using: &generator))
    switch kind {
    case .insert where poolCount >= target + target / 4 && weights[.remove] > 0: return .remove
    case .remove where poolCount <= target - target / 4: return .insert
    default: return kind
    }
  }

  private mutating func labels(of pool: LabelPool) -> [LabelID] {
    pool.some(Int.random(in: 1...Self.most, using: &generator), using: &generator)
  }

  private mutating func name() -> String {
    let word = Self.words.randomElement(using: &generator) ?? ""
    let name = word + " \(Int.random(in: 0..<1_000, using: &generator))"
    let missing = max(0, nameBytes - name.utf8.count)
    return nameBytes <= Self.plainBytes
      ? name + String(repeating: "x", count: missing)
      : name + String(repeating: "𝒙", count: min(missing / 4, Self.plainBytes - name.count))
  }

  private mutating func placement(on screen: Screen, beside id: LabelID?) -> Placement {
    var spots: [Placement.Spot] = [.first, .last]
    if let id { spots += [.before(id), .after(id), .before(id), .after(id)] }
    return Placement(spots.randomElement(using: &generator) ?? .last, orientation: screen.orientation)
  }
}
