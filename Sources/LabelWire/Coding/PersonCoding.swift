import Labels

/// A person's fields.
enum PersonCoding {
  /// Writes the fields of a person into the object at hand.
  static func write(_ person: Person, to writer: inout JSONWriter) {
    writer.field("name", person.name)
    if let color = person.color { writer.field("color", color) }
  }
}

/// Collects a person; null is readable and none.
struct PersonFields {
  private(set) var person: Person?
  private(set) var isReadable = true

  static func read(from reader: inout JSONReader) throws(JSONReader.Failure) -> PersonFields {
    var fields = PersonFields()
    if try reader.skipNull() { return fields }
    fields.isReadable = false
    guard try reader.enterObject() else { return fields }
    var name: String?
    var color: String?
    var isColorReadable = true
    while let key = try reader.nextKey() {
      switch key {
      case "name": name = try reader.string()
      case "color":
        if try reader.skipNull() { continue }
        color = try reader.string()
        isColorReadable = color != nil
      default: try reader.skip()
      }
    }
    guard let name, isColorReadable else { return fields }
    fields.person = Person(name: name, color: color)
    fields.isReadable = fields.person != nil
    return fields
  }
}
