import LabelEngine
import LabelWire
import Labels

/// Steps of the network: what is on its way, and what ends it.
extension World {
  mutating func takeInNetwork(_ step: Step) throws(Violation) {
    if step.kind == .intrude { return try intrude(step) }
    guard !links.isEmpty else { return }
    switch step.kind {
    case .deliver:
      let ready = links.indices.filter { canDeliver(links[$0]) }
      if !ready.isEmpty { try deliver(ready[step.a % ready.count]) }
    case .flush:
      let limit = step.b % 3 == 0 ? 1 + step.c % settings.limits.turnBytes : settings.limits.turnBytes
      try flush(step.a % links.count, bytes: limit)
    case .cut: try cut(step)
    case .notice: try noticeEnd(step)
    case .block:
      let index = step.a % links.count
      if links[index].tab != nil { links[index].isBlocked.toggle() }
    default: break
    }
    forgetEndedLinks()
  }

  func linkIndex(_ session: SessionID) -> Int? { links.firstIndex { $0.session == session } }

  mutating func withLink(_ session: SessionID, _ body: (inout Link) -> Void) {
    if let index = linkIndex(session) { body(&links[index]) }
  }

  /// Opens a connection; nil: nobody answers.
  mutating func openLink(list: Int, tab: Int?) throws(Violation) -> SessionID? {
    guard isRunning, try load(list) else { return nil }
    lastSession += 1
    let session = SessionID(lastSession)
    links.append(Link(session: session, list: list, tab: tab))
    hosts[list]?.state.opened(session)
    return session
  }

  /// The client lets go of its end.
  mutating func letGo(_ session: SessionID) {
    withLink(session) {
      $0.hasClient = false
      $0.down = []
    }
  }

  mutating func forgetEndedLinks() {
    links.removeAll { !$0.hasClient && !$0.hasServer }
  }

  // MARK: To the server

  func canDeliver(_ link: Link) -> Bool {
    link.hasServer && !link.up.isEmpty && !link.isPaused && link.closing == nil
  }

  /// The server reads the next frame of a connection.
  mutating func deliver(_ index: Int) throws(Violation) {
    let frame = links[index].up.removeFirst()
    note(frame)
    let (session, list) = (links[index].session, links[index].list)
    if frame.count > settings.limits.messageBytes {
      links[index].isTooLarge = true
      return try serverNotices(index)
    }
    hosts[list]?.state.received(frame, from: session)
    try runCommands(list)
  }

  // MARK: To the client

  /// Writes to a connection what it may get in a turn.
  mutating func flush(_ index: Int, bytes limit: Int) throws(Violation) {
    let (session, list) = (links[index].session, links[index].list)
    guard links[index].hasServer, !links[index].isBlocked else { return }
    noteDue(list)
    var room = limit
    while room > 0 {
      let written = nextOutput(session, list, limit: room)
      try runCommands(list)
      guard !written.isEmpty else {
        hosts[list]?.due.removeAll { $0 == session }
        break
      }
      guard hosts[list]?.due.contains(session) == true else {
        throw Violation("nobody was told that something waits")
      }
      room -= written.count
      try put(written, on: index)
    }
    try closeIfDone(index)
  }

  private mutating func nextOutput(_ session: SessionID, _ list: Int, limit: Int) -> [UInt8] {
    switch hosts[list]?.state.nextOutput(for: session, limit: limit) {
    case nil, .nothing: []
    case .own(let bytes): bytes
    case .shared(let range):
      hosts[list]?.state.fanOut.withBytes(range) { span in span.indices.map { span[$0] } } ?? []
    }
  }

  private mutating func put(_ bytes: [UInt8], on index: Int) throws(Violation) {
    let payloads = try FrameParser.payloads(bytes)
    guard links[index].tab != nil else {
      for payload in payloads {
        if case .welcome(let welcome)? = try? ServerMessage.read(json: payload),
          !oracles[links[index].list].history.strangers.contains(welcome.author)
        {
          throw Violation("an intruder was welcomed")
        }
      }
      return
    }
    if links[index].hasClient, !links[index].isBroken { links[index].down += payloads }
  }

  /// A server writes at the end of a turn to those who are addressed, and to all when the log has grown.
  private mutating func noteDue(_ list: Int) {
    guard let host = hosts[list] else { return }
    let addressed = hosts[list]?.state.takeAddressed() ?? []
    let isGrown = host.state.fanOut.end != host.seenEnd
    guard isGrown || !addressed.isEmpty else { return }
    hosts[list]?.seenEnd = host.state.fanOut.end
    for link in links where link.list == list && link.hasServer {
      let isDue = isGrown || addressed.contains(link.session)
      if isDue, !host.due.contains(link.session) { hosts[list]?.due.append(link.session) }
    }
  }

  /// A close goes out behind what was written before.
  private mutating func closeIfDone(_ index: Int) throws(Violation) {
    guard let reason = links[index].closing else { return }
    links[index].closed = reason
    try serverNotices(index)
  }

  // MARK: Ends

  /// The server's end is gone.
  mutating func serverNotices(_ index: Int) throws(Violation) {
    links[index].hasServer = false
    links[index].closing = nil
    links[index].up = []
    let list = links[index].list
    hosts[list]?.state.closed(links[index].session)
    hosts[list]?.due.removeAll { $0 == links[index].session }
    try runCommands(list)
  }

  /// A link breaks somewhere in what is on its way; each end may notice at once.
  private mutating func cut(_ step: Step) throws(Violation) {
    let index = step.a % links.count
    guard let number = links[index].tab, !links[index].isBroken else { return }
    links[index].breakOff(
      keepingUp: step.b % (links[index].up.count + 1), keepingDown: step.c % (links[index].down.count + 1))
    if let tab = tabs.firstIndex(where: { $0.number == number }) {
      clientFaults[tabs[tab].replica.client, default: FaultCounts()][.cut] += 1
      if step.d % 2 == 0, tabs[tab].session == links[index].session { try ended(tab, as: nil) }
    }
    if step.d % 3 == 0, links[index].hasServer { try serverNotices(index) }
  }

  /// An end notices that its connection is over.
  private mutating func noticeEnd(_ step: Step) throws(Violation) {
    let over = links.indices.filter { links[$0].isBroken || !links[$0].hasClient || !links[$0].hasServer }
    guard !over.isEmpty else { return }
    try noticeEnd(over[step.a % over.count], atServer: step.b % 2 == 0)
  }

  mutating func noticeEnd(_ index: Int, atServer: Bool) throws(Violation) {
    let link = links[index]
    if atServer {
      if link.hasServer, link.isBroken || !link.hasClient, link.up.isEmpty { try serverNotices(index) }
      return
    }
    guard link.hasClient, link.isBroken, let tab = tabs.firstIndex(where: { $0.session == link.session })
    else {
      return
    }
    try ended(tab, as: nil)
  }

  /// Somebody comes with another's client id, but not with its secret.
  private mutating func intrude(_ step: Step) throws(Violation) {
    let list = step.a % settings.lists
    let clients = store.disks[list].clients
    guard !clients.isEmpty, let session = try openLink(list: list, tab: nil) else { return }
    let hello = Hello(
      client: clients[step.b % clients.count].id, secret: Self.guess, isClaimed: true,
      acknowledgedThrough: step.c, resume: nil)
    let edit = EditMessage(
      sequence: step.c, acknowledgedThrough: step.c, content: .success(.reverse(from: .forward)))
    withLink(session) {
      $0.send(ClientMessage.hello(hello).json)
      if step.d % 2 == 0 { $0.send(ClientMessage.edit(edit).json) }
      $0.hasClient = false
    }
  }
}
