import LabelEngine
import LabelWire
import Labels
import Testing

@Suite("A list stored whole")
struct StoredListTests {
  /// Limits by which a snapshot is stored after every batch.
  static var eager: EngineLimits {
    var limits = EngineLimits()
    limits.snapshotAfterBytes = 0
    limits.chunkBytes = 200
    limits.list.deadSlots = 3
    return limits
  }

  /// A world whose list has dead slots, reaped ones, stamps, an overwriting, and is reversed.
  static func lived(limits: EngineLimits = eager) throws -> World {
    var world = try World(people: 2, labels: (1...8).map { "Label \($0)" }, limits: limits)
    try world.connectAll()
    for number in [7, 2, 4, 5] { try world.edit(0, .remove([numberedID(number)])) }
    try world.edit(0, .rename(numberedID(1), to: "One of A", base: "Label 1", seen: 0))
    try world.settle()
    try world.edit(1, .rename(numberedID(1), to: "One of B", base: "Label 1", seen: 0))
    try world.edit(1, .reverse(from: .forward))
    try world.edit(1, .move([numberedID(8)], to: Placement(.after(numberedID(4)), orientation: .reversed)))
    try world.edit(1, .restore([numberedID(2)]))
    try world.settle()
    return world
  }

  @Test("Dead slots, stamps, tombstones, overwritings and orientation come back")
  func roundTrip() throws {
    let world = try Self.lived()
    let list = world.server.list
    #expect(list.deadCount == 2 && list.removedCount == 3 && list.orientation == .reversed)
    #expect(list.overwrites(of: numberedID(1)).map(\.author) == [1])
    let snapshot = try #require(world.store.snapshot)
    #expect(snapshot.revision == world.server.head.revision)
    #expect(snapshot.pieces.count > 4)
    #expect(snapshot.pieces.allSatisfy { $0.count < 1_000 })
    #expect(try StoredListCoding.decode(snapshot.pieces) == list)
  }

  @Test("An empty list is one piece")
  func emptyList() throws {
    var world = try World(people: 1, labels: ["Grid"], limits: Self.eager)
    try world.connectAll()
    try world.edit(0, .setIncluded([numberedID(1)], false))
    try world.settle()
    let pieces = try #require(world.store.snapshot?.pieces)
    #expect(pieces.count == 2)
    #expect(throws: StoredListCoding.Damage.wrongCounts) { try StoredListCoding.decode([]) }
    #expect(throws: StoredListCoding.Damage.wrongCounts) { try StoredListCoding.decode([pieces[0]]) }
    let empty = #"{"format":1,"orientation":1,"slots":0,"dead":0,"tombstones":0}"#
    #expect(try StoredListCoding.decode([Array(empty.utf8)]).orientation == .reversed)
  }

  @Test("A snapshot that lacks a piece, or has one twice, is no list")
  func missingPieces() throws {
    let pieces = try #require(try Self.lived().store.snapshot?.pieces)
    for index in pieces.indices {
      var fewer = pieces
      fewer.remove(at: index)
      #expect(throws: StoredListCoding.Damage.self, "without \(index)") { try StoredListCoding.decode(fewer) }
      var more = pieces
      more.insert(pieces[index], at: index)
      #expect(throws: StoredListCoding.Damage.self, "twice \(index)") { try StoredListCoding.decode(more) }
    }
  }

  @Test("A piece that was cut short anywhere is no list")
  func cutPieces() throws {
    let pieces = try #require(try Self.lived().store.snapshot?.pieces)
    for index in pieces.indices {
      for count in pieces[index].indices {
        var cut = pieces
        cut[index].removeSubrange(count...)
        #expect(throws: StoredListCoding.Damage.unreadablePiece(index)) { try StoredListCoding.decode(cut) }
      }
    }
  }

  static let head = #"{"format":1,"orientation":0,"slots":1,"dead":0,"tombstones":0}"#
  static let id = "00000000-0000-0000-0000-000000000001"
  static let slot = #""id":"\#(id)","name":"a","isIncluded":true,"namings":[]"#

