import LabelEngine
import LabelWire
import Labels
import Testing

@Suite("The cases of replicas, which the page runs too")
struct ReplicaVectorTests {
  @Test("Every case comes out as it says, step by step", arguments: try ReplicaVector.all)
  func vector(file: String) throws {
    let vector = try Vectors.decode(ReplicaVector.self, from: "replica/\(file)")
    var play = try ReplicaPlay(vector.start)
    for (index, step) in vector.steps.enumerated() {
      try play.take(step)
      if let expect = step.expect { try play.check(expect, "\(file), step \(index + 1)") }
      #expect(play.isFault == (step.expect?.fault ?? false), "\(file), step \(index + 1)")
    }
  }

  @Test("All cases are there")
  func count() throws {
    #expect(try ReplicaVector.all.count >= 23)
  }
}

/// Plays the steps of a case on a replica, as the server, the link and the person.
struct ReplicaPlay {
  private var replica = Replica(client: ClientID(high: 0, low: 1), secret: "0123456789abcdef")
  private var revision: Revision
  private var author: Author = 1
  private var sent: [EditMessage] = []
  private var notices: [ReplicaNotice] = []
  private var said: Hello?
  private(set) var isFault = false

  init(_ start: ReplicaVector.Snapshot) throws {
    revision = start.revision
    said = replica.hello()
    try receive(.welcome(welcome(isSnapshotComing: true)))
    try receive(snapshot(start))
  }

  mutating func take(_ step: ReplicaVector.Step) throws {
    isFault = false
    if let edit = step.edit?.edit ?? step.type?.edit { replica.make(edit) }
    if step.cut != nil { replica.disconnected(byServer: false) }
    if step.close != nil { replica.disconnected(byServer: true) }
    if step.expired != nil { replica.becomeNewClient(ClientID(high: 0, low: 2), secret: "fedcba9876543210") }
    if step.hello != nil { said = replica.hello() }
    if let greeting = step.welcome { try greet(greeting) }
    if let content = step.snapshot { try receive(snapshot(content)) }
    if let diff = step.diff { try receive(diff) }
    if let settled = step.settled { try receive(.settled(settled.map(\.settlement))) }
    if step.edit != nil || step.seal != nil || step.settled != nil || step.welcome != nil
      || step.expired != nil
    {
      replica.seal()
    }
    sent = []
    while let message = replica.nextMessage() { if case .edit(let edit) = message { sent.append(edit) } }
    notices = replica.takeNotices()
  }

  private mutating func receive(_ message: ServerMessage) throws {
    do {
      try replica.receive(message)
    } catch {
      isFault = true
    }
  }

  private mutating func receive(_ diff: ReplicaVector.Diff) throws {
    let next = diff.revision ?? revision + 1
    let change = DiffChange(
      revision: next, hash: UInt64(next), author: diff.author, sequence: diff.sequence, time: 0,
      isPartial: diff.partial ?? false, effects: diff.effects.map(\.effect))
    try receive(.diff([change]))
    if !isFault { revision = next }
  }

  private mutating func greet(_ greeting: ReplicaVector.Greeting) throws {
    said = replica.hello()
    author = greeting.author ?? author
    try receive(
      .welcome(
        welcome(
          isSnapshotComing: greeting.snapshot, isReset: greeting.reset ?? false, list: greeting.list,
          epoch: greeting.epoch, outcomes: greeting.outcomes?.map(\.settlement) ?? [])))
  }

  private func point(_ revision: Revision, list: String?, epoch: String?) -> ResumePoint {
    let list = ListID(high: 0x1157, low: list == "list-2" ? 2 : 1)
    return ResumePoint(list: list, epoch: epoch ?? "epoch-1", revision: revision, hash: UInt64(revision))
  }

  private func welcome(
    isSnapshotComing: Bool, isReset: Bool = false, list: String? = nil, epoch: String? = nil,
    outcomes: [Settlement] = []
  ) -> Welcome {
    Welcome(
      head: point(revision, list: list, epoch: epoch), alias: "demo", exists: true, author: author,
      isReset: isReset, isSnapshotComing: isSnapshotComing, lastSequence: 0,
      limits: WireLimits(list: ListLimits(), openEdits: 4, messageBytes: 262_144), beatSeconds: 15,
      outcomes: outcomes)
  }

  private mutating func snapshot(_ content: ReplicaVector.Snapshot) -> ServerMessage {
    revision = content.revision
    let overwrites = Dictionary(
      (content.overwrote ?? [:]).map { letter, fields in
        (vectorID(letter), fields.map { Overwrite(author: $0.author, revision: $0.revision) })
      }, uniquingKeysWith: { first, _ in first })
    let entries = content.labels.map { short in
      SnapshotChunk.Entry(label: short.label, overwrites: overwrites[short.label.id] ?? [])
    }
    return .snapshot(
      SnapshotChunk(
        point: point(revision, list: content.list, epoch: content.epoch),
        orientation: content.orientation == 0 ? .forward : .reversed, chunk: 0, chunks: 1, entries: entries))
  }

  // MARK: Checks

  func check(_ expect: ReplicaVector.Expectation, _ place: String) throws {
    if let sequences = expect.sent { #expect(sent.map(\.sequence) == sequences, "\(place)") }
    for (sequence, fields) in expect.edits ?? [:] { try check(fields, of: sequence, place) }
    if let labels = expect.confirmed {
      #expect(replica.confirmed.labels.map(ShortLabel.init) == labels, "\(place)")
    }
    if let names = expect.visible { #expect(replica.visible.shown.map(\.name) == names, "\(place)") }
    if let count = expect.pending { #expect(replica.pendingCount == count, "\(place)") }
    if let expected = expect.notices {
      let told = notices.compactMap(\.codeAndLabel)
      #expect(told.map(\.code) == expected.map { $0[0] }, "\(place)")
      #expect(told.map(\.label) == expected.map { $0[1].map(vectorID) }, "\(place)")
    }
    guard let hello = expect.hello else { return }
    #expect(said?.resume?.revision == hello.revision, "\(place)")
    #expect(said?.isClaimed == hello.claimed, "\(place)")
    #expect(said?.acknowledgedThrough == hello.acknowledgedThrough, "\(place)")
  }

  private func check(_ fields: ReplicaVector.EditFields, of sequence: String, _ place: String) throws {
    let message = try #require(sent.first { "\($0.sequence)" == sequence }, "\(place)")
    let edit = try message.content.get()
    if let kind = fields.kind { #expect(EditCoding.kind(of: edit) == kind, "\(place)") }
    guard case .rename(_, let name, let base, let seen) = edit else {
      return #expect(fields.name == nil && fields.base == nil && fields.seen == nil, "\(place)")
    }
    #expect(
      name == fields.name ?? name && base == fields.base ?? base && seen == fields.seen ?? seen, "\(place)")
  }
}

extension ReplicaNotice {
  /// What a person is told, as the page words it; nil: nothing.
  fileprivate var codeAndLabel: (code: String?, label: LabelID?)? {
    switch self {
    case .settled(_, let edit, let outcome):
      switch outcome.result {
      case .applied, .noEffect: nil
      case .rejected(let rejection): (rejection.code, edit.labels.first)
      case .mixed(let results):
        results.lazy.compactMap(\.rejection).first.map { ($0.code, edit.labels.first) }
      }
    case .overwritten(let id): ("overwritten", id)
    case .maybeApplied(let edit): ("maybeApplied", edit.labels.first)
    case .undoDropped: ("undoDropped", nil)
    case .notSent(let edit): ("otherList", edit.labels.first)
    }
  }
}
