/// What a list may hold. Every limit has a flag of `colabel serve`; a client learns them from `welcome`.
public struct ListLimits: Equatable, Sendable {
  /// Live labels in a list; one more is `listFull`. Default 200,000.
  public var labels = 200_000
  /// Grapheme clusters in a name; more is `invalidName`. Default 500.
  public var nameGraphemes = 500
  /// UTF-8 bytes in a name, since one grapheme can be arbitrarily long; more is `invalidName`. Default 4,096.
  public var nameBytes = 4_096
  /// Labels that one edit may name; more is `invalidEdit`. Default 1,000.
  public var labelsPerEdit = 1_000
  /// Live labels of a list that may be sorted, since all of it is done in one change; sorting a longer one is `tooLarge`.
  /// Default 5,000.
  public var labelsPerSort = 5_000
  /// Bytes of the labels that one restore or undo brings back, since the change carries their names to everybody in one
  /// message; those beyond are `tooLarge`, but for the first. Default 512 KiB.
  public var restoredBytes = 512 << 10
  /// Removed slots that keep their place in the order; the oldest beyond are reaped. Default 10,000.
  public var deadSlots = 10_000
  /// Authors remembered per label as its last namers, and as those whose text was overwritten; the oldest beyond are
  /// forgotten. Default 16.
  public var namersPerLabel = 16

  /// The defaults.
  public init() {}

  /// Whether a name keeps to `nameBytes` and `nameGraphemes`. Linear in the name's length, which is bounded by the bytes.
  public func allow(name: String) -> Bool {
    let bytes = name.utf8.count
    guard bytes <= nameBytes else { return false }
    return bytes <= nameGraphemes || name.count <= nameGraphemes
  }

  /// About the bytes of a restored label in a message, rather more than less. Linear in the name's length.
  static func restoredBytes(of label: Label, overwrites: Int) -> Int {
    label.name.utf8.reduce(180 + 48 * overwrites) { bytes, byte in
      switch byte {
      case ..<0x20: bytes + 6
      case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes + 2
      default: bytes + 1
      }
    }
  }
}
