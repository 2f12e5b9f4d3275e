/// One entry of a list.
public struct Label: Hashable, Sendable {
  /// Made once by the author of the insert.
  public let id: LabelID
  /// What people read; may be empty. Compared by UTF-8 bytes, see `hasSameBytes(as:)`.
  public var name: String
  /// Whether the label belongs to the selection that the list stands for.
  public var isIncluded: Bool

  /// A label of these three fields.
  public init(id: LabelID, name: String, isIncluded: Bool) {
    self.id = id
    self.name = name
    self.isIncluded = isIncluded
  }

  /// Equal id, equal bytes of the name, equal inclusion: "café" composed and decomposed differ.
  public static func == (left: Label, right: Label) -> Bool {
    left.id == right.id && left.isIncluded == right.isIncluded && left.name.hasSameBytes(as: right.name)
  }

  /// By the id alone.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(id)
  }
}

extension String {
  /// Byte equality of the UTF-8 forms. Swift's `==` is canonical equivalence, JavaScript's compares code units:
  /// only bytes mean the same on both sides.
  @inlinable
  public func hasSameBytes(as other: String) -> Bool {
    utf8.count == other.utf8.count && utf8.elementsEqual(other.utf8)
  }
}
