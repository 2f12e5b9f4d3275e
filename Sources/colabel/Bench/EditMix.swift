import Labels

/// Chooses edits as people might make them: mostly renames, some of everything else.
struct EditMix {
  private enum Kind: CaseIterable {
    case rename, include, insert, remove, move, reverse

    /// Out of 100.
    var weight: Int {
      switch self {
      case .rename: 45
      case .include: 18
      case .insert: 13
      case .remove: 10
      case .move: 13
      case .reverse: 1
      }
    }
  }

  /// What an author sees while choosing.
  struct Screen {
    let list: LabelList
    let revision: Revision
    /// How the list is turned, own pending reverses included.
    let orientation: Orientation
  }

  /// Several writings, among them ones that compare equal in other bytes.
  private static let words = [
    "Ring", "Tile", "Grid", "Étage", "E\u{301}tage", "İstanbul", "Straße", "标签", "تسمية", "👩‍👩‍👧 family", "",
  ]
  /// Labels that one edit names at most.
  private static let most = 3

  /// About how many labels there shall be.
  let target: Int
  private var generator: SeededGenerator

  init(target: Int, seed: UInt64) {
    self.target = target
    generator = SeededGenerator(seed: seed)
  }

  /// The next edit of a writer, of labels in the pool.
  mutating func next(on screen: Screen, from pool: LabelPool) -> Edit {
    guard let id = pool.any(using: &generator) else { return insert(on: screen, from: pool) }
    switch kind(poolCount: pool.count) {
    case .rename:
      // A label that somebody has just removed is renamed all the same: the server's answer is part of the test.
      let base = screen.list[id]?.name ?? ""
      return .rename(id, to: name(), base: base, seen: screen.revision)
    case .include: return .setIncluded(labels(of: pool), .random(using: &generator))
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

  private mutating func kind(poolCount: Int) -> Kind {
    var roll = Int.random(in: 0..<100, using: &generator)
    var kind = Kind.rename
    for candidate in Kind.allCases {
      kind = candidate
      if roll < candidate.weight { break }
      roll -= candidate.weight
    }
    switch kind {
    case .insert where poolCount >= target + target / 4: return .remove
    case .remove where poolCount <= target - target / 4: return .insert
    default: return kind
    }
  }

  private mutating func labels(of pool: LabelPool) -> [LabelID] {
    pool.some(Int.random(in: 1...Self.most, using: &generator), using: &generator)
  }

  private mutating func name() -> String {
    let word = Self.words.randomElement(using: &generator) ?? ""
    return word + " \(Int.random(in: 0..<1_000, using: &generator))"
  }

  private mutating func placement(on screen: Screen, beside id: LabelID?) -> Placement {
    var spots: [Placement.Spot] = [.first, .last]
    if let id { spots += [.before(id), .after(id), .before(id), .after(id)] }
    return Placement(spots.randomElement(using: &generator) ?? .last, orientation: screen.orientation)
  }
}
