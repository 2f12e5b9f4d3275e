/// A list's connections. Finding, adding and removing one costs O(1).
struct SessionTable: Sendable {
  private var places: [SessionID: Int] = [:]
  /// By place. Only what is in one of them is changed from outside.
  var slots: [Session] = []
  /// In an order that depends on nothing but which came and went.
  private(set) var ids: [SessionID] = []

  var isEmpty: Bool { ids.isEmpty }
  var count: Int { ids.count }

  /// Where a connection is until another one is removed; nil: it is none of these.
  func place(of id: SessionID) -> Int? { places[id] }

  subscript(id: SessionID) -> Session? {
    get { places[id].map { slots[$0] } }
    _modify {
      let place = places[id]
      var session = place.map { slots[$0] }
      // Another one stands there meanwhile, so that what this one holds is not copied when it changes.
      if let place { slots[place] = Session(cursor: 0) }
      yield &session
      if let place, let session { slots[place] = session }
    }
  }

  mutating func insert(_ session: Session, as id: SessionID) {
    places[id] = slots.count
    slots.append(session)
    ids.append(id)
  }

  mutating func remove(_ id: SessionID) -> Session? {
    guard let place = places.removeValue(forKey: id) else { return nil }
    slots.swapAt(place, slots.count - 1)
    ids.swapAt(place, ids.count - 1)
    ids.removeLast()
    if place < ids.count { places[ids[place]] = place }
    return slots.removeLast()
  }
}
