import LabelClient
import LabelEngine
import Labels
import Network

/// What the clients of a run share.
@NetworkLoop final class BenchScene {
  /// Edits that a run remembers for the judge, all writers together; at that many, the writing ends early.
  nonisolated static let mostEdits = 5_000_000

  var pool = LabelPool()
  var tally = BenchTally()
  /// Edits that a writer lets wait for their outcome.
  let window: Int
  var isWriting = false
  var edits = 0
  /// What should not happen, and is not the judge's to see.
  private(set) var mishaps: [String] = []
  private static let mostMishaps = 1_000

  init(window: Int) {
    self.window = window
  }

  func note(mishap: String) {
    if mishaps.count < Self.mostMishaps { mishaps.append(mishap) }
  }
}

/// One client of a run; a writer keeps a number of edits under way while the run is writing.
@NetworkLoop final class BenchClient {
  let number: Int
  private let scene: BenchScene
  private var mix: EditMix
  private var client: LabelClient?
  private(set) var authors: [Author] = []
  private(set) var edits: [EditSequence: Evidence.AskedEdit] = [:]
  private var sentAt: [EditSequence: ContinuousClock.Instant] = [:]
  private var pendingReverses: [(sequence: EditSequence, start: Orientation)] = []
  private var isWriter = false
  /// Welcomed since the last connection ended.
  private var isOnline = false

  init(number: Int, address: ListAddress, mix: EditMix, scene: BenchScene) {
    self.number = number
    self.mix = mix
    self.scene = scene
    client = LabelClient(address: address) { [weak self] in self?.handle($0) }
  }

  func start() { client?.start() }

  func stop() { client?.stop() }

  /// Whether it holds the list, so that it can edit.
  var isReady: Bool { client?.state == .online && client?.revision != nil }

  var pendingCount: Int { client?.pendingCount ?? 0 }

  var revision: Revision? { client?.revision }

  var confirmed: LabelList { client?.confirmed ?? LabelList() }

  /// Edits until the window is full; each outcome makes room for another.
  func write() {
    isWriter = true
    while scene.isWriting, sentAt.count < scene.window, let screen {
      make(mix.next(on: screen, from: scene.pool))
    }
  }

  /// Inserts labels for the run to edit.
  func insert(_ count: Int) {
    for _ in 0..<count {
      guard let screen else { return }
      make(mix.insert(on: screen, from: scene.pool))
    }
  }

  private var screen: EditMix.Screen? {
    guard let client, let revision = client.revision else { return nil }
    let confirmed = client.confirmed
    let orientation = pendingReverses.reduce(confirmed.orientation) { orientation, reverse in
      orientation == reverse.start ? orientation.opposite : orientation
    }
    return EditMix.Screen(list: confirmed, revision: revision, orientation: orientation)
  }

  private func make(_ edit: Edit) {
    guard let client, scene.edits < BenchScene.mostEdits else { return scene.isWriting = false }
    do {
      let sequence = try client.edit(edit)
      scene.edits += 1
      edits[sequence] = Evidence.AskedEdit(edit: edit)
      sentAt[sequence] = .now
      if case .reverse(let start) = edit { pendingReverses.append((sequence, start)) }
    } catch {
      scene.note(mishap: "client \(number) could not make an edit: \(error)")
      scene.isWriting = false
    }
  }

  // MARK: Events

  private func handle(_ event: ClientEvent) {
    switch event {
    case .connected:
      isOnline = true
      noteAuthor()
    case .changed(let changes): scene.tally.deliveries += changes.count
    case .replaced, .described, .presence: break
    case .notice(let notice): handle(notice)
    case .disconnected:
      if isOnline { scene.tally.disconnects += 1 }
      isOnline = false
    case .becameNewClient: scene.note(mishap: "the server forgot client \(number)")
    case .refused(let edit, let reason):
      scene.note(mishap: "client \(number) could not make \(edit): \(reason)")
    case .stopped: scene.note(mishap: "client \(number) was replaced")
    }
  }

  private func noteAuthor() {
    guard let author = client?.author, !authors.contains(author) else { return }
    authors.append(author)
  }

  private func handle(_ notice: ReplicaNotice) {
    switch notice {
    case .settled(let sequence, let edit, let outcome): settle(sequence, edit, outcome)
    case .overwritten: break
    case .maybeApplied(let edit): scene.note(mishap: "client \(number) may have lost: \(edit)")
    case .undoDropped(let sequence): scene.note(mishap: "client \(number) did not undo \(sequence)")
    case .notSent(let edit): scene.note(mishap: "client \(number) did not send: \(edit)")
    }
  }

  private func settle(_ sequence: EditSequence, _ edit: Edit, _ outcome: Outcome) {
    if edits[sequence]?.outcome != nil {
      scene.note(mishap: "edit \(sequence) of client \(number) settled twice")
    }
    edits[sequence]?.outcome = outcome
    pendingReverses.removeAll { $0.sequence == sequence }
    if let sent = sentAt.removeValue(forKey: sequence) {
      scene.tally.add(outcome, after: sent.duration(to: .now))
    }
    switch (edit, outcome.result) {
    case (.insert(let label, _), .applied): scene.pool.insert(label.id)
    case (.remove(let ids), .applied), (.remove(let ids), .mixed): for id in ids { scene.pool.remove(id) }
    default: break
    }
    if isWriter { write() }
  }
}
