import Foundation
import LabelEngine
import LabelStore
import LabelWire
import Labels
import Network

/// An open list: its state machine, the connections around it, and the store behind it.
@NetworkLoop final class ListHost {
  let alias: ListAlias
  var state: ListState
  let store: any Store
  let log: Log
  let registry: ListRegistry
  private let idleTimeout: Duration

  private var connections: [SessionID: ListConnection] = [:]
  private var order: [SessionID] = []
  /// Sessions with something of their own to write, or that became writable.
  private var touched: Set<SessionID> = []
  /// The fan-out log's end when the last round began.
  private var roundEnd = 0
  private var beatEnd = 0
  private var idleTimer: LoopTimer?
  private var presenceTimer: LoopTimer?
  var hasFailed = false
  /// Changes of title or archive state go one by one.
  let infoChanges = Turnstile(waiting: 64)
  private var isTurnRequested = false
  private var rounds = FanOutRounds()
  private var roundTimer: LoopTimer?
  private var awaitingCommit: [CheckedContinuation<Void, Never>] = []
  private var awaitingPublished: [CheckedContinuation<ListState?, Never>] = []
  /// How people want to be shown that is not stored yet, the latest of each.
  var unstoredPeople: [Author: Person] = [:]
  var isStoringPeople = false

  init(
    alias: ListAlias, state: ListState, store: any Store, registry: ListRegistry, idleTimeout: Duration,
    log: Log
  ) {
    self.alias = alias
    self.state = state
    self.store = store
    self.registry = registry
    self.idleTimeout = idleTimeout
    self.log = log
  }

  /// The list's id.
  var id: ListID { state.head.list }

  // MARK: Events

  func attach(_ connection: ListConnection) {
    idleTimer?.cancel()
    idleTimer = nil
    connections[connection.session] = connection
    order.append(connection.session)
    state.opened(connection.session)
    if hasFailed { state.disconnect(connection.session, .storeUnavailable) }
    run()
  }

  func detach(_ connection: ListConnection) {
    connections[connection.session] = nil
    order.removeAll { $0 == connection.session }
    touched.remove(connection.session)
    state.closed(connection.session)
    run()
    closeIfIdle()
  }

  func received(_ message: [UInt8], from session: SessionID) {
    state.received(message, from: session)
    run()
    requestTurn()
  }

  func disconnect(_ session: SessionID, _ reason: Disconnect) {
    state.disconnect(session, reason)
    run()
  }

  func helloIsDue(from session: SessionID) {
    if state.isAwaitingHello(session) { disconnect(session, .helloTimeout) }
  }

  /// Puts the first labels into a new list, by an author of the server's own.
  func seed(_ edits: [Edit]) {
    state.seed(edits)
    requestTurn()
  }

  /// Makes a provisional list one that exists, without an edit.
  func create() async throws(StoreError) {
    try await store.createList(
      ListRecord(
        id: id, alias: alias.description, epoch: state.head.epoch, exists: true, created: Self.milliseconds,
        revision: state.head.revision, hash: state.head.hash))
    state.created()
  }

  /// The list when its content is what has been published: now or, if an edit waits or a batch is on its way to the disk,
  /// behind the next commit, however many edits have come by then. Nil if the list fails.
  func published() async -> ListState? {
    if hasFailed { return nil }
    guard state.isBusy else { return state }
    return await withCheckedContinuation { awaitingPublished.append($0) }
  }

  /// Commits what was taken in once the loop's turns no longer do: their ends go with the network.
  func drain() async {
    while state.isBusy, !hasFailed {
      evaluate()
      await withCheckedContinuation { awaitingCommit.append($0) }
    }
  }

  func resumeAwaitingCommit() {
    let continuations = awaitingCommit
    awaitingCommit = []
    for continuation in continuations { continuation.resume() }
  }

  /// Call it when a commit has just been published, or the list has failed.
  func resumeReaders() {
    let readers = awaitingPublished
    awaitingPublished = []
    for reader in readers { reader.resume(returning: hasFailed ? nil : state) }
  }

  /// Sends a beat if nothing else went out since the last call.
  func beat() {
    if state.fanOut.end == beatEnd { state.beat() }
    beatEnd = state.fanOut.end
    requestTurn()
  }

  /// Takes the marks of edited labels away that nobody has renewed.
  func expirePresence() {
    guard state.hasPresence else { return }
    state.expirePresence(at: Self.milliseconds)
    run()
  }

  /// Writes to a session at the end of the turn.
  func touch(_ session: SessionID) {
    touched.insert(session)
    requestTurn()
  }

  // MARK: The turn

  /// What a turn's events brought about: one batch, and writes to connections that are due.
  ///
  /// No batch begins during a round: those who read must not fall behind those who write.
  func turnEnded() {
    isTurnRequested = false
    let isHeld = rounds.isUnderWay
    if !isHeld { evaluate() }
    flush()
    // The loop may have nothing else to wake up for.
    if isHeld || rounds.isUnderWay { Task { requestTurn() } }
    state.prepareDiffs()
  }

