import Foundation
import Labels

extension PlainList {
  /// Puts the labels into the order of their names, each that has to move behind the one in front of it.
  mutating func sort(
    by language: LanguageTag, _ orientation: Orientation, _ limits: ListLimits
  ) -> Verdicts {
    guard live.count <= limits.labelsPerSort else { return [(nil, .failure(.tooLarge))] }
    let wanted = sorted(by: Locale(identifier: language.description), orientation)
    let staying = Self.longestIncrease(in: wanted.map { neighboursInFront(of: $0) })
    var verdicts: Verdicts = []
    for (place, id) in wanted.enumerated() where !staying.contains(place) {
      guard let position = livePosition(of: id) else { continue }
      let effect = move(id, at: position, behind: place > 0 ? wanted[place - 1] : nil)
      if effect != nil { verdicts.append((id, .success(effect))) }
    }
    return verdicts.isEmpty ? [(nil, .success(nil))] : verdicts
  }

  private func neighboursInFront(of id: LabelID) -> Int { live.firstIndex { $0.id == id } ?? 0 }

  /// The ids in the canonical order that an author sees as sorted.
  private func sorted(by locale: Locale, _ orientation: Orientation) -> [LabelID] {
    let seen = orientation == .forward ? live : live.reversed()
    let sorted = seen.enumerated().sorted { left, right in
      let order = left.element.name.compare(
        right.element.name, options: [.caseInsensitive, .numeric], range: nil, locale: locale)
      if order != .orderedSame { return order == .orderedAscending }
      if left.element.name.hasSameBytes(as: right.element.name) { return left.offset < right.offset }
      return left.element.name.utf8.lexicographicallyPrecedes(right.element.name.utf8)
    }
    let ids = sorted.map { $0.element.id }
    return orientation == .forward ? ids : ids.reversed()
  }

  /// The places of the longest subsequence that increases; of several the one that ends last, and so on backwards.
  private static func longestIncrease(in numbers: [Int]) -> Set<Int> {
    var lengths: [Int] = []
    for (place, number) in numbers.enumerated() {
      lengths.append(1 + (0..<place).filter { numbers[$0] < number }.map { lengths[$0] }.max(or: 0))
    }
    var places: Set<Int> = []
    var length = lengths.max(or: 0)
    for place in lengths.indices.reversed() where length > 0 && lengths[place] == length {
      places.insert(place)
      length -= 1
    }
    return places
  }
}

extension Sequence where Element: Comparable {
  fileprivate func max(or least: Element) -> Element { self.max() ?? least }
}
