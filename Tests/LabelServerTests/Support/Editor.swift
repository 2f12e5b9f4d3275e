import LabelClient
import LabelEngine
import LabelWire
import Labels
import Network

/// A client that notes what it is told.
@NetworkLoop final class Editor {
  private(set) var outcomes: [EditSequence: Outcome] = [:]
  private(set) var closeCodes: [Int?] = []
  private(set) var closeReasons: [String] = []
  private(set) var people: [Author: PresenceMessage.Presence] = [:]
  private var client: LabelClient?

  init(_ address: ListAddress, person: Person? = nil) {
    client = LabelClient(address: address, person: person) { [weak self] event in self?.note(event) }
    client?.start()
  }

  /// One that goes on where another was.
  init(_ address: ListAddress, resuming stored: Replica.Stored) {
    client = LabelClient(address: address, resuming: stored) { [weak self] event in self?.note(event) }
    client?.start()
  }

  var stored: Replica.Stored? { client?.stored }

  private func note(_ event: ClientEvent) {
    switch event {
    case .notice(.settled(let sequence, _, let outcome)): outcomes[sequence] = outcome
    case .disconnected(let code, let reason):
      closeCodes.append(code)
      closeReasons.append(reason)
    case .presence(let message):
      if message.isWhole { people = [:] }
      for presence in message.people { people[presence.author] = presence }
      for author in message.left { people[author] = nil }
    default: break
    }
  }

  var names: [String] { client?.confirmed.shown.map(\.name) ?? [] }
  var isReady: Bool { client?.state == .online && client?.revision != nil }
  var isSettled: Bool { isReady && client?.pendingCount == 0 }
  var labels: [Label] { client.map { Array($0.confirmed.labels) } ?? [] }

  func edit(_ edit: Edit) throws -> EditSequence {
    try client?.edit(edit) ?? 0
  }

  /// Adds a label at the end.
  @discardableResult func add(_ name: String) throws -> LabelID {
    let id = LabelID.random { .random(in: .min ... .max) }
    let label = Label(id: id, name: name, isIncluded: true)
    _ = try edit(.insert(label, at: Placement(.last, orientation: .forward)))
    return id
  }

  func show(editing id: LabelID) {
    client?.show(editing: id)
  }

  func stop() {
    client?.stop()
  }
}
