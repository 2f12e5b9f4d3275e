public import Labels

/// Who is connected to a list, and which label each is editing.
public struct PresenceMessage: Equatable, Sendable {
  /// A connected client.
  public struct Presence: Equatable, Sendable {
    /// The number by which changes name the client.
    public var author: Author
    /// How it wants to be shown. Self-given: nobody has verified it.
    public var person: Person?
    /// The label whose name has the focus.
    public var editing: LabelID?

    /// A client of these properties.
    public init(author: Author, person: Person?, editing: LabelID?) {
      self.author = author
      self.person = person
      self.editing = editing
    }
  }

  /// Replaces everything that was told before.
  public var isWhole: Bool
  /// How many clients are connected.
  public var count: Int
  /// Those that came or changed; with `isWhole` all, unless they are too many: then none.
  public var people: [Presence]
  /// Those that are gone.
  public var left: [Author]

  /// A message of these parts.
  public init(isWhole: Bool, count: Int, people: [Presence], left: [Author]) {
    self.isWhole = isWhole
    self.count = count
    self.people = people
    self.left = left
  }

  /// Writes the message's fields into the object at hand.
  func write(to writer: inout JSONWriter) {
    writer.field("type", "presence")
    writer.field("whole", isWhole)
    writer.field("count", count)
    writer.key("people")
    writer.array(people) { writer, presence in writer.object { presence.write(to: &$0) } }
    writer.key("left")
    writer.array(left) { writer, author in writer.integer(author) }
  }
}

extension PresenceMessage.Presence {
  fileprivate func write(to writer: inout JSONWriter) {
    writer.field("author", author)
    if let person {
      PersonCoding.write(person, to: &writer)
      writer.field("verified", false)
    }
    if let editing { writer.field("editing", editing) }
  }

  /// Reads an array of people; those of a newer kind are left out.
  static func readAll(
    from reader: inout JSONReader
  ) throws(JSONReader.Failure) -> [PresenceMessage.Presence]? {
    guard try reader.enterArray() else { return nil }
    var all: [PresenceMessage.Presence] = []
    while try reader.nextElement() {
      guard try reader.enterObject() else { continue }
      var author: Author?
      var name: String?
      var color: String?
      var editing: LabelID?
      while let key = try reader.nextKey() {
        switch key {
        case "author": author = try reader.integer()
        case "name": name = try reader.string()
        case "color": color = try reader.string()
        case "editing": editing = try reader.string().flatMap { LabelID($0) }
        default: try reader.skip()
        }
      }
      guard let author else { continue }
      let person = name.flatMap { Person(name: $0, color: color) }
      all.append(PresenceMessage.Presence(author: author, person: person, editing: editing))
    }
    return all
  }
}
