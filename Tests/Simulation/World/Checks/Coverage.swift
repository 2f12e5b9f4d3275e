import Labels

/// What can go wrong while an edit is on its way.
public enum Fault: Int, CaseIterable, Sendable {
  case cut, tabClosed, resync, storeError, crash, powerCut, storeStop, trim, restore, expired
}

/// How often each fault has happened.
struct FaultCounts {
  private var counts = [Int](repeating: 0, count: Fault.allCases.count)

  subscript(fault: Fault) -> Int {
    get { counts[fault.rawValue] }
    set { counts[fault.rawValue] = newValue }
  }

  static func + (left: FaultCounts, right: FaultCounts) -> FaultCounts {
    var sum = left
    for fault in Fault.allCases { sum[fault] += right[fault] }
    return sum
  }
}

/// How often each kind of edit was evaluated in each state of its first label, with each fault in between.
public struct Coverage: Sendable {
  /// The state of the first label that an edit names, when it is evaluated.
  public enum LabelState: Int, CaseIterable, Sendable {
    case none, live, moving, restored, removed, reaped, unknown
  }

  static let kinds = [
    "insert", "rename", "include", "includes", "remove", "removes", "move", "moves", "reverse", "sort",
    "restore",
    "restores", "undo", "redo", "unreadable", "withdraw",
  ]
  private static let columns = Fault.allCases.count + 1

  /// By kind, state, and fault; the first fault is none.
  private var counts: [Int]

  /// Nothing so far.
  public init() {
    counts = Array(repeating: 0, count: Self.kinds.count * LabelState.allCases.count * Self.columns)
  }

  mutating func count(
    _ record: SealedRecord, state: LabelState, isRedo: Bool, outcome: Outcome, faults: FaultCounts
  ) {
    let isWithdrawn = outcome.rejectionCode == Rejection.withdrawn.code
    var kind = isWithdrawn ? "withdraw" : record.edit.coverageKind
    if isRedo { kind = "redo" }
    guard let row = Self.kinds.firstIndex(of: kind) else { return }
    let start = (row * LabelState.allCases.count + state.rawValue) * Self.columns
    var isUndisturbed = true
    for fault in Fault.allCases where faults[fault] > record.faults[fault] {
      counts[start + 1 + fault.rawValue] += 1
      isUndisturbed = false
    }
    if isUndisturbed { counts[start] += 1 }
  }

  /// Adds another run's.
  public mutating func add(_ other: Coverage) {
    for index in counts.indices { counts[index] += other.counts[index] }
  }

  /// Lines of a table, without rows that cannot occur.
  public var table: [String] {
    let faults = ["none"] + Fault.allCases.map { "\($0)" }
    var lines = [Self.row("edit", "label", faults)]
    for (row, kind) in Self.kinds.enumerated() {
      for state in LabelState.allCases where Self.isReachable(kind, state) {
        let start = (row * LabelState.allCases.count + state.rawValue) * Self.columns
        lines.append(Self.row(kind, "\(state)", counts[start..<start + Self.columns].map(String.init)))
      }
    }
    return lines
  }

  /// The cells that could be reached and were not.
  public var empty: [String] {
    var cells: [String] = []
    for (row, kind) in Self.kinds.enumerated() {
      for state in LabelState.allCases where Self.isReachable(kind, state) {
        let start = (row * LabelState.allCases.count + state.rawValue) * Self.columns
        if counts[start] == 0 { cells.append("\(kind) × \(state) × none") }
        for fault in Fault.allCases where counts[start + 1 + fault.rawValue] == 0 {
          cells.append("\(kind) × \(state) × \(fault)")
        }
      }
    }
    return cells
  }

  private static func isReachable(_ kind: String, _ state: LabelState) -> Bool {
    switch kind {
    case "reverse", "sort": state == .none
    case "unreadable": state == .unknown
    case "withdraw": state == .unknown
    case "insert": state == .unknown
    case "undo", "redo": state != .unknown
    default: state != .none
    }
  }

  private static func row(_ kind: String, _ state: String, _ cells: [String]) -> String {
    let padded = [kind, state].map { $0.padded(to: 11) } + cells.map { $0.padded(to: 10) }
    return padded.joined(separator: " ")
  }
}

extension String {
  fileprivate func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - count))
  }
}

extension Edit {
  /// The row of the coverage table.
  var coverageKind: String {
    switch self {
    case .insert: "insert"
    case .rename: "rename"
    case .setIncluded(let ids, _): ids.count > 1 ? "includes" : "include"
    case .remove(let ids) where ids.first?.high == World.unreadableMark: "unreadable"
    case .remove(let ids): ids.count > 1 ? "removes" : "remove"
    case .move(let ids, _): ids.count > 1 ? "moves" : "move"
    case .reverse: "reverse"
    case .sort: "sort"
    case .restore(let ids): ids.count > 1 ? "restores" : "restore"
    case .undo: "undo"
    case .withdraw: "withdraw"
    }
  }
}
