import LabelClient
import LabelWire
import Labels
import Network

/// A client that follows a list without a replica of its own: each message must be byte for byte what others got at the
/// same revision, which the list's shared replica has read and applied once. So thousands fit into one process.
@NetworkLoop final class LightClient: BenchClient {
  let number: Int
  var writer: Writer?
  /// Joins to leave again: what comes while it catches up says nothing of how fast changes are delivered.
  var isVisitor = false
  private(set) var revision: Revision?
  /// When it last became current, in the clock's nanoseconds.
  private(set) var currentAt: Int?
  /// Bytes of all its messages.
  private(set) var bytes = 0
  private let list: BenchList
  private let scene: BenchScene
  private let identity = ClientIdentity.random()
  private var isClaimed = false
  /// Whether the list exists, so that its point means something.
  private var isListKnown = false
  private var outbox = Outbox()
  private var point: ResumePoint?
  private var author: Author?
  private var assembly = SnapshotAssembly()
  /// The revision to follow the list to, from a welcome.
  private var head: Revision?
  private var isAwaitingSnapshot = false
  private var stream: MessageStream?
  /// Since the stream was opened.
  private(set) var isConnected = false
  private var retryTimer: LoopTimer?
  private var retries = 0
  private var isStarted = false
  private var isStalled = false
  private var wasStalled = false
  private var startedAt = 0
  /// Nanoseconds from the first start until it was current.
  private(set) var connectTime: Int?

  init(number: Int, list: BenchList, scene: BenchScene) {
    self.number = number
    self.list = list
    self.scene = scene
  }

  var isCurrent: Bool { currentAt != nil }

  var pendingCount: Int { outbox.count }

  var screen: EditMix.Screen? {
    guard author != nil, let revision = list.replica.point?.revision else { return nil }
    let shared = list.replica.list
    return EditMix.Screen(list: shared, revision: revision, orientation: shared.orientation)
  }

  func make(_ edit: Edit, group: GroupID?) -> EditSequence {
    let sequence = outbox.append(edit, group: group)
    sendWhatWaits()
    return sequence
  }

  // MARK: The connection

  func start() {
    guard !isStarted else { return }
    isStarted = true
    if connectTime == nil { startedAt = BenchClock.now }
    connect()
  }

  func stop() {
    isStarted = false
    retryTimer?.cancel()
    stream?.close()
  }

  /// Loses its link at once, as a network does; `start()` brings it back.
  func drop() {
    isStarted = false
    retryTimer?.cancel()
    stream?.drop()
  }

  /// Reads nothing more until `resume()`.
  func stall() {
    (isStalled, wasStalled) = (true, true)
    stream?.pauseReading()
  }

  func resume() {
    isStalled = false
    stream?.resumeReading()
  }

  private func connect() {
    stream = MessageStream(to: list.address.socketURL, subprotocol: "colabel.v1", handler: self)
  }

  private func reconnectLater() {
    let delay = min(1_000, 50 << min(retries, 5))
    retries += 1
    retryTimer = LoopTimer(after: .milliseconds(Int.random(in: delay / 2...delay))) { [weak self] in
      self?.connect()
    }
  }

  private func lost(code: Int?, reason: String) {
    stream = nil
    isConnected = false
    if currentAt != nil, isStarted { scene.tally.disconnects += 1 }
    currentAt = nil
    head = nil
    outbox.disconnected()
    switch code {
    case 4003, 4004, 4005, 1007, 1008, 1009, 4007:
      scene.note(mishap: "client \(number) was closed with \(code ?? 0) \(reason)")
    default:
      if isStarted { reconnectLater() }
    }
  }

  // MARK: Messages

  private func greet() {
    send(
      .hello(
        Hello(
          client: identity.client, secret: identity.secret, isClaimed: isClaimed,
          acknowledgedThrough: outbox.acknowledgedThrough, resume: isListKnown ? point : nil,
          snapshotCoding: .deflate)))
  }

  private func send(_ message: ClientMessage) {
    stream?.write(text: message.json)
  }

  private func sendWhatWaits() {
    guard isConnected, head != nil, outbox.count > 0 else { return }
    while let message = outbox.next() {
      isClaimed = true
      send(message)
    }
  }