  @Test(
    "What this version does not write is refused, down to the last stamp",
    arguments: [
      #"{"slots":[1]}"#, #"{"slots":[{}]}"#, #"{"slots":{}}"#, #"{"other":[{}]}"#,
      #"{"slots":[{"id":"\#(id)","isIncluded":true,"namings":[]}]}"#, #"{"slots":[{\#(slot),"new":1}]}"#,
      #"{"slots":[{\#(slot),"namings":[{"author":1,"sequence":1}]}]}"#,
      #"{"slots":[{\#(slot),"namings":[{"author":1,"sequence":1,"revision":"1"}]}]}"#,
      #"{"slots":[{\#(slot),"overwrites":[{"author":1}]}]}"#, #"{"slots":[{\#(slot),"isDead":1}]}"#,
      #"{"slots":[{\#(slot)}],"dead":[7]}"#, #"{"slots":[{\#(slot)}],"tombstones":[{"id":"\#(id)"}]}"#,
      #"{"slots":[{\#(slot)}]} 1"#, "[]", "",
    ])
  func unreadablePieces(piece: String) throws {
    _ = try StoredListCoding.decode([Array(Self.head.utf8), Array(#"{"slots":[{\#(Self.slot)}]}"#.utf8)])
    #expect(throws: StoredListCoding.Damage.unreadablePiece(1)) {
      try StoredListCoding.decode([Array(Self.head.utf8), Array(piece.utf8)])
    }
  }

  @Test(
    "Pieces that contradict one another are refused",
    arguments: [
      #"{"format":3,"orientation":0,"slots":1,"dead":0,"tombstones":0}"#,
      #"{"format":1,"orientation":2,"slots":1,"dead":0,"tombstones":0}"#,
      #"{"orientation":0,"slots":1,"dead":0,"tombstones":0}"#,
      #"{"format":1,"orientation":0,"slots":2,"dead":0,"tombstones":0}"#,
      #"{"format":1,"orientation":0,"slots":1,"dead":1,"tombstones":0}"#,
    ])
  func wrongCounts(head: String) {
    #expect(throws: StoredListCoding.Damage.wrongCounts) {
      try StoredListCoding.decode([Array(head.utf8), Array(#"{"slots":[{\#(Self.slot)}]}"#.utf8)])
    }
  }

  @Test("A slot that is dead without a tombstone is a contradiction")
  func inconsistent() {
    let head = #"{"format":1,"orientation":0,"slots":1,"dead":1,"tombstones":0}"#
    let slots = #"{"slots":[{\#(Self.slot),"isDead":true}]}"#
    let dead = #"{"dead":["\#(Self.id)"]}"#
    #expect(throws: StoredListCoding.Damage.inconsistent(.tombstoneMismatch(numberedID(1)))) {
      try StoredListCoding.decode([head, slots, dead].map { Array($0.utf8) })
    }
  }

  @Test("A snapshot is due when the log since the last one has outgrown it")
  func dueBySize() throws {
    var limits = EngineLimits()
    limits.snapshotAfterBytes = 1_000
    var world = try World(people: 1, limits: limits)
    try world.connectAll()
    var revisions: [Revision] = []
    for _ in 0..<40 {
      try world.edit(0, .reverse(from: world.server.list.orientation))
      try world.settle()
      if let revision = world.store.snapshot?.revision, revision != revisions.last {
        revisions.append(revision)
      }
    }
    #expect(revisions.count >= 3)
    let gaps = zip(revisions, revisions.dropFirst()).map { $1 - $0 }
    #expect(gaps.allSatisfy { (6...12).contains($0) }, "\(revisions)")
  }

  @Test("A long list is stored again only after a quarter of its size")
  func dueByQuarter() throws {
    var limits = EngineLimits()
    limits.snapshotAfterBytes = 100
    var world = try World(people: 1, labels: (1...60).map { "Label \($0)" }, limits: limits)
    try world.connectAll()
    func reverse(_ world: inout World) throws {
      try world.edit(0, .reverse(from: world.server.list.orientation))
      try world.settle()
    }
    while world.store.snapshot == nil { try reverse(&world) }
    let first = try #require(world.store.snapshot)
    var logged = 0
    while world.store.snapshot?.revision == first.revision {
      try reverse(&world)
      logged += (world.store.log.last?.body.count ?? 0) + 64
    }
    #expect(logged > first.bytes / 4)
    #expect(logged < first.bytes / 4 + 300)
  }

  @Test(
    "A restart changes nothing: edits go on as on an engine that never restarted", arguments: [true, false])
  func restartChangesNothing(isWholeLogReplayed: Bool) throws {
    var limits = Self.eager
    if isWholeLogReplayed { limits.snapshotAfterBytes = 1 << 20 }
    var world = try Self.lived(limits: limits)
    #expect((world.store.snapshot == nil) == isWholeLogReplayed)
    var restarted = world
    try restarted.restart()
    #expect(restarted.server.list == world.server.list)
    #expect(restarted.server.head == world.server.head)
    try restarted.connectAll()
    let new = Label(id: numberedID(20), name: "New", isIncluded: true)
    let edits: [Edit] = [
      .insert(new, at: Placement(.after(numberedID(4)), orientation: .forward)), .restore([numberedID(7)]),
      .insert(
        Label(id: numberedID(5), name: "Again", isIncluded: true),
        at: Placement(.first, orientation: .forward)),
      .rename(numberedID(1), to: "One of A again", base: "Label 1", seen: 0), .restore([numberedID(4)]),
      .move([numberedID(1)], to: Placement(.before(numberedID(5)), orientation: .reversed)),
      .remove([numberedID(3), numberedID(2)]), .reverse(from: .forward), .reverse(from: .reversed),
    ]
    for edit in edits {
      try world.edit(0, edit)
      try world.settle()
      try restarted.edit(0, edit)
      try restarted.settle()
    }
    #expect(Array(restarted.server.list.slots) == Array(world.server.list.slots))
    #expect(restarted.server.list.reversal == world.server.list.reversal)
    #expect(restarted.people[0].outcomes == world.people[0].outcomes)
    #expect(restarted.store.log.map(\.change.effects) == world.store.log.map(\.change.effects))
    try restarted.checkAtRest()
  }
}
