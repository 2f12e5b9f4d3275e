import LabelEngine
import LabelStore
import LabelWire
import Network

/// One WebSocket of a list: what its peer does goes to the list, once that is open.
@NetworkLoop final class ListConnection: WebSocketHandler {
  let alias: ListAlias
  private let registry: ListRegistry
  private let helloTimeout: Duration
  private let log: Log
  private(set) var socket: WebSocketConnection?
  private(set) var host: ListHost?
  private var helloTimer: LoopTimer?
  private var isClosed = false

  init(alias: ListAlias, registry: ListRegistry, helloTimeout: Duration, log: Log) {
    self.alias = alias
    self.registry = registry
    self.helloTimeout = helloTimeout
    self.log = log
  }

  /// The session's id on the list: the connection's number.
  var session: SessionID { SessionID(socket?.id ?? 0) }

  func opened(_ connection: WebSocketConnection) {
    socket = connection
    log(
      .info, "connection.opened",
      [
        "connection": .number(Int(connection.id)), "list": "\(alias)",
        "address": .text(connection.remoteAddress),
      ])
    // Nothing is read until the list is there to read it.
    connection.pauseReading()
    Task { await attach() }
  }

  private func attach() async {
    do {
      let host = try await registry.host(for: alias)
      guard !isClosed else { return host.closeIfIdle() }
      self.host = host
      host.attach(self)
      socket?.resumeReading()
      helloTimer = LoopTimer(after: helloTimeout) { [weak self] in self?.helloIsDue() }
    } catch {
      log(.error, "list.unavailable", ["list": "\(alias)", "reason": "\(error)"])
      let isFull = error == .tooManyLists || error == .store(.tooManyLists)
      let reason: Disconnect = isFull ? .tooManyLists : .storeUnavailable
      socket?.close(code: reason.code, reason: reason.rawValue)
    }
  }

  private func helloIsDue() {
    helloTimer = nil
    host?.helloIsDue(from: session)
  }

  func received(text: Span<UInt8>) {
    let bytes = [UInt8](capacity: text.count) { output in
      for index in text.indices { output.append(text[index]) }
    }
    host?.received(bytes, from: session)
  }

  func receivedBinary() {
    host?.disconnect(session, .badMessage)
  }

  func writable() {
    host?.touch(session)
  }

  func closed(code: Int?, reason: String) {
    isClosed = true
    helloTimer?.cancel()
    helloTimer = nil
    log(
      .info, "connection.closed",
      [
        "connection": .number(Int(socket?.id ?? 0)), "list": "\(alias)", "code": .number(code ?? 1006),
        "reason": .text(reason),
      ])
    host?.detach(self)
    host = nil
  }
}
