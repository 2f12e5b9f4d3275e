public import LabelWire
public import Labels

/// What one append to the store carries: the effect of a whole queue on the list's confirmed state.
public struct Batch: Sendable {
  /// A change with what the store keeps of it.
  public struct Entry: Sendable {
    /// The change.
    public let change: Change
    /// The hash chained up to it.
    public let hash: UInt64
    /// The fingerprint of its edit.
    public let fingerprint: UInt64
    /// The encoded effects.
    public let body: [UInt8]
  }

  /// What became of one edit.
  public struct Settled: Sendable {
    /// Whose edit.
    public let author: Author
    /// Its sequence and outcome.
    public let settlement: Settlement
    /// The fingerprint of the edit.
    public let fingerprint: UInt64
    /// The first label that it named.
    public let label: LabelID?
  }

  /// How far a client got.
  public struct Progress: Sendable {
    /// The client's author number.
    public let author: Author
    /// The highest sequence used.
    public let lastSequence: EditSequence
    /// The sequence up to which it has stored its outcomes.
    public let acknowledgedThrough: EditSequence
  }

  /// The head that the batch was evaluated on: the append's condition.
  public let after: Revision
  /// The hash of that head.
  public let afterHash: UInt64
  /// The changes, in order; may be empty.
  public var entries: [Entry] = []
  /// An outcome for each edit, in order of arrival.
  public var outcomes: [Settled] = []
  /// A line for each client with edits in the batch.
  public var progress: [Progress] = []
  /// How many labels the list has behind it.
  public var labelCount = 0

  /// An empty batch on a head.
  init(after: Revision, afterHash: UInt64) {
    self.after = after
    self.afterHash = afterHash
  }
}

extension Batch.Entry {
  /// An entry whose hash is chained after another's.
  init(_ change: Change, after hash: UInt64, fingerprint: UInt64) {
    self.change = change
    self.fingerprint = fingerprint
    body = EffectCoding.encode(change.effects)
    self.hash = Self.chain(after: hash, change: change, body: body)
  }

  /// The hash of a log that ends with this change: over its numbers and its encoded effects.
  public static func chain(after hash: UInt64, change: Change, body: [UInt8]) -> UInt64 {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(body.count + 128)
    for number in [change.revision, change.author, change.sequence, Int(change.time)] {
      bytes.append(decimal: number)
      bytes.append(UInt8(ascii: " "))
    }
    bytes.append(contentsOf: (change.isPartial ? "true " : "false ").utf8)
    if let group = change.group { bytes.append(contentsOf: "\(group) ".utf8) }
    bytes.append(contentsOf: body)
    return ChainHash.next(after: hash, entry: bytes.span)
  }
}
