import Labels

extension ClientMessage {
  /// Reads a message. Throws `badMessage`, `unknownMessage` or `badHello`.
  public init(json: [UInt8]) throws(Disconnect) {
    var reader = JSONReader(json)
    var fields = ClientMessageFields()
    var isObject = false
    do {
      isObject = try reader.enterObject()
      if isObject { while let key = try reader.nextKey() { try fields.read(key, from: &reader) } }
      try reader.finish()
    } catch {
      throw .badMessage
    }
    guard isObject else { throw .badMessage }
    self = try fields.message(hasLoneSurrogate: reader.foundLoneSurrogate)
  }

  /// The message as the client sends it.
  public var json: [UInt8] {
    var writer = JSONWriter(reserving: 192)
    writer.object { writer in
      switch self {
      case .hello(let hello): hello.write(to: &writer)
      case .edit(let message):
        writer.field("type", "edit")
        writer.field("sequence", message.sequence)
        writer.field("acknowledgedThrough", message.acknowledgedThrough)
        if case .success(let edit) = message.content {
          EditCoding.write(edit, group: message.group, to: &writer)
        }
      case .acknowledge(let sequence):
        writer.field("type", "acknowledge")
        writer.field("acknowledgedThrough", sequence)
      case .presence(let update): update.write(to: &writer)
      case .beat:
        writer.field("type", "beat")
      }
    }
    return writer.bytes
  }
}

extension Hello {
  fileprivate func write(to writer: inout JSONWriter) {
    writer.field("type", "hello")
    writer.field("client", client)
    writer.field("secret", secret)
    writer.field("claimed", isClaimed)
    writer.field("acknowledgedThrough", acknowledgedThrough)
    writer.key("resume")
    if let resume { writer.object { resume.write(to: &$0) } } else { writer.null() }
    if let person {
      writer.key("person")
      writer.object { PersonCoding.write(person, to: &$0) }
    }
    writer.field("snapshotCoding", snapshotCoding.rawValue)
  }
}

/// Collects a message's fields in whatever order they come.
private struct ClientMessageFields {
  private var type: String?
  private var client: ClientID?
  private var secret: String?
  private var isClaimed: Bool?
  private var acknowledgedThrough: Int?
  private var resume = ResumePointFields()
  private var sequence: Int?
  private var edit = EditFields()
  private var person = PersonFields()
  private var snapshotCoding = SnapshotCoding.json
  private var editing: LabelID?
  private var isEditingReadable = true

  mutating func read(_ key: String, from reader: inout JSONReader) throws(JSONReader.Failure) {
    switch key {
    case "type": type = try reader.string()
    case "client": client = try reader.string().flatMap { ClientID($0) }
    case "secret": secret = try reader.string()
    case "claimed": isClaimed = try reader.bool()
    case "acknowledgedThrough": acknowledgedThrough = try reader.integer()
    case "resume": resume = try ResumePointFields.read(from: &reader)
    case "sequence": sequence = try reader.integer()
    case "person": person = try PersonFields.read(from: &reader)
    case "snapshotCoding": snapshotCoding = try reader.string().flatMap(SnapshotCoding.init) ?? .json
    case "editing": (editing, isEditingReadable) = try readLabel(from: &reader)
    default: if !(try edit.read(key, from: &reader)) { try reader.skip() }
    }
  }

  func message(hasLoneSurrogate: Bool) throws(Disconnect) -> ClientMessage {
    switch type {
    case "hello": return .hello(try hello())
    case "edit": return .edit(try editMessage(hasLoneSurrogate: hasLoneSurrogate))
    case "acknowledge":
      guard let acknowledgedThrough, acknowledgedThrough >= 0 else { throw .badMessage }
      return .acknowledge(through: acknowledgedThrough)
    case "presence":
      guard isEditingReadable, person.isReadable else { throw .badMessage }
      return .presence(PresenceUpdate(editing: editing, person: person.person))
    case "beat": return .beat
    case nil: throw .badMessage
    default: throw .unknownMessage
    }
  }

  private func hello() throws(Disconnect) -> Hello {
    guard let client, let secret, isAcceptable(secret), let isClaimed,
      let acknowledgedThrough, acknowledgedThrough >= 0, resume.isReadable, person.isReadable
    else { throw .badHello }
    return Hello(
      client: client, secret: secret, isClaimed: isClaimed, acknowledgedThrough: acknowledgedThrough,
      resume: resume.point, person: person.person, snapshotCoding: snapshotCoding)
  }

  private func editMessage(hasLoneSurrogate: Bool) throws(Disconnect) -> EditMessage {
    guard let sequence, sequence > 0 else { throw .badMessage }
    let content: Result<Edit, UnreadableEdit> =
      if hasLoneSurrogate {
        .failure(.loneSurrogate)
      } else if let edit = edit.edit {
        .success(edit)
      } else {
        .failure(.malformed)
      }
    return EditMessage(
      sequence: sequence, acknowledgedThrough: max(0, acknowledgedThrough ?? 0), content: content,
      group: edit.group)
  }

  /// A label's id or null.
  private func readLabel(
    from reader: inout JSONReader
  ) throws(JSONReader.Failure) -> (id: LabelID?, isReadable: Bool) {
    if try reader.skipNull() { return (nil, true) }
    let id = try reader.string().flatMap { LabelID($0) }
    return (id, id != nil)
  }

  private func isAcceptable(_ secret: String) -> Bool {
    Hello.secretLength.contains(secret.utf8.count) && secret.utf8.allSatisfy { (0x21...0x7E).contains($0) }
  }
}
