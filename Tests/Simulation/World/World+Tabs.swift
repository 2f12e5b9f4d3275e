import LabelEngine
import LabelWire
import Labels

/// Steps of pages and their browsers' storage.
extension World {
  mutating func takeInTab(_ step: Step) throws(Violation) {
    let isAnew = step.kind == .connect && step.b % 8 == 0
    let ready = tabs.indices.filter { isAnew || isReady(tabs[$0], for: step.kind) }
    guard !ready.isEmpty else { return }
    let tab = ready[step.a % ready.count]
    switch step.kind {
    case .seal: seal(tab)
    case .persist: persist(tab)
    case .connect: try connect(tab)
    case .send: send(tab)
    case .receive: try receive(tab)
    case .present: present(tab, step)
    default: break
    }
  }

  /// Whether a step of this kind would do something in a tab, so that few steps are wasted.
  private func isReady(_ tab: Tab, for kind: Step.Kind) -> Bool {
    switch kind {
    case .seal: tab.replica.pendingCount > tab.replica.outbox.count
    case .persist: tab.transaction != nil || needsStoring(tab)
    case .connect: tab.session == nil
    case .send, .present: tab.session != nil && tab.replica.isWelcomed
    case .receive: tab.session.flatMap(linkIndex).map { links[$0].hasSomethingForClient } ?? false
    default: true
    }
  }

  private func needsStoring(_ tab: Tab) -> Bool {
    !tab.notices.isEmpty || tab.replica.point != tab.lastStoredPoint || tab.replica.stored != tab.lastStored
  }

  mutating func seal(_ index: Int) {
    let first = tabs[index].replica.lastSequence + 1
    tabs[index].replica.seal()
    for (offset, screen) in tabs[index].screens.enumerated() {
      tabs[index].sealedScreens[first + offset] = screen
    }
    tabs[index].screens = []
    for sealed in tabs[index].replica.outbox { tabs[index].groups[sealed.sequence] = sealed.group }
  }

  // MARK: Storage

  /// Begins a transaction if there is something to store, or completes the one that was begun.
  mutating func persist(_ index: Int) {
    if tabs[index].transaction != nil { return completeTransaction(index) }
    let tab = tabs[index]
    guard needsStoring(tab) else { return }
    tabs[index].transaction = Tab.Transaction(
      stored: tab.replica.stored, confirmed: tab.replica.storedList, notices: tab.notices, former: tab.former)
  }

  mutating func completeTransaction(_ index: Int) {
    guard let transaction = tabs[index].transaction else { return }
    let (person, list) = (tabs[index].person, tabs[index].list)
    tabs[index].transaction = nil
    forgetMovedEdits(by: transaction, person: person, list: list)
    browsers[person].commit(transaction, list: list)
    tabs[index].notices.removeFirst(transaction.notices.count)
    tabs[index].former.removeFirst(transaction.former.count)
    tabs[index].lastStored = transaction.stored
    tabs[index].lastStoredPoint = transaction.confirmed?.point
    tabs[index].replica.didStore(transaction.stored)
    let client = transaction.stored.client
    for sealed in transaction.stored.outbox {
      let key = EditName(client: client, sequence: sealed.sequence)
      let known = oracles[list].sealed[key]
      let screen = client == tabs[index].replica.client ? tabs[index].sealedScreens[sealed.sequence] : nil
      let record = SealedRecord(
        person: person, edit: sealed.asked, screen: known?.screen ?? screen, group: sealed.group,
        faults: known?.faults ?? faults(of: client))
      oracles[list].store(record, as: key)
    }
  }

  /// What was not sent under a former client goes on under another sequence.
  private mutating func forgetMovedEdits(by transaction: Tab.Transaction, person: Int, list: Int) {
    for identity in browsers[person].identities where transaction.former.contains(identity.stored.client) {
      for sealed in identity.stored.outbox {
        let key = EditName(client: identity.stored.client, sequence: sealed.sequence)
        if !transaction.notices.contains(where: { $0.key == key }) { oracles[list].forget(key) }
      }
    }
  }

  // MARK: Connections

  /// Opens a connection; a former one is let go of, and the server learns of that when it does.
  mutating func connect(_ index: Int) throws(Violation) {
    if let session = tabs[index].session {
      tabs[index].replica.disconnected(byServer: false)
      letGo(session)
      tabs[index].session = nil
    }
    guard let session = try openLink(list: tabs[index].list, tab: tabs[index].number) else { return }
    tabs[index].session = session
    let hello = tabs[index].replica.hello()
    withLink(session) { $0.send(ClientMessage.hello(hello).json) }
  }

  /// Hands the next message to the connection; false: there is none.
  @discardableResult
  mutating func send(_ index: Int) -> Bool {
    guard let session = tabs[index].session, let message = tabs[index].replica.nextMessage() else {
      return false
    }
    var json = message.json
    if case .edit(let edit) = message, case .success(.remove(let ids)) = edit.content,
      ids.first?.high == Self.unreadableMark
    {
      json = Array(
        #"{"type":"edit","sequence":\#(edit.sequence),"acknowledgedThrough":\#(edit.acknowledgedThrough),"kind":7}"#
          .utf8)
    }
    withLink(session) { $0.send(json) }
    return true
  }

