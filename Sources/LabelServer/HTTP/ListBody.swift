import LabelWire
import Labels

/// What the body of a request says of a list. Fields that it should not have are ignored.
struct ListBody {
  /// What is to become of the title.
  enum Title {
    case removed
    case text(ListTitle)
  }

  private(set) var alias: ListAlias?
  /// nil: it stays as it is.
  private(set) var title: Title?
  private(set) var isArchived: Bool?

  /// Bytes of a body: a title of which each byte is escaped, and room for the rest.
  private static let bytes = 16 << 10

  init(_ json: [UInt8]) throws(Problem) {
    guard json.count <= Self.bytes else { throw .bodyTooLarge }
    guard String(validating: json, as: UTF8.self) != nil else { throw .invalidBody }
    var reader = JSONReader(json)
    do {
      guard try reader.enterObject() else { throw Problem.invalidBody }
      while let key = try reader.nextKey() { try read(key, from: &reader) }
      try reader.finish()
    } catch let problem as Problem {
      throw problem
    } catch {
      throw .invalidBody
    }
  }

  private mutating func read(_ key: String, from reader: inout JSONReader) throws {
    switch key {
    case "alias":
      guard let text = try reader.string() else { throw Problem.invalidBody }
      guard let alias = ListAlias(text) else { throw Problem.invalidAlias }
      self.alias = alias
    case "title":
      if try reader.skipNull() { return title = .removed }
      guard let text = try reader.string() else { throw Problem.invalidBody }
      guard let read = ListTitle(text) else { throw Problem.invalidTitle }
      title = .text(read)
    case "isArchived":
      guard let value = try reader.bool() else { throw Problem.invalidBody }
      isArchived = value
    default: try reader.skip()
    }
  }

  /// The title, if there is one.
  var titleText: ListTitle? {
    if case .text(let title)? = title { title } else { nil }
  }

  /// Makes what the body says so.
  func change(_ info: inout ListInfo) {
    if let title {
      switch title {
      case .removed: info.title = nil
      case .text(let text): info.title = text
      }
    }
    if let isArchived { info.isArchived = isArchived }
  }
}
