import LabelWire
import Labels

/// Presence is told when there is nothing else to tell, and never waited for.
extension ListState {
  /// Whether a mark of an edited label has to be looked at again: call `expirePresence` within a while.
  public var hasPresence: Bool { presence.count > 0 }

  /// A client has said who it is as it came.
  mutating func join(_ person: Person, as author: Author, on id: SessionID) {
    people[author] = person
    boundPeople()
    show(PresenceUpdate(editing: nil), of: author, on: id)
  }

  /// A client says what it is doing, or how it wants to be shown. From then on it takes part.
  mutating func show(_ update: PresenceUpdate, of author: Author, on id: SessionID) {
    if let person = update.person, people[author] != person {
      people[author] = person
      boundPeople()
      commands.append(.remember(person, of: author))
    }
    if sessions[id]?.presence == nil {
      sessions[id]?.presence = PresenceBoard.Reader()
      addressed.insert(id)
    }
    let shown = PresenceMessage.Presence(
      author: author, person: people[author], editing: update.editing)
    let wasDirty = presence.isDirty
    presence.show(shown, editingEnds: time + limits.editingMilliseconds)
    requestPublishing(unless: wasDirty)
  }

  /// A client's last connection is gone.
  mutating func leave(_ author: Author) {
    let wasDirty = presence.isDirty
    presence.remove(author, remembering: limits.presentPeople)
    requestPublishing(unless: wasDirty)
  }

  /// The time that `presenceIsDue` asked for is over: all who take part hear what has changed.
  public mutating func publishPresence() {
    presence.publish()
    for id in sessions.ids where sessions[id]?.presence != nil { addressed.insert(id) }
  }

  /// Takes the marks away that nobody has renewed in time.
  ///
  /// - Parameter time: milliseconds since 1970.
  public mutating func expirePresence(at time: Int64) {
    self.time = time
    let wasDirty = presence.isDirty
    presence.expireEditing(at: time)
    requestPublishing(unless: wasDirty)
  }

  private mutating func requestPublishing(unless wasRequested: Bool) {
    if presence.isDirty, !wasRequested { commands.append(.presenceIsDue(people: presence.count)) }
  }

  /// Names are kept for telling who removed a label, but not without end.
  private mutating func boundPeople() {
    guard people.count > limits.rememberedPeople else { return }
    people = people.filter { clients[$0.key]?.session != nil }
  }

  /// What a connection that has read everything else may hear of people.
  mutating func presenceOutput(at place: Int) -> Output {
    guard var reader = sessions.slots[place].presence, sessions.slots[place].cursor == fanOut.end,
      let message = presence.message(for: &reader, limits: limits)
    else { return .nothing }
    sessions.slots[place].presence = reader
    return .own(Frame.text(ServerMessage.presence(message).json))
  }
}