  /// Says which label is being edited, and under which name.
  private mutating func present(_ index: Int, _ step: Step) {
    guard let session = tabs[index].session else { return }
    let person = step.b % 3 == 0 ? Person(name: "Person \(step.c % 5)", color: nil) : nil
    let update = PresenceUpdate(editing: tabs[index].editor?.label, person: person)
    withLink(session) { $0.send(ClientMessage.presence(update).json) }
  }

  /// Takes in the next message, or learns that the connection has ended; false: there is neither.
  @discardableResult
  mutating func receive(_ index: Int) throws(Violation) -> Bool {
    guard let session = tabs[index].session, let at = linkIndex(session), !links[at].isBlocked else {
      return false
    }
    if !links[at].down.isEmpty {
      let json = links[at].down.removeFirst()
      try takeIn(json, in: index)
      return true
    }
    guard links[at].isTooLarge || !links[at].hasServer, !links[at].isBroken else { return false }
    try ended(index, as: links[at].closed, isTooLarge: links[at].isTooLarge)
    return true
  }

  private mutating func takeIn(_ json: [UInt8], in index: Int) throws(Violation) {
    note(json)
    let message: ServerMessage?
    do { message = try ServerMessage.read(json: json) } catch { throw Violation("an unreadable message") }
    guard let message else { throw Violation("an unknown message") }
    if case .snapshot = message {
      clientFaults[tabs[index].replica.client, default: FaultCounts()][.resync] += 1
    }
    do { try tabs[index].replica.receive(message) } catch {
      throw Violation("a replica could not go on: \(error)")
    }
    try takeNotices(index)
    try oracles[tabs[index].list].check(tabs[index].replica)
    try checkView(tabs[index].replica)
  }

  /// The tab knows that its connection is over.
  mutating func ended(_ index: Int, as reason: Disconnect?, isTooLarge: Bool = false) throws(Violation) {
    if let session = tabs[index].session { letGo(session) }
    tabs[index].session = nil
    tabs[index].replica.disconnected(byServer: isTooLarge || reason?.isClientFault == true)
    guard reason == .clientExpired || reason == .wrongSecret else { return }
    try becomeNewClient(index)
  }

  /// What was sent is told; the rest goes on under a new id.
  private mutating func becomeNewClient(_ index: Int) throws(Violation) {
    let old = tabs[index].replica
    let client = nextClient()
    tabs[index].former.append(old.client)
    tabs[index].replica.becomeNewClient(client, secret: secret(of: client))
    browsers[tabs[index].person].lock(client)
    var sent = old.outbox[...]
    var dropped = 0
    for notice in tabs[index].replica.takeNotices() {
      if case .undoDropped = notice {
        dropped += 1
        tabs[index].notices.append(KeptNotice(kind: .undoDropped, key: nil, edit: nil, label: nil))
        continue
      }
      guard case .maybeApplied(let edit) = notice, let first = sent.popFirst() else {
        throw Violation("a new client came with another notice")
      }
      guard first.asked == edit else { throw Violation("an edit was left out as the client changed") }
      let key = EditName(client: old.client, sequence: first.sequence)
      tabs[index].notices.append(KeptNotice(kind: .maybeApplied, key: key, edit: edit, label: nil))
    }
    let count = tabs[index].replica.pendingCount
    guard count + dropped == sent.count + old.pendingCount - old.outbox.count else {
      throw Violation("an edit was lost as the client changed")
    }
    tabs[index].screens = []
    tabs[index].sealedScreens = [:]
    tabs[index].settled = []
    (tabs[index].undoable, tabs[index].groups) = ([], [:])
  }

  private mutating func takeNotices(_ index: Int) throws(Violation) {
    let list = tabs[index].list
    for notice in tabs[index].replica.takeNotices() {
      switch notice {
      case .settled(let sequence, let edit, let outcome):
        let key = tabs[index].key(sequence)
        try oracles[list].checkSettled(outcome, of: key, asked: edit, by: tabs[index].replica)
        guard tabs[index].settled.insert(key).inserted else {
          throw Violation("an edit was settled twice", "\(key)")
        }
        if outcome.hasEffect { tabs[index].undoable.append(sequence) }
        if outcome.rejectionCode != nil {
          tabs[index].notices.append(KeptNotice(kind: .rejected, key: key, edit: edit, label: nil))
        }
      case .overwritten(let label):
        tabs[index].notices.append(KeptNotice(kind: .overwritten, key: nil, edit: nil, label: label))
      case .maybeApplied(let edit):
        throw Violation("an edit may have been applied, though nobody was forgotten", "\(edit)")
      case .undoDropped(let sequence):
        throw Violation("an undo was dropped, though nobody was forgotten", "\(sequence)")
      case .notSent(let edit): throw Violation("an edit was for another list", "\(edit)")
      }
    }
  }
}
