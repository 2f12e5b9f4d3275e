/// What the command line asks for.
struct Options: Sendable {
  /// A command line that makes no sense.
  struct Misuse: Error, CustomStringConvertible {
    let description: String
  }

  static let usage = """
    usage: simulate [--seeds N] [--first N] [--steps N] [--jobs N]
           simulate --seed N [--steps N] [--replay FILE] [--digest]
    """

  var seeds = 1_000
  var first = 0
  var steps = 500
  var jobs = 2
  /// Play this seed only.
  var seed: UInt64?
  /// Play the steps of this file in the seed's world.
  var replay: String?
  /// Print a hash over everything that was delivered.
  var isDigest = false

  init(_ arguments: ArraySlice<String>) throws(Misuse) {
    var rest = arguments
    while let flag = rest.popFirst() {
      switch flag {
      case "--digest": isDigest = true
      case "--seeds": seeds = try Self.number(after: flag, in: &rest)
      case "--first": first = try Self.number(after: flag, in: &rest)
      case "--steps": steps = try Self.number(after: flag, in: &rest)
      case "--jobs": jobs = max(1, try Self.number(after: flag, in: &rest))
      case "--seed": seed = UInt64(try Self.number(after: flag, in: &rest))
      case "--replay": replay = rest.popFirst()
      default: throw Misuse(description: "there is no \(flag)")
      }
    }
  }

  private static func number(after flag: String, in rest: inout ArraySlice<String>) throws(Misuse) -> Int {
    guard let number = rest.popFirst().flatMap({ Int($0) }), number >= 0 else {
      throw Misuse(description: "\(flag) needs a number")
    }
    return number
  }
}
