import Labels

/// Why a client cannot make sense of what came from the server: it is not JSON, or a field is missing or of a wrong type.
public struct UnreadableServerMessage: Error, Equatable, Sendable {}

extension ServerMessage {
  /// The message as the server sends it.
  public var json: [UInt8] {
    var writer = JSONWriter(reserving: 256)
    writer.object { writer in
      switch self {
      case .welcome(let welcome): welcome.write(to: &writer)
      case .snapshot(let chunk): chunk.write(to: &writer)
      case .diff(let changes):
        writer.field("type", "diff")
        writer.key("changes")
        writer.array(changes) { writer, change in writer.object { change.write(to: &$0) } }
      case .settled(let settlements):
        writer.field("type", "settled")
        settlements.write(to: &writer)
      case .presence(let presence): presence.write(to: &writer)
      case .list(let info):
        writer.field("type", "list")
        writer.key("title")
        if let title = info.title { writer.string(title.text) } else { writer.null() }
        writer.field("isArchived", info.isArchived)
      case .beat:
        writer.field("type", "beat")
      case .error(let code, let message):
        writer.field("type", "error")
        writer.field("code", code)
        writer.field("message", message)
      }
    }
    return writer.bytes
  }

  /// Reads a message; nil if its type is unknown, which a client ignores.
  public static func read(json: [UInt8]) throws(UnreadableServerMessage) -> ServerMessage? {
    var reader = JSONReader(json)
    var fields = ServerMessageFields()
    do {
      if try reader.enterObject() {
        while let key = try reader.nextKey() { try fields.read(key, from: &reader) }
      }
      try reader.finish()
    } catch {
      throw UnreadableServerMessage()
    }
    return try fields.message()
  }
}

/// Collects a message's fields in whatever order they come.
private struct ServerMessageFields {
  private var type: String?
  private var texts: [String: String] = [:]
  private var numbers: [String: Int] = [:]
  private var truths: [String: Bool] = [:]
  private var limits: WireLimits?
  private var settlements: [Settlement]?
  private var changes: [DiffChange]?
  private var entries: [SnapshotChunk.Entry]?
  private var people: [PresenceMessage.Presence]?
  private var left: [Author] = []

  mutating func read(_ key: String, from reader: inout JSONReader) throws(JSONReader.Failure) {
    switch key {
    case "type": type = try reader.string()
    case "list", "epoch", "hash", "alias", "title", "code", "message": texts[key] = try reader.string()
    case "revision", "author", "lastSequence", "beatSeconds", "orientation", "chunk", "chunks",
      "count":
      numbers[key] = try reader.integer()
    case "exists", "reset", "snapshot", "whole", "isArchived": truths[key] = try reader.bool()
    case "limits": limits = try WireLimits.read(from: &reader)
    case "outcomes": settlements = try [Settlement].read(from: &reader)
    case "changes": changes = try DiffChange.readAll(from: &reader)
    case "labels": entries = try SnapshotChunk.Entry.readAll(from: &reader)
    case "people": people = try PresenceMessage.Presence.readAll(from: &reader)
    case "left": left = try readAuthors(from: &reader)
    default: try reader.skip()
    }
  }

  private func readAuthors(from reader: inout JSONReader) throws(JSONReader.Failure) -> [Author] {
    guard try reader.enterArray() else { return [] }
    var authors: [Author] = []
    while try reader.nextElement() {
      if let author = try reader.integer() { authors.append(author) }
    }
    return authors
  }

  func message() throws(UnreadableServerMessage) -> ServerMessage? {
    let message: ServerMessage?
    switch type {
    case "welcome": message = welcome.map { .welcome($0) }
    case "snapshot": message = chunk.map { .snapshot($0) }
    case "diff": message = changes.map { .diff($0) }
    case "settled": message = settlements.map { .settled($0) }
    case "presence": message = presence.map { .presence($0) }
    case "list": message = truths["isArchived"] == nil ? nil : .list(info)
    case "beat": message = .beat
    case "error": message = .error(code: texts["code"] ?? "", message: texts["message"] ?? "")
    case nil: message = nil
    default: return nil
    }
    guard let message else { throw UnreadableServerMessage() }
    return message
  }

  private var point: ResumePoint? {
    guard let list = texts["list"].flatMap({ ListID($0) }), let epoch = texts["epoch"],
      let revision = numbers["revision"], let hash = texts["hash"].flatMap({ ChainHash.parse($0) })
    else { return nil }
    return ResumePoint(list: list, epoch: epoch, revision: revision, hash: hash)
  }

  private var info: ListInfo {
    ListInfo(title: texts["title"].flatMap { ListTitle($0) }, isArchived: truths["isArchived"] ?? false)
  }

  private var welcome: Welcome? {
    guard let point, let alias = texts["alias"], let exists = truths["exists"],
      let author = numbers["author"],
      let isReset = truths["reset"], let isSnapshotComing = truths["snapshot"],
      let lastSequence = numbers["lastSequence"], let limits, let beatSeconds = numbers["beatSeconds"],
      let settlements
    else { return nil }
    return Welcome(
      head: point, alias: alias, info: info, exists: exists, author: author, isReset: isReset,
      isSnapshotComing: isSnapshotComing, lastSequence: lastSequence, limits: limits,
      beatSeconds: beatSeconds,
      outcomes: settlements)
  }

  private var presence: PresenceMessage? {
    guard let isWhole = truths["whole"], let count = numbers["count"], let people else { return nil }
    return PresenceMessage(isWhole: isWhole, count: count, people: people, left: left)
  }

  private var chunk: SnapshotChunk? {
    guard let point, let orientation = numbers["orientation"].flatMap({ Orientation(rawValue: $0) }),
      let chunk = numbers["chunk"], let chunks = numbers["chunks"], let entries
    else { return nil }
    return SnapshotChunk(
      point: point, orientation: orientation, chunk: chunk, chunks: chunks, entries: entries)
  }
}
