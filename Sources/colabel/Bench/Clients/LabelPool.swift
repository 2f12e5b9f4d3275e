import Labels

/// The labels of a run that are likely to be live: what its writers choose from.
struct LabelPool {
  private var ids: [LabelID] = []
  private var positions: [LabelID: Int] = [:]

  var count: Int { ids.count }

  mutating func insert(_ id: LabelID) {
    guard positions[id] == nil else { return }
    positions[id] = ids.count
    ids.append(id)
  }

  /// O(1): the last one takes its place.
  mutating func remove(_ id: LabelID) {
    guard let position = positions.removeValue(forKey: id), let last = ids.popLast(), last != id else {
      return
    }
    ids[position] = last
    positions[last] = position
  }

  /// One of them; nil if there is none.
  func any(using generator: inout some RandomNumberGenerator) -> LabelID? {
    ids.randomElement(using: &generator)
  }

  /// Up to `count` different ones.
  func some(_ count: Int, using generator: inout some RandomNumberGenerator) -> [LabelID] {
    var chosen: [LabelID] = []
    for _ in 0..<count {
      if let id = any(using: &generator), !chosen.contains(id) { chosen.append(id) }
    }
    return chosen
  }
}
