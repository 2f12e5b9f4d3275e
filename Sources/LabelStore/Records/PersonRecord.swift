/// How a client wants to be shown to others, as it said itself.
public struct PersonRecord: Equatable, Sendable {
  /// Its name; opaque to the store.
  public var name: String
  /// Its color; opaque to the store.
  public var color: String?

  /// A person of these properties.
  public init(name: String, color: String? = nil) {
    self.name = name
    self.color = color
  }

  /// The size of both in UTF-8.
  var byteCount: Int { name.utf8.count + (color?.utf8.count ?? 0) }
}
