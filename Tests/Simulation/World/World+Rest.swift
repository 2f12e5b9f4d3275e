import LabelEngine
import LabelWire
import Labels

/// Coming to rest: everything heals and is delivered.
extension World {
  /// Whatever can go on goes on once, in order.
  mutating func pump() throws(Violation) {
    for tab in tabs.indices {
      persist(tab)
      persist(tab)
      while send(tab) {}
    }
    for index in links.indices { while canDeliver(links[index]) { try deliver(index) } }
    for list in hosts.indices { try evaluate(list) }
    while !readings.isEmpty { read(0) }
    if !store.isStopped { while !store.waiting.isEmpty { commitWrites(3) } }
    while !answers.isEmpty { try answer(0) }
    for index in links.indices { try flush(index, bytes: settings.limits.turnBytes) }
    for list in hosts.indices { hosts[list]?.state.trimFanOut() }
    for tab in tabs.indices { while try receive(tab) {} }
    forgetEndedLinks()
  }

  /// Heals everything, drains every outbox, and looks at what is left.
  public mutating func rest() throws(Violation) {
    try start()
    for _ in 0..<80 {
      try heal()
      try pump()
      if isAtRest {
        try checkAtRest()
        return
      }
    }
    throw Violation("it never comes to rest", unrest)
  }

  private mutating func heal() throws(Violation) {
    for index in links.indices {
      links[index].isBlocked = false
      try noticeEnd(index, atServer: false)
      if links[index].isBroken { links[index].up = [] }
      try noticeEnd(index, atServer: true)
    }
    forgetEndedLinks()
    openOrphans()
    for tab in tabs.indices {
      seal(tab)
      if tabs[tab].session == nil { try connect(tab) }
    }
  }

  /// Outboxes that nobody holds are drained by a tab of their person's.
  private mutating func openOrphans() {
    for person in browsers.indices {
      for list in 0..<settings.lists where browsers[person].orphan(of: list) != nil {
        if tabs.count >= settings.tabs, let idle = tabs.firstIndex(where: { $0.isIdle }) {
          closeTab(idle, isStored: true)
        }
        open(person: person, list: list == 1 ? 3 : 0)
      }
    }
  }

  private var isAtRest: Bool {
    tabs.allSatisfy { tab in
      tab.isIdle && tab.replica.point == hosts[tab.list]?.state.head && tab.replica.pending.isEmpty
        && tab.replica.info == store.disks[tab.list].info
    } && hosts.allSatisfy { $0?.state.isBusy != true }
      && browsers.allSatisfy { $0.identities.allSatisfy { $0.stored.outbox.isEmpty } }
  }

  private var unrest: String {
    let waiting = tabs.map { tab in
      "tab \(tab.number): \(tab.replica.pendingCount) pending at \(tab.replica.point?.revision ?? -1)"
    }
    return waiting.joined(separator: ", ") + "; heads \(hosts.map { $0?.state.head.revision ?? -1 })"
  }

  private func checkAtRest() throws(Violation) {
    for tab in tabs {
      let content = oracles[tab.list].history.content
      guard content.isEqual(to: tab.replica.confirmed), content.isEqual(to: tab.replica.visible) else {
        throw Violation("replicas differ at rest")
      }
    }
    for list in oracles.indices {
      let oracle = oracles[list]
      var told: [EditName: [KeptNotice]] = [:]
      for notice in browsers.flatMap(\.notices) {
        if let key = notice.key { told[key, default: []].append(notice) }
      }
      for key in oracle.order { try oracle.checkFate(of: key, told: told[key] ?? []) }
      try checkOverwritten(list)
    }
  }

  /// Who was told that an edit was settled is told when its text is overwritten by somebody who had not seen it.
  private func checkOverwritten(_ list: Int) throws(Violation) {
    guard !oracles[list].wasRestored else { return }
    for lost in oracles[list].overwritten {
      let name = oracles[list].history.content.label(lost.label)?.name
      guard let name, !name.unicodeScalars.contains(lost.scalar) else { continue }
      let holder = tabs.first { $0.list == list && $0.replica.client == lost.owner.client }
      guard let holder, holder.settled.contains(lost.owner) else { continue }
      let isTold = browsers[holder.person].notices.contains {
        $0.kind == .overwritten && $0.label == lost.label
      }
      guard isTold else {
        throw Violation("text was overwritten unseen and its author does not know", "\(lost)")
      }
    }
  }
}

extension Tab {
  /// Nothing waits to be sent, stored or settled.
  fileprivate var isIdle: Bool {
    replica.pendingCount == 0 && transaction == nil && notices.isEmpty && former.isEmpty
      && replica.stored == lastStored
  }
}
