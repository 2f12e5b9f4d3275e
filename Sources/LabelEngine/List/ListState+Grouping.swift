import LabelWire
import Labels

extension ListState {
  /// Changes in groups that each make a frame of bounded size.
  func groups(of changes: [DiffChange]) -> [[DiffChange]] {
    grouped(changes) { 96 + $0.effects.reduce(0) { $0 + $1.estimatedBytes } }
  }

  /// Outcomes in groups that each make a frame of bounded size.
  func groups(of settlements: [Settlement]) -> [[Settlement]] {
    grouped(settlements) { settlement in
      guard case .mixed(let results) = settlement.outcome.result else { return 160 }
      return 96 + 128 * results.count
    }
  }

  private func grouped<Item>(_ items: [Item], bytes size: (Item) -> Int) -> [[Item]] {
    var groups: [[Item]] = []
    var bytes = limits.frameBytes
    for item in items {
      if bytes >= limits.frameBytes {
        groups.append([])
        bytes = 0
      }
      groups[groups.count - 1].append(item)
      bytes += size(item)
    }
    return groups
  }
}

extension DiffEffect {
  /// About how many bytes it takes in a diff, rather more than less.
  fileprivate var estimatedBytes: Int {
    switch self {
    case .inserted(let label, _): 180 + JSONWriter.length(of: label.name)
    case .restored(let label, _, let overwrote):
      180 + JSONWriter.length(of: label.name) + 48 * overwrote.count
    case .renamed(_, let value, let overwrote): 80 + JSONWriter.length(of: value) + 32 * overwrote.count
    case .moved: 110
    case .included, .removed: 80
    case .reversed: 32
    }
  }
}
