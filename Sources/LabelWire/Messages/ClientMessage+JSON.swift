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
        if case .success(let edit) = message.content { EditCoding.write(edit, to: &writer) }
      case .acknowledge(let sequence):
        writer.field("type", "acknowledge")
        writer.field("acknowledgedThrough", sequence)
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
    writer.field("snapshotCoding", "json")
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

  mutating func read(_ key: String, from reader: inout JSONReader) throws(JSONReader.Failure) {
    switch key {
    case "type": type = try reader.string()
    case "client": client = try reader.string().flatMap { ClientID($0) }
    case "secret": secret = try reader.string()
    case "claimed": isClaimed = try reader.bool()
    case "acknowledgedThrough": acknowledgedThrough = try reader.integer()
    case "resume": resume = try ResumePointFields.read(from: &reader)
    case "sequence": sequence = try reader.integer()
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
    case "beat": return .beat
    case nil: throw .badMessage
    default: throw .unknownMessage
    }
  }

  private func hello() throws(Disconnect) -> Hello {
    guard let client, let secret, isAcceptable(secret), let isClaimed,
      let acknowledgedThrough, acknowledgedThrough >= 0, resume.isReadable
    else { throw .badHello }
    return Hello(
      client: client, secret: secret, isClaimed: isClaimed, acknowledgedThrough: acknowledgedThrough,
      resume: resume.point)
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
      sequence: sequence, acknowledgedThrough: max(0, acknowledgedThrough ?? 0), content: content)
  }

  private func isAcceptable(_ secret: String) -> Bool {
    Hello.secretLength.contains(secret.utf8.count) && secret.utf8.allSatisfy { (0x21...0x7E).contains($0) }
  }
}
