import LabelWire
import Labels

extension ListState {
  /// A message came from a connection. Whatever it is, it concerns nobody else's connection.
  public mutating func received(_ json: [UInt8], from id: SessionID) {
    guard let place = sessions.place(of: id), !sessions.slots[place].isClosed else { return }
    let message: ClientMessage
    do {
      message = try ClientMessage(json: json)
    } catch {
      return disconnect(id, error)
    }
    switch (message, sessions.slots[place].author, sessions.slots[place].isWelcomed) {
    case (.hello(let hello), _, _):
      guard sessions.slots[place].phase == .awaitingHello else { return disconnect(id, .helloExpected) }
      sessions.slots[place].phase = .claiming(hello)
      claims[hello.client, default: 0] += 1
      // On another list, and on one that has never had an edit, nothing of the client's can have been applied.
      let isOfAnotherList = hello.resume.map { $0.list != head.list } ?? false
      commands.append(
        .claim(
          id, hello.client, secret: hello.secret, mayCreate: !hello.isClaimed || isOfAnotherList || !exists,
          person: hello.person))
    case (.edit(let edit), let author?, true): receive(edit, bytes: json.count, from: id, author: author)
    case (.acknowledge(let sequence), let author?, true): clients[author]?.acknowledge(through: sequence)
    case (.presence(let update), let author?, true): show(update, of: author, on: id)
    case (.beat, _, _): break
    default: disconnect(id, .helloExpected)
    }
  }

  private mutating func receive(_ message: EditMessage, bytes: Int, from id: SessionID, author: Author) {
    let edit = try? message.content.get()
    let fingerprint = EditCoding.fingerprint(edit, group: message.group)
    let arrival = clients[author]?.arrived(
      message, fingerprint: fingerprint, isWithdrawal: edit == .withdraw, openEdits: limits.openEdits)
    switch arrival {
    case .queue:
      let queued = QueuedEdit(
        author: author, sequence: message.sequence, content: message.content, group: message.group,
        fingerprint: fingerprint, bytes: bytes)
      queue.append(queued)
      queuedBytes += bytes
      requestEntry(of: queued)
      pauseIfFull(id)
    case .wait, nil: break
    case .answer(let settlement): send(.settled([settlement]), to: id)
    case .reused: answerReused(message.sequence, label: edit?.labels.first, from: id, author: author)
    case .tooManyOpen: disconnect(id, .tooManyOpen)
    }
  }

  private mutating func answerReused(
    _ sequence: EditSequence, label: LabelID?, from id: SessionID, author: Author
  ) {
    let outcome = Outcome(.rejected(.sequenceReused), asOf: head.revision)
    send(.settled([Settlement(sequence: sequence, outcome: outcome)]), to: id)
    if let client = clients[author]?.id {
      report(outcome.result, of: sequence, by: client, label: label)
    }
  }

  /// Too fast is answered by not reading, never by refusing.
  private mutating func pauseIfFull(_ id: SessionID) {
    guard queuedBytes > limits.queuedBytes, !paused.contains(id) else { return }
    paused.append(id)
    commands.append(.pauseReading(id))
  }

  /// Tells the log of an edit that was rejected, wholly or for some labels.
  mutating func report(
    _ result: Outcome.Result, of sequence: EditSequence, by client: ClientID, label: LabelID?
  ) {
    let code: String
    switch result {
    case .applied, .noEffect: return
    case .rejected(let rejection): code = rejection.code
    case .mixed(let results):
      guard results.contains(where: { $0.rejection != nil }) else { return }
      code = "mixed"
    }
    commands.append(.report(RejectedEdit(client: client, sequence: sequence, label: label, code: code)))
  }
}
