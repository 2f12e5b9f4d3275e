/// The slots of one list in canonical order, live ones and removed ones that still mark their place.
///
/// Every operation takes constant time, except as `liveSlot(atOrBefore:)` and `ChunkedArray` say.
struct SlotTable: Sendable {
  /// Stands in front of the first slot and behind the last one. It counts as live.
  static let anchor = 0
  /// Stands in front of the oldest dead slot and behind the newest one, in the ring of the dead.
  static let graveyard = 1

  /// By index. Only what a slot says of its label is changed from outside, never `isDead`.
  var slots = ChunkedArray<LabelList.Slot>()
  /// All slots, by place.
  private var order = Ring()
  /// A slot's like: the live ones by place, the dead ones by age.
  private var peers = Ring()
  /// Indexes to be used again, last first.
  private var vacant = ChunkedArray<Int>()
  private(set) var liveCount = 0
  private(set) var deadCount = 0

  init() {
    for _ in [Self.anchor, Self.graveyard] { _ = grow() }
  }

  func slotBefore(_ index: Int) -> Int { order.previous(of: index) }
  func slotAfter(_ index: Int) -> Int { order.next(of: index) }
  /// The neighbour of a live slot, or of the anchor, among the live ones.
  func liveBefore(_ index: Int) -> Int { peers.previous(of: index) }
  /// The neighbour of a live slot, or of the anchor, among the live ones.
  func liveAfter(_ index: Int) -> Int { peers.next(of: index) }
  /// The next newer one of a dead slot; the oldest one of the graveyard.
  func newerDead(_ index: Int) -> Int { peers.next(of: index) }

  /// The slot itself if it is live, else the nearest live one in front of it, else the anchor.
  ///
  /// Inside a run of dead slots it takes as many steps as there are to the nearer end of the run, since a live slot
  /// behind the run knows the live one in front of it.
  func liveSlot(atOrBefore index: Int) -> Int {
    var backward = index
    var forward = index
    while slots[backward].isDead {
      guard slots[forward].isDead else { return liveBefore(forward) }
      backward = order.previous(of: backward)
      forward = order.next(of: forward)
    }
    return backward
  }

  /// Adds a slot, live or the newest dead one.
  mutating func add(_ slot: LabelList.Slot, behind previous: Int) -> Int {
    let index = vacant.popLast() ?? grow()
    slots[index] = slot
    if slot.isDead { joinDead(index) } else { joinLive(index, behind: previous) }
    order.link(index, behind: previous)
    return index
  }

  /// Moves a live slot.
  mutating func move(_ index: Int, behind previous: Int) {
    order.unlink(index)
    leaveLive(index)
    joinLive(index, behind: previous)
    order.link(index, behind: previous)
  }

  /// Marks a live slot as dead; it keeps its place.
  mutating func bury(_ index: Int) {
    leaveLive(index)
    slots[index].isDead = true
    joinDead(index)
  }

  /// Marks a dead slot as live again, at its place.
  mutating func revive(_ index: Int) {
    let before = liveSlot(atOrBefore: index)
    leaveDead(index)
    slots[index].isDead = false
    joinLive(index, behind: before)
  }

  /// Makes a dead slot the newest of the dead.
  mutating func makeNewestDead(_ index: Int) {
    leaveDead(index)
    joinDead(index)
  }

  /// Takes a slot out; its index will be used again.
  mutating func vacate(_ index: Int) {
    order.unlink(index)
    if slots[index].isDead { leaveDead(index) } else { leaveLive(index) }
    slots[index] = .vacant
    vacant.append(index)
  }

  private mutating func grow() -> Int {
    slots.append(.vacant)
    order.grow()
    peers.grow()
    return slots.count - 1
  }

  /// Finds its place among the live ones, so it must not stand behind `previous` yet.
  private mutating func joinLive(_ index: Int, behind previous: Int) {
    peers.link(index, behind: liveSlot(atOrBefore: previous))
    liveCount += 1
  }

  private mutating func leaveLive(_ index: Int) {
    peers.unlink(index)
    liveCount -= 1
  }

  private mutating func joinDead(_ index: Int) {
    peers.link(index, behind: peers.previous(of: Self.graveyard))
    deadCount += 1
  }

  private mutating func leaveDead(_ index: Int) {
    peers.unlink(index)
    deadCount -= 1
  }
}
