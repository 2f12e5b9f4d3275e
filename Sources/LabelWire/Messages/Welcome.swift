public import Labels

/// The answer to `hello`.
public struct Welcome: Equatable, Sendable {
  /// The list's identity, epoch, and head when the welcome was written.
  public var head: ResumePoint
  /// The name by which the list was asked for.
  public var alias: String
  /// What the list is called, and whether it may be edited.
  public var info: ListInfo
  /// Whether the list has had an edit or was created.
  public var exists: Bool
  /// The number by which changes name this client.
  public var author: Author
  /// The client's resume point does not belong to the list's history.
  public var isReset: Bool
  /// A snapshot follows.
  public var isSnapshotComing: Bool
  /// The highest sequence recorded for this client.
  public var lastSequence: EditSequence
  /// What the server accepts.
  public var limits: WireLimits
  /// Seconds of silence after which the server sends a beat.
  public var beatSeconds: Int
  /// Every outcome that the client has not acknowledged, in sequence order.
  public var outcomes: [Settlement]

  /// A welcome of these parts.
  public init(
    head: ResumePoint, alias: String, info: ListInfo = ListInfo(), exists: Bool, author: Author,
    isReset: Bool,
    isSnapshotComing: Bool, lastSequence: EditSequence, limits: WireLimits, beatSeconds: Int,
    outcomes: [Settlement]
  ) {
    self.head = head
    self.alias = alias
    self.info = info
    self.exists = exists
    self.author = author
    self.isReset = isReset
    self.isSnapshotComing = isSnapshotComing
    self.lastSequence = lastSequence
    self.limits = limits
    self.beatSeconds = beatSeconds
    self.outcomes = outcomes
  }

  /// Writes the message's fields into the object at hand.
  func write(to writer: inout JSONWriter) {
    writer.field("type", "welcome")
    head.write(to: &writer)
    writer.field("alias", alias)
    if let title = info.title { writer.field("title", title.text) }
    if info.isArchived { writer.field("isArchived", true) }
    writer.field("exists", exists)
    writer.field("author", author)
    writer.field("role", "editor")
    writer.field("reset", isReset)
    writer.field("snapshot", isSnapshotComing)
    writer.field("lastSequence", lastSequence)
    writer.key("limits")
    writer.object { limits.write(to: &$0) }
    writer.field("beatSeconds", beatSeconds)
    outcomes.write(to: &writer)
  }
}

/// The limits that a client checks before it sends.
public struct WireLimits: Equatable, Sendable {
  /// What a list may hold.
  public var list: ListLimits
  /// Edits sent and not acknowledged; one more closes the connection with `tooManyOpen`.
  public var openEdits: Int
  /// Bytes of one message; more closes the connection with 1009.
  public var messageBytes: Int

  /// The limits of a list and of its connections.
  public init(list: ListLimits, openEdits: Int, messageBytes: Int) {
    self.list = list
    self.openEdits = openEdits
    self.messageBytes = messageBytes
  }

  fileprivate func write(to writer: inout JSONWriter) {
    writer.field("labels", list.labels)
    writer.field("nameGraphemes", list.nameGraphemes)
    writer.field("nameBytes", list.nameBytes)
    writer.field("labelsPerEdit", list.labelsPerEdit)
    writer.field("labelsPerSort", list.labelsPerSort)
    writer.field("restoredBytes", list.restoredBytes)
    writer.field("openEdits", openEdits)
    writer.field("messageBytes", messageBytes)
  }

  /// Reads the object of limits; nil if one that a client needs is missing. A server that does not tell how
  /// long a list may be sorted sorts none.
  static func read(from reader: inout JSONReader) throws(JSONReader.Failure) -> WireLimits? {
    guard try reader.enterObject() else { return nil }
    var numbers: [String: Int] = [:]
    while let name = try reader.nextKey() { numbers[name] = try reader.integer() }
    guard let labels = numbers["labels"], let nameGraphemes = numbers["nameGraphemes"],
      let nameBytes = numbers["nameBytes"], let labelsPerEdit = numbers["labelsPerEdit"],
      let restoredBytes = numbers["restoredBytes"], let openEdits = numbers["openEdits"],
      let messageBytes = numbers["messageBytes"]
    else { return nil }
    var list = ListLimits()
    list.labels = labels
    list.nameGraphemes = nameGraphemes
    list.nameBytes = nameBytes
    list.labelsPerEdit = labelsPerEdit
    list.labelsPerSort = numbers["labelsPerSort"] ?? 0
    list.restoredBytes = restoredBytes
    return WireLimits(list: list, openEdits: openEdits, messageBytes: messageBytes)
  }
}

extension [Settlement] {
  /// Writes the outcomes as a field of the object at hand.
  func write(to writer: inout JSONWriter) {
    writer.key("outcomes")
    writer.array(self) { writer, settlement in
      writer.object { writer in
        writer.field("sequence", settlement.sequence)
        OutcomeCoding.write(settlement.outcome, to: &writer)
      }
    }
  }

  /// Reads an array of outcomes with their sequences; those of a newer kind are left out.
  static func read(from reader: inout JSONReader) throws(JSONReader.Failure) -> [Settlement]? {
    guard try reader.enterArray() else { return nil }
    var settlements: [Settlement] = []
    while try reader.nextElement() {
      guard try reader.enterObject() else { continue }
      var sequence: EditSequence?
      var fields = OutcomeFields()
      while let key = try reader.nextKey() {
        if key == "sequence" {
          sequence = try reader.integer()
        } else if !(try fields.read(key, from: &reader)) {
          try reader.skip()
        }
      }
      if let sequence, let outcome = fields.outcome {
        settlements.append(Settlement(sequence: sequence, outcome: outcome))
      }
    }
    return settlements
  }
}
