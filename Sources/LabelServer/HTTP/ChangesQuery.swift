import Labels

/// Which changes of a list somebody asks for: behind a revision, or ahead of one.
struct ChangesQuery {
  /// From where to read.
  enum Direction {
    case after(Revision, through: Revision)
    case before(Revision)
  }

  let direction: Direction
  /// Changes in the answer.
  let limit: Int
  /// Only those that touch this label.
  let label: LabelID?

  /// Changes in one answer at most.
  static let page = 1_000

  init(_ query: Query) throws(Problem) {
    limit = try query.number("limit", in: 1...Self.page, default: Self.page)
    if let text = query["label"] {
      guard let id = LabelID(text) else { throw .invalidArgument }
      label = id
    } else {
      label = nil
    }
    guard query["before"] != nil else {
      direction = .after(
        try query.number("after", default: 0), through: try query.number("through", default: .max))
      return
    }
    guard query["after"] == nil, query["through"] == nil else { throw .invalidArgument }
    direction = .before(try query.number("before", default: 0))
  }
}
