/// A kind of load with a name; flags beside it change parts of it.
enum BenchPreset: String, CaseIterable {
  case fanout, writers, join, idle, storm, stall, soak

  /// What it is for, in a few words.
  var summary: String {
    switch self {
    case .fanout: "one writer, 500 clients that follow"
    case .writers: "50 clients that all edit one list"
    case .join: "clients that join a list of 100,000 labels while it takes 50 edits/s"
    case .idle: "10 active clients among 10,000 idle connections"
    case .storm: "1,000 clients that lose their link and come back at once, while others edit"
    case .stall: "10 readers that never read, at 500 edits/s of 2 KB"
    case .soak: "everything at once, for ten minutes"
    }
  }

  func apply(to options: inout BenchOptions) {
    options.preset = self
    switch self {
    case .fanout: (options.clients, options.writers, options.window, options.labels) = (500, 1, 64, 500)
    case .writers: (options.clients, options.writers, options.labels) = (50, 50, 500)
    case .join:
      (options.clients, options.writers, options.rate) = (2, 1, 50)
      (options.labels, options.joins, options.editsExisting) = (100_000, 1_000, true)
    case .idle: (options.clients, options.writers, options.idle) = (10, 10, 9_990)
    case .storm:
      (options.clients, options.writers, options.rate) = (1_005, 5, 50)
      (options.labels, options.storms, options.editsExisting) = (10_000, 3, true)
    case .stall:
      (options.clients, options.writers, options.rate) = (30, 10, 500)
      (options.stalled, options.nameBytes, options.duration) = (10, 2_000, .seconds(20))
      options.mix = .renamesAlone
    case .soak:
      (options.clients, options.writers, options.lists) = (200, 20, 4)
      (options.storms, options.stalled, options.joins) = (20, 4, 1_000)
      options.mix = .everything
      (options.rate, options.duration) = (500, .seconds(600))
    }
  }
}

extension MixWeights {
  static let renamesAlone = MixWeights([.rename: 100])

  static let everything = MixWeights([
    .rename: 40, .include: 17, .insert: 13, .remove: 10, .move: 13, .reverse: 2, .group: 5,
  ])
}
