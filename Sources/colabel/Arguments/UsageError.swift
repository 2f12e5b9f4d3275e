/// The command was called in a way that it does not understand; exit code 2.
struct UsageError: Error, CustomStringConvertible {
  let description: String

  /// Something unknown, with the nearest known word as a hint.
  static func unknown(_ word: String, among known: [String], kind: String) -> UsageError {
    let nearest = known.map { (word: $0, distance: distance(word, $0)) }.min { $0.distance < $1.distance }
    let hint = nearest.flatMap { $0.distance <= max(2, word.count / 3) ? " Did you mean '\($0.word)'?" : nil }
    return UsageError(description: "unknown \(kind) '\(word)'.\(hint ?? "") See --help.")
  }

  /// Levenshtein's edit distance.
  private static func distance(_ left: String, _ right: String) -> Int {
    let target = Array(right)
    var row = Array(0...target.count)
    for (index, character) in left.enumerated() {
      var diagonal = row[0]
      row[0] = index + 1
      for column in target.indices {
        let substituted = diagonal + (character == target[column] ? 0 : 1)
        diagonal = row[column + 1]
        row[column + 1] = min(substituted, row[column] + 1, row[column + 1] + 1)
      }
    }
    return row[target.count]
  }
}
