import LabelWire
import Labels
import Network

/// A server whose side of the conversation a test writes.
@NetworkLoop final class ScriptedServer: Application {
  private(set) var connections: [ScriptedConnection] = []
  /// What it does with each message, besides remembering it.
  var answer: @NetworkLoop (ClientMessage, ScriptedConnection) -> Void = { _, _ in }

  func respond(to request: HTTPRequest) async -> HTTPResponse { .text(404, "nothing here") }

  func upgrade(_ request: UpgradeRequest) -> UpgradeDecision {
    guard request.path == "/lists/demo/socket" else { return .refuse(.text(404, "nothing here")) }
    let connection = ScriptedConnection(server: self)
    connections.append(connection)
    return .accept(connection)
  }

  func turnEnded() {}

  /// The messages of one connection, counted from 0; none while there is no such connection.
  func received(_ index: Int) -> [ClientMessage] {
    connections.indices.contains(index) ? connections[index].received : []
  }
}

/// One connection of a `ScriptedServer`.
@NetworkLoop final class ScriptedConnection: WebSocketHandler {
  private unowned let server: ScriptedServer
  private var connection: WebSocketConnection?
  private var unsent: [[UInt8]] = []
  private(set) var received: [ClientMessage] = []
  private(set) var isClosed = false

  init(server: ScriptedServer) { self.server = server }

  func send(_ message: ServerMessage) { send(message.json) }

  func send(_ json: [UInt8]) {
    unsent.append(json)
    writable()
  }

  func close(_ reason: Disconnect) { connection?.close(code: reason.code, reason: reason.rawValue) }

  func opened(_ connection: WebSocketConnection) { self.connection = connection }

  func received(text: Span<UInt8>) {
    let bytes = text.withUnsafeBufferPointer { Array($0) }
    guard let message = try? ClientMessage(json: bytes) else { return }
    received.append(message)
    server.answer(message, self)
  }

  func receivedBinary() {}

  func writable() {
    while let next = unsent.first, let connection, connection.isWritable {
      unsent.removeFirst()
      connection.writeText(next.span)
    }
  }

  func closed(code: Int?, reason: String) { isClosed = true }
}
