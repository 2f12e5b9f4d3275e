import LabelEngine
import LabelWire
import Labels
import Testing

@Suite("Whose text was overwritten unseen, after a resync")
struct OverwrittenTests {
  /// Person 0's text is overwritten by person 1, who had not seen it, while person 0 is away; then the label is removed.
  func overwrittenAndRemoved() throws -> World {
    var limits = EngineLimits()
    (limits.resumeBytes, limits.resumeEntries) = (0, 0)
    var world = try World(people: 2, labels: ["ab"], limits: limits)
    try world.connectAll()
    try world.edit(0, .rename(numberedID(1), to: "abc", base: "ab", seen: 0))
    try world.publish()
    try world.cut(0)
    try world.edit(1, .rename(numberedID(1), to: "abx", base: "ab", seen: 0))
    try world.settle()
    try world.edit(1, .remove([numberedID(1)]))
    try world.settle()
    return world
  }

  @Test("It is told when the label came back before the snapshot")
  func restoredBeforeSnapshot() throws {
    var world = try overwrittenAndRemoved()
    try world.edit(1, .restore([numberedID(1)]))
    try world.settle()
    try world.connectAll()
    #expect(world.people[0].notices.contains(.overwritten(numberedID(1))))
  }

  @Test("It is told when the label came back behind the snapshot")
  func restoredBehindSnapshot() throws {
    var world = try overwrittenAndRemoved()
    try world.connectAll()
    try world.edit(1, .restore([numberedID(1)]))
    try world.settle()
    #expect(world.people[0].notices.contains(.overwritten(numberedID(1))))
  }

  @Test("It is told once, however often the label goes and comes back")
  func restoredTwice() throws {
    var world = try overwrittenAndRemoved()
    try world.connectAll()
    for _ in 0..<2 {
      try world.edit(1, .restore([numberedID(1)]))
      try world.settle()
      try world.edit(1, .remove([numberedID(1)]))
      try world.settle()
    }
    #expect(world.people[0].notices.count { $0 == .overwritten(numberedID(1)) } == 1)
  }

  @Test("Who was told by the diff is not told again when the label comes back")
  func toldByDiff() throws {
    var world = try World(people: 2, labels: ["ab"])
    try world.connectAll()
    try world.edit(0, .rename(numberedID(1), to: "abc", base: "ab", seen: 0))
    try world.publish()
    try world.edit(1, .rename(numberedID(1), to: "abx", base: "ab", seen: 0))
    try world.settle()
    try world.edit(1, .remove([numberedID(1)]))
    try world.edit(1, .restore([numberedID(1)]))
    try world.settle()
    #expect(world.people[0].notices.count { $0 == .overwritten(numberedID(1)) } == 1)
  }

  @Test("The text that an undo brought back is told when its late outcome meets a newer list")
  func broughtBackByUndo() throws {
    var world = try World(people: 2, labels: ["ab"])
    try world.connectAll()
    try world.edit(0, .rename(numberedID(1), to: "abc", base: "ab", seen: 0))
    try world.edit(0, .rename(numberedID(1), to: "ab", base: "abc", seen: 2))
    try world.settle()
    let seen = try #require(world.people[1].replica.point).revision
    try world.edit(0, .undo(2))
    try world.publish()
    try world.cut(0)
    try world.edit(1, .rename(numberedID(1), to: "abx", base: "ab", seen: seen))
    try world.settle()
    let (stored, newer) = (world.people[0].replica.stored, world.people[1].replica.storedList)
    world.people[0].replica = Replica(stored, list: newer)
    try world.connectAll()
    #expect(world.people[0].notices.contains(.overwritten(numberedID(1))))
  }
}
