import LabelClient
import LabelEngine
import LabelWire
import Labels
import Network

/// A client with a whole replica of its own, as programs use it: `LabelClient`.
@NetworkLoop final class ReplicaClient: BenchClient {
  let number: Int
  var writer: Writer?
  private let list: BenchList
  private let scene: BenchScene
  private var client: LabelClient?
  /// Welcomed since the last connection ended.
  private var isOnline = false

  init(number: Int, list: BenchList, scene: BenchScene) {
    self.number = number
    self.list = list
    self.scene = scene
    client = LabelClient(address: list.address) { [weak self] in self?.handle($0) }
  }

  func start() { client?.start() }

  func stop() { client?.stop() }

  var isCurrent: Bool { client?.state == .online && client?.revision != nil }

  var pendingCount: Int { client?.pendingCount ?? 0 }

  var revision: Revision? { client?.revision }

  var confirmed: LabelList { client?.confirmed ?? LabelList() }

  var screen: EditMix.Screen? {
    guard let client, let revision = client.revision else { return nil }
    let list = client.confirmed
    return EditMix.Screen(list: list, revision: revision, orientation: list.orientation)
  }

  func make(_ edit: Edit, group: GroupID?) throws -> EditSequence {
    guard let client else { throw EditRefused.tooManyPending }
    return try client.edit(edit, group: group)
  }

  // MARK: Events

  private func handle(_ event: ClientEvent) {
    switch event {
    case .connected:
      isOnline = true
      if let author = client?.author { writer?.welcomed(as: author) }
    case .changed(let changes): count(changes)
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

  private func count(_ changes: [DiffChange]) {
    let now = BenchClock.now
    scene.tally.deliveries += changes.count
    for change in changes where change.author != client?.author {
      guard let due = list.due(of: change.sequence, by: change.author) else { continue }
      scene.tally.delivery.add(nanoseconds: now - due)
    }
  }

  private func handle(_ notice: ReplicaNotice) {
    switch notice {
    case .settled(let sequence, _, let outcome): writer?.settle(sequence, outcome)
    case .overwritten: break
    case .maybeApplied(let edit): scene.note(mishap: "client \(number) may have lost: \(edit)")
    case .undoDropped(let sequence): scene.note(mishap: "client \(number) did not undo \(sequence)")
    case .notSent(let edit): scene.note(mishap: "client \(number) did not send: \(edit)")
    }
  }
}