  private func receive(_ message: ServerMessage, bytes: [UInt8]) {
    switch message {
    case .welcome(let welcome): receive(welcome)
    case .snapshot: scene.note(mishap: "client \(number) got a snapshot that is not deflated")
    case .diff(let changes): receive(changes, bytes: bytes)
    case .settled(let settlements):
      isClaimed = true
      for settlement in settlements { outbox.take(settlement) }
    case .beat: send(.beat)
    case .error(let code, let message): scene.note(mishap: "client \(number) was told: \(code) \(message)")
    case .presence, .list: break
    }
  }

  private func receive(_ welcome: Welcome) {
    retries = 0
    author = welcome.author
    head = welcome.head.revision
    isClaimed = isClaimed || welcome.exists
    isListKnown = isListKnown || welcome.exists
    isAwaitingSnapshot = welcome.isSnapshotComing
    outbox.openEdits = welcome.limits.openEdits
    outbox.welcomed()
    for settlement in welcome.outcomes { outbox.take(settlement) }
    writer?.welcomed(as: welcome.author)
  }

  private func receive(_ chunk: KnownChunk) {
    isAwaitingSnapshot = true
    guard let snapshot = assembly.add(chunk) else { return }
    list.replica.take(snapshot, client: number)
    point = snapshot.point
    revision = snapshot.point.revision
    isAwaitingSnapshot = false
  }

  private func receive(_ changes: [DiffChange], bytes: [UInt8]) {
    let frame = list.replica.take(changes, bytes: bytes, at: revision ?? 0, client: number) {
      self.list.due(of: $0.sequence, by: $0.author)
    }
    if let frame { return follow(frame) }
    point = nil
    stream?.drop()
  }

  private func follow(_ frame: SharedFrame) {
    revision = frame.revision
    point?.revision = frame.revision
    point?.hash = frame.hash
    isClaimed = true
    isListKnown = true
    let now = BenchClock.now
    scene.tally.deliveries += frame.entries.count
    for entry in frame.entries {
      if entry.author == author {
        if !entry.isPartial { applied(entry) }
      } else if isTimely, let due = entry.due {
        scene.tally.delivery.add(nanoseconds: now - due)
      }
    }
  }

  /// Whether what comes now was on its way at once: not to somebody who was away, or did not read.
  private var isTimely: Bool { currentAt != nil && !wasStalled && !isVisitor }

  private func applied(_ entry: SharedFrame.Entry) {
    guard outbox.applied(entry.sequence) else { return }
    writer?.settle(entry.sequence, Outcome(.applied, asOf: entry.revision))
  }

  /// What a message may have led to, once it is taken in.
  private func goOn() {
    guard let revision, !isAwaitingSnapshot else { return }
    for settlement in outbox.settle(at: revision) {
      writer?.settle(settlement.sequence, settlement.outcome)
    }
    if currentAt == nil, let head, revision >= head {
      let now = BenchClock.now
      currentAt = now
      if connectTime == nil { connectTime = now - startedAt }
      if isStalled { stream?.pauseReading() }
    }
    sendWhatWaits()
  }
}

extension LightClient: MessageStreamHandler {
  func opened() {
    isConnected = true
    greet()
  }

  func received(text: Span<UInt8>) {
    count(text.count)
    if let revision, let frame = list.replica.frame(after: revision), frame.isSame(as: text) {
      follow(frame)
    } else {
      let bytes = text.copied
      do {
        if let message = try ServerMessage.read(json: bytes) { receive(message, bytes: bytes) }
      } catch {
        scene.note(mishap: "client \(number) got a message that cannot be read")
        stream?.drop()
      }
    }
    goOn()
  }

  func received(binary: Span<UInt8>) {
    count(binary.count)
    guard let chunk = SnapshotAssembly.read(binary) else {
      scene.note(mishap: "client \(number) got a chunk of a snapshot that cannot be read")
      stream?.drop()
      return
    }
    receive(chunk)
    goOn()
  }

  private func count(_ received: Int) {
    bytes += received
    scene.tally.bytes += received
  }

  func closed(code: Int?, reason: String) {
    lost(code: code, reason: reason)
  }
}
