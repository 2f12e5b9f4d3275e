public import LabelEngine
import LabelWire
public import Labels
public import Network

/// A replica of one list, kept in step with the server over a connection that is renewed as long as it takes.
///
/// An edit is shown in `visible` at once, goes out as soon as there is a connection, and is answered by one notice. The
/// client lives in memory: edits that are pending when the process ends are lost, unless `stored` was kept.
///
/// ```swift
/// client[id]?.name = "Ring Two"
/// for try await event in client.events() { … }
/// ```
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
  private let onEvent: (@NetworkLoop (ClientEvent) -> Void)?
  private var streams = ClientStreams()
  private var isResumed = false
  private var person: Person?
  private var replica: Replica
  private var link: ServerLink?
  private var linkedAt = ContinuousClock.now
  private var retryTimer: LoopTimer?
  private var backoff = Backoff()

  /// A client of a list, not yet connected.
  ///
  /// - Parameters:
  ///   - person: how the client is shown to others; nil: it is not shown, and hears nothing of others.
  ///   - onEvent: called on the loop, in the order of the events, ahead of `events()`; it may edit.
  public convenience init(
    address: ListAddress, identity: ClientIdentity = .random(), person: Person? = nil,
    onEvent: (@NetworkLoop (ClientEvent) -> Void)? = nil
  ) {
    let replica = Replica(client: identity.client, secret: identity.secret)
    self.init(address: address, replica: replica, person: person, onEvent: onEvent)
  }

  /// A client that goes on where an earlier one was, as its `stored` said: with its identity and its pending edits.
  public convenience init(
    address: ListAddress, resuming stored: Replica.Stored, person: Person? = nil,
    onEvent: (@NetworkLoop (ClientEvent) -> Void)? = nil
  ) {
    self.init(address: address, replica: Replica(stored), person: person, onEvent: onEvent)
    isResumed = true
  }

  private init(
    address: ListAddress, replica: Replica, person: Person?, onEvent: (@NetworkLoop (ClientEvent) -> Void)?
  ) {
    self.address = address
    self.replica = replica
    self.person = person
    self.onEvent = onEvent
  }

  /// What another client needs to go on where this one is, once this one is stopped for good. An earlier one does not do: the
  /// sequences that were given since would be given again, to other edits. O(pending edits).
  public var stored: Replica.Stored { replica.stored }

  // MARK: Reading

  /// What the list is called, and whether it takes edits: archived ones reject them.
  public var info: ListInfo { replica.info }

  /// The list as the server has confirmed it.
  public var confirmed: LabelList { replica.confirmed }

  /// The confirmed list with the pending edits applied: what a person sees. A copy of the list, changed by
  /// each of the pending ones.
  public var visible: LabelList { replica.visible }

  /// The revision of `confirmed`; nil before the first snapshot.
  public var revision: Revision? { replica.point?.revision }

  /// The number by which changes name this client; nil before the first welcome.
  public var author: Author? { replica.author }

  /// Edits without an outcome.
  public var pendingCount: Int { replica.pendingCount }

  /// A label as a person sees it, pending edits included; nil: it is not there. O(pending edits).
  ///
  /// Setting it makes the edits that lead from the present label to the new one, of its name and of its inclusion, and
  /// none if nothing differs; nil removes it. The label is found by its id at that moment, wherever it stands by then. Nothing
  /// is inserted: a label that is not there is left alone. Edits beyond `maximumPending` are dropped with the event
  /// `refused`.
  public subscript(id: LabelID) -> Label? {
    get { replica.visibleLabel(id) }
    set { write(newValue, over: replica.visibleLabel(id), id: id) }
  }

  /// A label as a person sees it or, once it is gone, as `snapshot` has it.
  ///
  /// Setting it makes edits as `subscript(id)` does, also of a label that is gone: the server rejects those, and the
  /// notice carries what was written. The snapshot is never put back.
  public subscript(id: LabelID, orElse snapshot: Label) -> Label {
    get { replica.visibleLabel(id) ?? snapshot }
    set { write(newValue, over: replica.visibleLabel(id) ?? snapshot, id: id) }
  }

  /// Other labels than `id` whose names equal a text but for case and for how accents are composed, as the filter has it: worth
  /// a warning, for the server refuses none. O(n).
  ///
  /// - Parameter language: whose casing counts, as a BCP 47 tag.
  public func labels(named name: String, except id: LabelID? = nil, language: String) -> [Label] {
    let filter = LabelFilter(query: name, language: language)
    return visible.shown.filter { $0.id != id && filter.isName(of: $0) }
  }

  /// What happens from now on, until `stop()`. Ends with `EventsNotTaken` if more than `limit` wait to be taken.
  public func events(
    limit: Int = EventsNotTaken.limit
  ) -> AsyncThrowingStream<ClientEvent, any Error> {
    AsyncThrowingStream(bufferingPolicy: .bufferingOldest(limit)) { continuation in
      let number = streams.add(continuation)
      continuation.onTermination = { [weak self] _ in self?.forgetStream(number) }
    }
  }

  /// The list as a person sees it, now and after each change; only the newest waits to be taken. O(n) for each.
  public func lists() -> AsyncStream<LabelList> {
    AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
      let number = streams.add(continuation)
      continuation.onTermination = { [weak self] _ in self?.forgetStream(number) }
      continuation.yield(visible)
    }
  }

  private nonisolated func forgetStream(_ number: Int) {
    Task { @NetworkLoop in streams.remove(number) }
  }

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
    streams.finish()
  }

  /// Makes an edit, and sends it as soon as it can be. Its outcome comes as a notice with the returned sequence.
  ///
  /// - Parameter group: what it belongs to, for an action of several edits.
  @discardableResult public func edit(
    _ edit: Edit, group: GroupID? = nil
  ) throws(EditRefused) -> EditSequence {
    guard replica.pendingCount < Self.maximumPending else { throw .tooManyPending }
    replica.make(edit, group: group)
    replica.seal()
    let sequence = replica.lastSequence
    sendWhatWaits()
    tellList()
    return sequence
  }

  /// Tells others which label is being edited; nil: none. From then on this client takes part in presence. Say it again at
  /// least every 15 seconds.
  public func show(editing id: LabelID?) {
    guard state == .online else { return }
    link?.send(.presence(PresenceUpdate(editing: id)))
  }

  private func write(_ label: Label?, over present: Label?, id: LabelID) {
    guard let present else { return }
    var edits: [Edit] = []
    if let label {
      if !label.name.hasSameBytes(as: present.name) {
        edits.append(.rename(id, to: label.name, base: present.name, seen: revision ?? 0))
      }
      if label.isIncluded != present.isIncluded { edits.append(.setIncluded([id], label.isIncluded)) }
    } else {
      edits.append(.remove([id]))
    }
    for edit in edits {
      do {
        try self.edit(edit)
      } catch {
        tell(.refused(edit, error))
      }
    }
  }

  private func tell(_ event: ClientEvent) {
    onEvent?(event)
    streams.yield(event)
  }

  private func tellList() {
    if streams.hasListReaders { streams.yield(visible) }
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
    confirmStorage()
    while link.isWritable, let message = replica.nextMessage() { link.send(message) }
  }

  /// One that resumed waits to hear what is stored; here nothing is, but for what `stored` gives.
  private func confirmStorage() {
    if isResumed { replica.didStore(replica.stored) }
  }

  // MARK: What the link tells

  func linkOpened() {
    confirmStorage()
    var hello = replica.hello()
    hello.person = person
    hello.snapshotCoding = .deflate
    link?.send(.hello(hello))
  }

  func linkWritable() {
    sendWhatWaits()
  }

  func received(_ message: ServerMessage) {
    do {
      try replica.receive(message)
      tell(of: message)
    } catch {
      link?.abandon("the replica and the server's messages do not fit: \(error)")
    }
    for notice in replica.takeNotices() { tell(.notice(notice)) }
    tellList()
    sendWhatWaits()
  }

  private func tell(of message: ServerMessage) {
    switch message {
    case .welcome(let welcome):
      state = .online
      link?.expectBeat(every: welcome.beatSeconds)
      tell(.connected)
    case .diff(let changes): tell(.changed(changes))
    case .snapshot(let chunk): if chunk.chunk == chunk.chunks - 1 { tell(.replaced) }
    case .presence(let presence): tell(.presence(presence))
    case .list(let info): tell(.described(info))
    case .settled, .beat, .error: break
    }
  }

  func linkClosed(code: Int?, reason: String) {
    link = nil
    replica.disconnected(byServer: code.map(Self.blamingCodes.contains) ?? false)
    state = code == Disconnect.replaced.code ? .stopped : .offline
    tell(.disconnected(code: code, reason: reason))
    switch code {
    case Disconnect.replaced.code: return tell(.stopped)
    case Disconnect.wrongSecret.code, Disconnect.clientExpired.code: becomeNewClient()
    default: break
    }
    if state == .offline { reconnectLater() }
  }

  private func becomeNewClient() {
    let identity = ClientIdentity.random()
    replica.becomeNewClient(identity.client, secret: identity.secret)
    tell(.becameNewClient)
    for notice in replica.takeNotices() { tell(.notice(notice)) }
  }

  private func reconnectLater() {
    if linkedAt.duration(to: .now) >= Self.lasting { backoff.reset() }
    retryTimer = LoopTimer(after: backoff.delay(chance: .random(in: 0...1))) { [weak self] in self?.connect()
    }
  }
}
