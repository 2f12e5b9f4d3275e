import LabelEngine
import LabelWire

/// Steps of the store.
extension World {
  /// An append was asked for, and the server has not heard of its end.
  var isAppending: Bool {
    work.contains { if case .append = $0 { true } else { false } }
      || answers.contains { if case .committed = $0 { true } else { false } }
  }

  /// The store does a piece of its work: from now on it is durable.
  mutating func perform(_ index: Int = 0) throws {
    switch work.remove(at: index) {
    case .trim(let revision):
      store.trimmedThrough = revision
      answers.append(.trimmed)
    case .readEntries(let keys): answers.append(.entriesRead(store.entries(keys)))
    case .claim(let id, let client, let secret, let mayCreate):
      answers.append(.claimed(store.claim(client, secret: secret, mayCreate: mayCreate), id))
    case .readLog(let id, let after, let through):
      answers.append(.logRead(store.changes(after: after, through: through, limits: limits), id))
    case .append(let batch):
      try store.append(batch)
      try history.append(batch, in: store)
      answers.append(.committed)
    case .makeSnapshot(let source, let coding):
      answers.append(.snapshotMade(source.messages.map(coding.frame), source.point, coding))
    case .storeSnapshot(let source):
      store.store(source)
      answers.append(.snapshotStored(store.snapshot?.bytes ?? 0, source.point.revision))
    }
  }

  /// The server hears of a piece of work that was done.
  mutating func announce(_ index: Int = 0) throws {
    switch answers.remove(at: index) {
    case .claimed(let claim, let id): server.claimed(claim, for: id)
    case .logRead(let changes, let id): server.logRead(changes, for: id)
    case .committed: server.committed()
    case .trimmed: server.trimmed()
    case .entriesRead(let entries): server.entriesRead(entries)
    case .snapshotMade(let frames, let point, let coding):
      server.snapshotMade(frames, of: point, in: coding)
    case .snapshotStored(let bytes, let revision): server.snapshotStored(bytes: bytes, of: revision)
    }
    try runCommands()
  }

  /// The append is done by the store; nobody is told yet.
  mutating func performAppend() throws {
    guard let index = work.firstIndex(where: { if case .append = $0 { true } else { false } }) else {
      throw Violation("no append is asked for")
    }
    try perform(index)
  }

  /// The server hears that the append is durable.
  mutating func announceCommit() throws {
    guard let index = answers.firstIndex(where: { if case .committed = $0 { true } else { false } }) else {
      throw Violation("no append is done")
    }
    try announce(index)
  }

  /// What the connected people have sent is evaluated, stored and written; nobody has received it yet.
  mutating func publish() throws {
    for person in people.indices { try deliver(person) }
    try evaluate()
    try finishWork()
    try flush()
  }

  /// Everything asked of the store is done and told, in order, until it is asked nothing more.
  mutating func finishWork() throws {
    while !work.isEmpty || !answers.isEmpty {
      while !work.isEmpty { try perform() }
      while !answers.isEmpty { try announce() }
    }
  }

  /// The process dies and starts again from what is durable, or from an older copy of it.
  mutating func restart(from copy: FakeStore? = nil) throws {
    for id in sessions { lose(id) }
    connections = [:]
    work = []
    answers = []
    (due, seenEnd) = ([], 0)
    if let copy { store = copy }
    server = try store.load(limits: limits)
    guard Content(server.list) == history.content(at: store.head.hash) else {
      throw Violation("a restart changed the list")
    }
  }
}
