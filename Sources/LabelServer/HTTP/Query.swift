/// The arguments of a request.
struct Query {
  private let arguments: [String: String]

  init(_ arguments: [String: String]) {
    self.arguments = arguments
  }

  subscript(name: String) -> String? { arguments[name] }

  /// A whole number in a range.
  func number(
    _ name: String, in range: ClosedRange<Int> = 0...Int.max, default value: Int
  ) throws(Problem) -> Int {
    guard let text = arguments[name] else { return value }
    guard text.utf8.count <= 16, let number = Int(text), range.contains(number) else {
      throw .invalidArgument
    }
    return number
  }
}
