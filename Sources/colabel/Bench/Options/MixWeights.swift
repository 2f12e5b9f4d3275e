/// How often a run makes each kind of edit.
struct MixWeights: Equatable {
  enum Kind: String, CaseIterable {
    case rename
    case include = "toggle"
    case insert, remove, move, reverse
    /// A larger action: several edits that belong together.
    case group
  }

  /// As people might edit: mostly renames, some of everything else.
  private var weights: [Kind: Int] = [
    .rename: 45, .include: 18, .insert: 13, .remove: 10, .move: 13, .reverse: 1, .group: 0,
  ]

  init() {}

  init(_ weights: [Kind: Int]) { self.weights = weights }

  /// Reads `rename=80,insert=20`; what is not named does not occur.
  init(_ text: String) throws(UsageError) {
    weights = [:]
    for part in text.split(separator: ",") {
      let sides = part.split(separator: "=").map(String.init)
      guard sides.count == 2, let kind = Kind(rawValue: sides[0]), let weight = Int(sides[1]),
        (0...1_000).contains(weight)
      else { throw Self.misread(text) }
      weights[kind] = weight
    }
    guard total > 0 else { throw Self.misread(text) }
  }

  private static func misread(_ text: String) -> UsageError {
    let kinds = Kind.allCases.map(\.rawValue).joined(separator: ", ")
    return UsageError(description: "--mix takes KIND=WEIGHT,… with the kinds \(kinds), not '\(text)'.")
  }

  var total: Int { weights.values.reduce(0, +) }

  subscript(kind: Kind) -> Int { weights[kind] ?? 0 }

  /// The kind for a number from 0 up to, but not including, the total.
  func kind(at roll: Int) -> Kind {
    var left = roll
    for kind in Kind.allCases {
      if left < self[kind] { return kind }
      left -= self[kind]
    }
    return .rename
  }
}
