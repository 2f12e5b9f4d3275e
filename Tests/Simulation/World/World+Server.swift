import LabelEngine
import LabelWire
import Labels

/// Steps of the server's process.
extension World {
  mutating func takeOnServer(_ step: Step) throws(Violation) {
    let list = step.a % settings.lists
    switch step.kind {
    case .evaluate: try evaluate(list)
    case .beat: try beat(list, step)
    case .trimFanOut: hosts[list]?.state.trimFanOut()
    case .evict: if hosts[list]?.state.isIdle == true { hosts[list] = nil }
    case .describe: try describe(list, step)
    case .pump: for _ in 0..<2 { try pump() }
    default: break
    }
  }

  /// The end of a turn of the loop.
  mutating func evaluate(_ list: Int) throws(Violation) {
    guard let host = hosts[list], !host.hasFailed else { return }
    time += 1
    hosts[list]?.state.evaluate(at: time)
    try runCommands(list)
    if time.isMultiple(of: 2) { hosts[list]?.state.prepareDiffs() }
  }

  /// The list gets a title or loses it, goes into the archive or out of it: durably, then for those who look at it.
  private mutating func describe(_ list: Int, _ step: Step) throws(Violation) {
    guard !store.isStopped, store.disks[list].exists else { return }
    let info = ListInfo(title: ListTitle(["", "One", "Two"][step.b % 3]), isArchived: step.c % 6 == 0)
    store.disks[list].info = info
    guard hosts[list]?.hasFailed == false else { return }
    hosts[list]?.state.infoChanged(to: info)
    try runCommands(list)
  }

  /// The clock: a heartbeat, people whose marks end, or the time to tell who takes part.
  private mutating func beat(_ list: Int, _ step: Step) throws(Violation) {
    switch step.b % 3 {
    case 0: hosts[list]?.state.beat()
    case 1:
      time += Int64(step.c)
      hosts[list]?.state.expirePresence(at: time)
    default:
      if isPresenceDue[list] { hosts[list]?.state.publishPresence() }
      isPresenceDue[list] = false
    }
    try runCommands(list)
  }

  /// Brings a list into memory from what is durable of it; false: the store has stopped.
  mutating func load(_ list: Int) throws(Violation) -> Bool {
    if let host = hosts[list] { return !host.hasFailed }
    guard !store.isStopped else { return false }
    try hear(of: store.commits)
    let disk = store.disks[list]
    var content = LabelList()
    var hash = ChainHash.start
    var revision = 0
    if let snapshot = disk.snapshot {
      do { content = try StoredListCoding.decode(snapshot.pieces) } catch {
        throw Violation("a stored list cannot be read: \(error)")
      }
      (revision, hash) = (snapshot.revision, snapshot.hash)
    }
    let newer = disk.entries(after: revision, through: disk.revision, limit: .max)
    for entry in newer { try replay(entry, onto: &content, &revision, &hash) }
    guard revision == disk.revision, hash == disk.hash else {
      throw Violation("a log does not reach its head")
    }
    guard oracles[list].history.content.isEqual(to: content) else {
      throw Violation("loading changed a list")
    }
    lastIncarnation += 1
    hosts[list] = Host(
      id: HostID(list: list, incarnation: lastIncarnation),
      state: ListState(
        head: disk.head, alias: "list\(list)", info: disk.info, exists: disk.exists, list: content,
        storedSnapshotBytes: disk.snapshot?.pieces.reduce(0) { $0 + $1.count } ?? 0,
        loggedBytes: newer.reduce(0) { $0 + $1.body.count + 64 }, trimmedThrough: disk.trimmedThrough,
        limits: settings.limits, beatSeconds: 15))
    return true
  }

  private func replay(
    _ entry: Batch.Entry, onto list: inout LabelList, _ revision: inout Revision, _ hash: inout UInt64
  ) throws(Violation) {
    guard let effects = EffectCoding.decode(entry.body) else { throw Violation("a log entry is unreadable") }
    let change = Change(
      revision: entry.change.revision, author: entry.change.author, sequence: entry.change.sequence,
      time: entry.change.time, effects: effects, isPartial: entry.change.isPartial, group: entry.change.group)
    guard change.revision == revision + 1,
      Batch.Entry.chain(after: hash, change: change, body: entry.body) == entry.hash
    else { throw Violation("a log breaks") }
    do { try list.apply(change, limits: settings.limits.list) } catch {
      throw Violation("a log entry does not fit: \(error)")
    }
    (revision, hash) = (change.revision, entry.hash)
  }

  /// Carries out what a list asks for.
  mutating func runCommands(_ list: Int) throws(Violation) {
    guard let id = hosts[list]?.id, let commands = hosts[list]?.state.takeCommands() else { return }
    for command in commands {
      switch command {
      case .claim(let session, let client, let secret, let mayCreate, _):
        write(.claim(session, client, secret: secret, mayCreate: mayCreate), of: id)
      case .append(let batch): try append(batch, of: id)
      case .storeSnapshot(let source):
        let pieces = StoredListCoding.encode(source)
        let bytes = pieces.reduce(0) { $0 + $1.count }
        write(.snapshot(source.point, rest: pieces, bytes: bytes, isBegun: false), of: id)
      case .readLog(let session, let after, let through):
        readings.append(Reading(host: id, action: .log(session, after: after, through: through)))
      case .readEntries(let keys): readings.append(Reading(host: id, action: .entries(keys)))
      case .makeSnapshot(let source, let coding):
        readings.append(Reading(host: id, action: .snapshot(source, coding)))
      case .trim(let through): write(.trim(through: through), of: id)
      case .disconnect(let session, let reason):
        withLink(session) { $0.closing = reason }
        if hosts[list]?.due.contains(session) == false { hosts[list]?.due.append(session) }
      case .pauseReading(let session): withLink(session) { $0.isPaused = true }
      case .resumeReading(let session): withLink(session) { $0.isPaused = false }
      case .presenceIsDue: isPresenceDue[list] = true
      case .report, .remember: break
      }
    }
  }

  private mutating func append(_ batch: Batch, of id: HostID) throws(Violation) {
    let isSecond = store.waiting.contains { write in
      guard write.host == id, case .append = write.action else { return false }
      return true
    }
    if isSecond { throw Violation("two appends at a time") }
    let isArchived = hosts[id.list]?.state.info.isArchived == true
    guard store.disks[id.list].info.isArchived == isArchived else {
      throw Violation("a list is judged by what it was before")
    }
    for settled in batch.outcomes {
      let code = settled.settlement.outcome.rejectionCode
      guard (code == Rejection.archived.code) == (isArchived && !Self.isJudgedAnyway(code)) else {
        throw Violation("an archived list took an edit, or another refused it for that", "\(settled)")
      }
    }
    write(.append(batch), of: id)
  }

  /// What an edit comes to whether or not its list is archived.
  private static func isJudgedAnyway(_ code: String?) -> Bool {
    [Rejection.withdrawn.code, Rejection.invalidEdit.code].contains(code)
  }

  private mutating func write(_ action: DurableStore.Write.Action, of id: HostID) {
    store.waiting.append(DurableStore.Write(host: id, action: action))
  }
}