  private func evaluate() {
    if !hasFailed { state.evaluate(at: Self.milliseconds) }
    run()
  }

  func requestTurn() {
    guard !isTurnRequested else { return }
    isTurnRequested = true
    registry.needsTurn(self)
  }

  /// Writes to those who wait for something of their own, as authors do for what became of their edits, and to some of everybody
  /// else.
  private func flush() {
    touched.formUnion(state.takeAddressed())
    let due = touched
    touched = []
    for session in due { write(to: session) }
    if !rounds.isUnderWay, state.fanOut.end != roundEnd { beginRound() }
    if rounds.isUnderWay { continueRound() }
    state.trimFanOut()
    run()
  }

  private func beginRound() {
    if let pause = rounds.pause(until: .now, whileMoreComes: state.isCommitting) {
      guard roundTimer == nil else { return }
      roundTimer = LoopTimer(after: pause) { [weak self] in
        self?.roundTimer = nil
        self?.requestTurn()
      }
    } else {
      roundTimer?.cancel()
      roundTimer = nil
      roundEnd = state.fanOut.end
      rounds.begin(order)
    }
  }

  private func continueRound() {
    let start = ContinuousClock.now
    var now = start
    repeat {
      if let session = rounds.next() { write(to: session) }
      now = .now
    } while rounds.isUnderWay && start.duration(to: now) < state.limits.roundTime
    rounds.wrote(from: start, until: now)
  }

  /// Writes what is due to a connection, at most the turn's bytes; it gets the rest in another turn.
  private func write(to session: SessionID) {
    guard let socket = connections[session]?.socket else { return }
    var room = state.limits.turnBytes
    while room > 0, socket.isWritable {
      switch state.nextOutput(for: session, limit: room) {
      case .nothing: return
      case .own(let bytes):
        _ = socket.writeFrames(bytes.span)
        room -= bytes.count
      case .shared(let range):
        _ = state.fanOut.withBytes(range) { socket.writeFrames($0) }
        room -= range.count
      }
    }
    if socket.isWritable { continueLater(session) }
  }

  /// The loop may have nothing else to wake up for.
  private func continueLater(_ session: SessionID) {
    Task { touch(session) }
  }

  static var milliseconds: Int64 { Int64(Date().timeIntervalSince1970 * 1_000) }

  // MARK: Commands

  /// Carries out what the state machine asks for.
  func run() {
    for command in state.takeCommands() { run(command) }
  }

  private func run(_ command: Command) {
    switch command {
    case .claim(let session, let client, let secret, let mayCreate, let person):
      Task { await claim(client, secret: secret, mayCreate: mayCreate, person: person, for: session) }
    case .readEntries(let keys):
      Task { await readEntries(keys) }
    case .readLog(let session, let after, let through):
      Task { await readLog(after: after, through: through, for: session) }
    case .append(let batch):
      // Before this turn goes on: the disk is what takes longest.
      Task.immediate { await append(AppendRequest(batch, list: id)) }
    case .makeSnapshot(let source, let coding):
      Task { await makeSnapshot(source, coding) }
    case .storeSnapshot(let source):
      Task { await storeSnapshot(source) }
    case .trim(let revision):
      Task { await trim(through: revision) }
    case .remember(let person, let author): remember(person, of: author)
    case .presenceIsDue(let people):
      publishPresence(after: people > state.limits.presentPeople ? Self.crowdPause : Self.presencePause)
    case .disconnect(let session, let reason):
      write(to: session)
      connections[session]?.socket?.close(code: reason.code, reason: reason.rawValue)
    case .pauseReading(let session): connections[session]?.socket?.pauseReading()
    case .resumeReading(let session): connections[session]?.socket?.resumeReading()
    case .report(let edit): report(edit)
    }
  }

  /// Presence is told at most this often: ten times a second, and in a crowd, of which only the number is told, seldom.
  private static let presencePause: Duration = .milliseconds(100)
  private static let crowdPause: Duration = .seconds(5)

  private func publishPresence(after pause: Duration) {
    presenceTimer = LoopTimer(after: pause) { [weak self] in
      guard let self else { return }
      state.publishPresence()
      requestTurn()
    }
  }

  private func report(_ edit: RejectedEdit) {
    log(
      .info, "edit.rejected",
      [
        "list": "\(alias)", "edit": "\(edit.client)/\(edit.sequence)", "code": .text(edit.code),
        "label": .text(edit.label?.description ?? ""),
      ])
  }

  /// Closes the list some time after the last connection has gone.
  func closeIfIdle() {
    guard state.sessionCount == 0, idleTimer == nil else { return }
    idleTimer = LoopTimer(after: idleTimeout) { [weak self] in
      guard let self else { return }
      idleTimer = nil
      if (state.isIdle && infoChanges.isFree) || hasFailed { registry.close(self) } else { closeIfIdle() }
    }
  }
}
