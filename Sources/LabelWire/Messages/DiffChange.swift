public import Labels

/// A change as a diff tells it.
public struct DiffChange: Equatable, Sendable {
  /// The list's revision after it.
  public var revision: Revision
  /// The hash chained up to it.
  public var hash: UInt64
  /// Who asked.
  public var author: Author
  /// The author's sequence.
  public var sequence: EditSequence
  /// Milliseconds since 1970.
  public var time: Int64
  /// Its edit had other outcomes for some labels.
  public var isPartial: Bool
  /// What its edit belongs to; nil: it stands alone.
  public var group: GroupID?
  /// What was done, in order.
  public var effects: [DiffEffect]

  /// A change of these parts.
  public init(
    revision: Revision, hash: UInt64, author: Author, sequence: EditSequence, time: Int64, isPartial: Bool,
    group: GroupID? = nil, effects: [DiffEffect]
  ) {
    self.revision = revision
    self.hash = hash
    self.author = author
    self.sequence = sequence
    self.time = time
    self.isPartial = isPartial
    self.group = group
    self.effects = effects
  }

  /// A logged change with the hash chained up to it.
  public init(_ change: Change, hash: UInt64) {
    self.init(
      revision: change.revision, hash: hash, author: change.author, sequence: change.sequence,
      time: change.time,
      isPartial: change.isPartial, group: change.group, effects: change.effects.map(\.diff))
  }

  /// Writes the fields of a change into the object at hand.
  public func write(to writer: inout JSONWriter) {
    writeHead(to: &writer)
    writer.key("effects")
    writer.array(effects) { writer, effect in writer.object { EffectCoding.write(effect, to: &$0) } }
  }

  /// Writes the fields of a change but for its effects.
  public func writeHead(to writer: inout JSONWriter) {
    writer.field("revision", revision)
    writer.key("hash")
    writer.hash(hash)
    writer.field("author", author)
    writer.field("sequence", sequence)
    writer.field("time", Int(time))
    if isPartial { writer.field("partial", true) }
    if let group { writer.field("group", group) }
  }

  /// Reads an array of changes; nil if one of them is none, since a diff is applied whole or not at all.
  public static func readAll(from reader: inout JSONReader) throws(JSONReader.Failure) -> [DiffChange]? {
    guard try reader.enterArray() else { return nil }
    var changes: [DiffChange] = []
    var isWhole = true
    while try reader.nextElement() {
      if let change = try read(from: &reader) { changes.append(change) } else { isWhole = false }
    }
    return isWhole ? changes : nil
  }

  private static func read(from reader: inout JSONReader) throws(JSONReader.Failure) -> DiffChange? {
    guard try reader.enterObject() else { return nil }
    var revision: Revision?
    var author: Author?
    var sequence: EditSequence?
    var time: Int?
    var hash: UInt64?
    var isPartial = false
    var group: GroupID?
    var effects: [DiffEffect]?
    while let key = try reader.nextKey() {
      switch key {
      case "revision": revision = try reader.integer()
      case "author": author = try reader.integer()
      case "sequence": sequence = try reader.integer()
      case "time": time = try reader.integer()
      case "hash": hash = try reader.string().flatMap { ChainHash.parse($0) }
      case "partial": isPartial = try reader.bool() ?? false
      case "group": group = try reader.string().flatMap { GroupID($0) }
      case "effects":
        let fields = try EffectFields.readAll(from: &reader)
        let read = fields?.compactMap(\.diff)
        effects = read?.count == fields?.count ? read : nil
      default: try reader.skip()
      }
    }
    guard let revision, let hash, let author, let sequence, let time, let effects else { return nil }
    return DiffChange(
      revision: revision, hash: hash, author: author, sequence: sequence, time: Int64(time),
      isPartial: isPartial, group: group, effects: effects)
  }
}
