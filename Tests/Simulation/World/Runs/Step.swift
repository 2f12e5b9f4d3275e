/// One thing that happens in a world, with numbers that are read against whatever is there: a schedule stays playable
/// when steps are taken out of it.
public struct Step: Equatable, Sendable {
  /// What happens.
  public enum Kind: String, CaseIterable, Sendable {
    // People.
    case open, closeTab, make, type, blur, poison, garble
    // Replicas and the browser's storage.
    case seal, persist, connect, send, receive, present
    // The network.
    case deliver, flush, cut, notice, block, intrude
    // The server.
    case evaluate, beat, trimFanOut, evict, pump, describe
    // The store.
    case commit, read, answer
    // Faults.
    case crash, powerCut, start, expire, backup, restore
  }

  let kind: Kind
  let a: Int
  let b: Int
  let c: Int
  let d: Int

  init(_ kind: Kind, _ a: Int = 0, _ b: Int = 0, _ c: Int = 0, _ d: Int = 0) {
    self.kind = kind
    (self.a, self.b, self.c, self.d) = (a, b, c, d)
  }

  /// Reads a line of a trace; nil if it is none.
  public init?(_ line: some StringProtocol) {
    let words = line.split(separator: " ")
    let numbers = words.dropFirst().compactMap { Int($0) }
    guard words.count == 5, numbers.count == 4, let kind = Kind(rawValue: String(words[0])) else {
      return nil
    }
    self.init(kind, numbers[0], numbers[1], numbers[2], numbers[3])
  }

  /// A line of a trace.
  public var line: String { "\(kind.rawValue) \(a) \(b) \(c) \(d)" }
}
