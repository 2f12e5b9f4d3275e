import LabelWire
import Network

/// One connection of a client to the server: messages in and out, and a watch on the server's silence.
@NetworkLoop final class ServerLink: WebSocketHandler {
  /// From the attempt to connect to the welcome.
  private static let welcomePatience: Duration = .seconds(20)

  /// Bytes of a chunk once inflated; a server's are a hundredth of that.
  private static let maximumChunkBytes = 8 << 20

  /// Whom it tells; nil once nobody wants to know any more.
  weak var owner: LabelClient?
  private var connection: WebSocketConnection?
  private var silenceTimer: LoopTimer?
  private var heardAt = ContinuousClock.now
  private var patience = welcomePatience
  private var abandonedBecause: String?

  init(owner: LabelClient) {
    self.owner = owner
  }

  func connect(to url: String) {
    heardAt = .now
    watch(for: patience)
    WebSocketClient.connect(to: url, subprotocol: "colabel.v1", handler: self)
  }

  /// Whether a message can be sent now; when it can again, the owner is told.
  var isWritable: Bool { connection?.isWritable ?? false }

  func send(_ message: ClientMessage) {
    connection?.writeText(message.json.span)
  }

  /// The server says something at least this often.
  func expectBeat(every seconds: Int) {
    patience = .seconds(2 * max(1, seconds))
    silenceTimer?.cancel()
    watch(for: patience)
  }

  /// Gives the connection up, for a reason on this side.
  func abandon(_ reason: String) {
    abandonedBecause = reason
    connection?.drop()
  }

  /// Closes in good order; the owner hears no more.
  func close() {
    owner = nil
    abandonedBecause = "closed by the client"
    silenceTimer?.cancel()
    connection?.close(code: 1000, reason: "")
  }

  // MARK: Silence

  private func watch(for time: Duration) {
    silenceTimer = LoopTimer(after: time) { [weak self] in self?.checkSilence() }
  }

  private func checkSilence() {
    let silence = heardAt.duration(to: .now)
    if silence >= patience { return abandon("the server was silent for \(silence)") }
    watch(for: patience - silence)
  }

  // MARK: WebSocketHandler

  func opened(_ connection: WebSocketConnection) {
    self.connection = connection
    guard abandonedBecause == nil else { return connection.drop() }
    heardAt = .now
    owner?.linkOpened()
  }

  func received(text: Span<UInt8>) {
    receive(copy(of: text))
  }

  var takesBinary: Bool { true }

  /// A chunk of a snapshot, deflated.
  func received(binary: Span<UInt8>) {
    guard let json = Zlib.inflate(copy(of: binary), limit: Self.maximumChunkBytes) else {
      return abandon("a message from the server could not be inflated")
    }
    receive(json)
  }

  func receivedBinary() {}

  private func copy(of bytes: Span<UInt8>) -> [UInt8] {
    var copy: [UInt8] = []
    copy.reserveCapacity(bytes.count)
    for index in bytes.indices { copy.append(bytes[index]) }
    return copy
  }

  private func receive(_ bytes: [UInt8]) {
    guard abandonedBecause == nil else { return }
    heardAt = .now
    do {
      guard let message = try ServerMessage.read(json: bytes) else { return }
      if message == .beat { send(.beat) }
      owner?.received(message)
    } catch {
      abandon("a message from the server could not be read")
    }
  }

  func writable() {
    owner?.linkWritable()
  }

  func closed(code: Int?, reason: String) {
    connection = nil
    silenceTimer?.cancel()
    if let abandonedBecause {
      owner?.linkClosed(code: nil, reason: abandonedBecause)
    } else {
      owner?.linkClosed(code: code, reason: reason)
    }
  }
}
