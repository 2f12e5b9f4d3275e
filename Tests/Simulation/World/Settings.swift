import LabelEngine
import Labels

/// The sizes of a world, drawn from its seed: so small that every limit is hit.
struct Settings {
  let limits: EngineLimits
  let lists = 2
  let people = 3
  let tabs = 5
  /// Clients that a list remembers.
  let clientsPerList: Int
  /// Of the lists' first histories.
  let epoch = "epoch"

  init(seed: UInt64) {
    var random = SplitMix64(seed: seed ^ 0x5E77_1265)
    var limits = EngineLimits()
    limits.list.labels = 6 + random.below(7)
    limits.list.deadSlots = 3
    limits.list.nameGraphemes = 12
    limits.openEdits = 4
    limits.messageBytes = 1_500
    limits.queuedBytes = [600, 3_000][random.below(2)]
    limits.ownBytes = 6_000
    limits.resumeBytes = [0, 600][random.below(2)]
    limits.fanOutBytes = [1_200, 6_000][random.below(2)]
    limits.resumeEntries = 4
    limits.frameBytes = 300
    limits.chunkBytes = 200
    limits.turnBytes = 700
    limits.snapshotAfterBytes = 500
    limits.historyEntries = [0, 3, 12][random.below(3)]
    limits.undoReads = 2
    limits.list.restoredBytes = [60, 4_000][random.below(2)]
    self.limits = limits
    clientsPerList = random.below(4) == 0 ? 4 : 64
  }
}
