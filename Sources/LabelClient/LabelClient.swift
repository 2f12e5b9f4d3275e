import LabelEngine
import LabelWire
public import Labels
public import Network

/// A replica of one list, kept in step with the server over a connection that is renewed as long as it takes.
///
/// An edit is shown in `visible` at once, goes out as soon as there is a connection, and is answered by one notice. The
/// client lives in memory: edits that are pending when the process ends are lost.
@NetworkLoop public final class LabelClient {
  /// Edits without an outcome that a client holds; one more is refused as `tooManyPending`.
  nonisolated public static let maximumPending = 10_000
  /// A connection that lasted this long proves that attempts succeed: the next wait is short again.
  private static let lasting: Duration = .seconds(5)
  /// Closes that may be the fault of the first pending edit (docs/protocol.md, "Closes").
  private static let blamingCodes: Set<Int> = [
    1007, 1009, Disconnect.badMessage.code, Disconnect.serverError.code, Disconnect.tooManyOpen.code,
  ]

  /// What the connection is doing.
  public private(set) var state = ConnectionState.stopped
  private let address: ListAddress
  private let onEvent: @NetworkLoop (ClientEvent) -> Void
  private var replica: Replica
  private var link: ServerLink?
  private var linkedAt = ContinuousClock.now
  private var retryTimer: LoopTimer?
  private var backoff = Backoff()

  /// A client of a list, not yet connected. `onEvent` is called on the loop, in the order of the events; it may edit.
  public init(
    address: ListAddress, identity: ClientIdentity = .random(),
    onEvent: @escaping @NetworkLoop (ClientEvent) -> Void
  ) {
    self.address = address
    self.onEvent = onEvent
    replica = Replica(client: identity.client, secret: identity.secret)
  }

  // MARK: Reading

  /// The list as the server has confirmed it.
  public var confirmed: LabelList { replica.confirmed }

  /// The confirmed list with the pending edits applied: what a person sees. O(n) in the list's length.
  public var visible: LabelList { replica.visible }

  /// The revision of `confirmed`; nil before the first snapshot.
  public var revision: Revision? { replica.point?.revision }

  /// The number by which changes name this client; nil before the first welcome.
  public var author: Author? { replica.author }

  /// Edits without an outcome.
  public var pendingCount: Int { replica.pendingCount }

  // MARK: Working

  /// Connects, and connects again whenever that ends, until `stop()`. Does nothing if it runs already.
  public func start() {
    guard state == .stopped else { return }
    connect()
  }

  /// Closes the connection, for good unless `start()` is called. A client must be stopped before it is let go of.
  public func stop() {
    state = .stopped
    retryTimer?.cancel()
    link?.close()
    link = nil
    replica.disconnected(byServer: false)
  }

  /// Makes an edit, and sends it as soon as it can be. Its outcome comes as a notice with the returned sequence.
  @discardableResult public func edit(_ edit: Edit) throws(EditRefused) -> EditSequence {
    guard replica.pendingCount < Self.maximumPending else { throw .tooManyPending }
    replica.make(edit)
    replica.seal()
    let sequence = replica.lastSequence
    sendWhatWaits()
    return sequence
  }

  private func connect() {
    state = .connecting
    linkedAt = .now
    let link = ServerLink(owner: self)
    self.link = link
    link.connect(to: address.socketURL)
  }

  private func sendWhatWaits() {
    guard let link else { return }
    while link.isWritable, let message = replica.nextMessage() { link.send(message) }
  }

  // MARK: What the link tells

  func linkOpened() {
    link?.send(.hello(replica.hello()))
  }

  func linkWritable() {
    sendWhatWaits()
  }

  func received(_ message: ServerMessage) {
    do {
      try replica.receive(message)
      tell(message)
    } catch {
      link?.abandon("the replica and the server's messages do not fit: \(error)")
    }
    for notice in replica.takeNotices() { onEvent(.notice(notice)) }
    sendWhatWaits()
  }

  private func tell(_ message: ServerMessage) {
    switch message {
    case .welcome(let welcome):
      state = .online
      link?.expectBeat(every: welcome.beatSeconds)
      onEvent(.connected)
    case .diff(let changes): onEvent(.changed(changes))
    case .snapshot(let chunk): if chunk.chunk == chunk.chunks - 1 { onEvent(.replaced) }
    case .settled, .presence, .beat, .error: break
    }
  }

  func linkClosed(code: Int?, reason: String) {
    link = nil
    replica.disconnected(byServer: code.map(Self.blamingCodes.contains) ?? false)
    state = code == Disconnect.replaced.code ? .stopped : .offline
    onEvent(.disconnected(code: code, reason: reason))
    switch code {
    case Disconnect.replaced.code: return onEvent(.stopped)
    case Disconnect.wrongSecret.code, Disconnect.clientExpired.code: becomeNewClient()
    default: break
    }
    if state == .offline { reconnectLater() }
  }

  private func becomeNewClient() {
    let identity = ClientIdentity.random()
    replica.becomeNewClient(identity.client, secret: identity.secret)
    onEvent(.becameNewClient)
    for notice in replica.takeNotices() { onEvent(.notice(notice)) }
  }

  private func reconnectLater() {
    if linkedAt.duration(to: .now) >= Self.lasting { backoff.reset() }
    retryTimer = LoopTimer(after: backoff.delay(chance: .random(in: 0...1))) { [weak self] in self?.connect()
    }
  }
}
