import Network

/// Lets one through at a time; the others wait in line, and beyond a limit are turned away.
@NetworkLoop final class Turnstile {
  private let limit: Int
  private var isTaken = false
  private var line: [CheckedContinuation<Void, Never>] = []

  /// - Parameter limit: how many may wait.
  nonisolated init(waiting limit: Int) {
    self.limit = limit
  }

  /// Whether nobody is inside.
  var isFree: Bool { !isTaken }

  /// Waits for one's turn; false: too many wait. After true, `leave` must follow.
  func enter() async -> Bool {
    guard isTaken else {
      isTaken = true
      return true
    }
    guard line.count < limit else { return false }
    await withCheckedContinuation { line.append($0) }
    return true
  }

  func leave() {
    if line.isEmpty { isTaken = false } else { line.removeFirst().resume() }
  }
}
