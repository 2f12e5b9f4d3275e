public import Labels

/// One of the messages that together carry a whole list.
public struct SnapshotChunk: Equatable, Sendable {
  /// A live label with the authors whose unseen text was overwritten in it.
  public struct Entry: Equatable, Sendable {
    /// The label.
    public var label: Label
    /// The last overwriting for each author.
    public var overwrites: [Overwrite]

    /// A label of a snapshot.
    public init(label: Label, overwrites: [Overwrite]) {
      self.label = label
      self.overwrites = overwrites
    }
  }

  /// What the snapshot is of.
  public var point: ResumePoint
  /// How the list is turned.
  public var orientation: Orientation
  /// From 0.
  public var chunk: Int
  /// At least 1.
  public var chunks: Int
  /// In canonical order.
  public var entries: [Entry]

  /// A chunk of these parts.
  public init(point: ResumePoint, orientation: Orientation, chunk: Int, chunks: Int, entries: [Entry]) {
    self.point = point
    self.orientation = orientation
    self.chunk = chunk
    self.chunks = chunks
    self.entries = entries
  }

  /// Writes the message's fields into the object at hand.
  func write(to writer: inout JSONWriter) {
    writer.field("type", "snapshot")
    point.write(to: &writer)
    writer.field("orientation", orientation.rawValue)
    writer.field("chunk", chunk)
    writer.field("chunks", chunks)
    writer.key("labels")
    writer.array(entries) { writer, entry in writer.object { entry.write(to: &$0) } }
  }
}

extension SnapshotChunk.Entry {
  fileprivate func write(to writer: inout JSONWriter) {
    EffectCoding.write(label, overwrote: overwrites, to: &writer)
  }

  /// Reads an array of labels; nil if one of them is none.
  static func readAll(from reader: inout JSONReader) throws(JSONReader.Failure) -> [SnapshotChunk.Entry]? {
    guard try reader.enterArray() else { return nil }
    var entries: [SnapshotChunk.Entry] = []
    var isWhole = true
    while try reader.nextElement() {
      let fields = try LabelFields.read(from: &reader)
      if let fields, let label = fields.label {
        entries.append(SnapshotChunk.Entry(label: label, overwrites: fields.overwrites))
      } else {
        isWhole = false
      }
    }
    return isWhole ? entries : nil
  }
}
