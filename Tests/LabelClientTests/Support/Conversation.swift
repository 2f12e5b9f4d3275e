import LabelClient
import LabelEngine
import LabelWire
import Labels
import Network

/// A client and a scripted server, talking.
@NetworkLoop final class Conversation {
  let server = ScriptedServer()
  private(set) var events: [ClientEvent] = []
  private(set) var client: LabelClient?

  /// Runs `body` beside a server on a free port and a client that was started, and stops both.
  static func run(
    script: @Sendable @NetworkLoop (ScriptedServer) -> Void,
    _ body: @NetworkLoop (Conversation, LabelClient) async throws -> Void
  ) async throws {
    let conversation = Conversation()
    script(conversation.server)
    var configuration = ServerConfiguration()
    configuration.subprotocols = ["colabel.v1"]
    let server = try Server(configuration, application: conversation.server)
    guard let address = ListAddress("http://127.0.0.1:\(server.port)/lists/demo") else { throw Timeout() }
    let client = LabelClient(address: address) { [weak conversation] in conversation?.events.append($0) }
    conversation.client = client
    client.start()
    let result = await Result { try await body(conversation, client) }
    client.stop()
    await server.close(within: .seconds(1))
    try result.get()
  }

  var notices: [ReplicaNotice] {
    events.compactMap { if case .notice(let notice) = $0 { notice } else { nil } }
  }

  /// Waits for a condition, at most a minute.
  func eventually(_ condition: () -> Bool) async throws {
    let deadline = ContinuousClock.now + .seconds(60)
    while !condition() {
      if ContinuousClock.now > deadline { throw Timeout() }
      try await Task.sleep(for: .milliseconds(2))
    }
  }

  struct Timeout: Error {}
}

extension Result where Failure == any Error {
  fileprivate init(_ body: () async throws -> Success) async {
    do { self = .success(try await body()) } catch { self = .failure(error) }
  }
}

/// A server's usual words.
enum Words {
  static let point = ResumePoint(list: ListID(high: 1, low: 1), epoch: "e1", revision: 0, hash: 0)

  static func welcome(beatSeconds: Int = 15, outcomes: [Settlement] = []) -> ServerMessage {
    .welcome(
      Welcome(
        head: point, alias: "demo", exists: true, author: 7, isReset: false, isSnapshotComing: true,
        lastSequence: 0, limits: WireLimits(list: ListLimits(), openEdits: 256, messageBytes: 1 << 18),
        beatSeconds: beatSeconds, outcomes: outcomes))
  }

  static let emptySnapshot = ServerMessage.snapshot(
    SnapshotChunk(point: point, orientation: .forward, chunk: 0, chunks: 1, entries: []))

  static func label(_ number: UInt64, _ name: String = "Ring") -> Label {
    Label(id: LabelID(high: 0, low: number), name: name, isIncluded: true)
  }

  static func insert(_ number: UInt64) -> Edit {
    .insert(label(number), at: Placement(.last, orientation: .forward))
  }

  /// The change that inserts the label `number` at the front, as revision `revision`.
  static func inserted(_ number: UInt64, revision: Revision = 1, sequence: EditSequence = 1) -> ServerMessage
  {
    .diff([
      DiffChange(
        revision: revision, hash: 1, author: 7, sequence: sequence, time: 0, isPartial: false,
        effects: [.inserted(label(number), after: nil)])
    ])
  }
}

extension ClientMessage {
  var hello: Hello? { if case .hello(let hello) = self { hello } else { nil } }

  var edit: EditMessage? { if case .edit(let edit) = self { edit } else { nil } }
}
