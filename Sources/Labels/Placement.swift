/// Which end of the canonical order is shown first.
public enum Orientation: Int, Sendable {
  /// The canonical order, as inserted.
  case forward = 0
  /// Last label first.
  case reversed = 1

  /// The other one.
  public var opposite: Orientation { self == .forward ? .reversed : .forward }
}

/// Where an author wants a label: a spot on their screen, and how that screen was turned.
///
/// If the list is turned the other way by the time the edit is evaluated, nothing changes for the author's meaning:
/// the spot is translated into canonical order by the orientation it carries, not by the list's.
public struct Placement: Hashable, Sendable {
  /// A spot as the author saw it.
  public enum Spot: Hashable, Sendable {
    case first
    case last
    case before(LabelID)
    case after(LabelID)
  }

  /// The spot on the author's screen.
  public let spot: Spot
  /// The orientation of the author's screen, own pending edits included.
  public let orientation: Orientation

  /// A spot seen under an orientation.
  public init(_ spot: Spot, orientation: Orientation) {
    self.spot = spot
    self.orientation = orientation
  }

  /// The spot in canonical order: under a reversed screen, before ↔ after and first ↔ last.
  public var canonicalSpot: Spot {
    guard orientation == .reversed else { return spot }
    return switch spot {
    case .first: .last
    case .last: .first
    case .before(let id): .after(id)
    case .after(let id): .before(id)
    }
  }
}
