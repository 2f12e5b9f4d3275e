import Labels

/// Why a stream of events ended: nobody took them for so long that one would have been lost.
public struct EventsNotTaken: Error, Sendable {
  /// How many events wait at most, unless one says otherwise.
  public static let limit = 10_000
}

/// Those who follow a client by `for await`.
struct ClientStreams {
  private var eventContinuations: [Int: AsyncThrowingStream<ClientEvent, any Error>.Continuation] = [:]
  private var listContinuations: [Int: AsyncStream<LabelList>.Continuation] = [:]
  private var lastNumber = 0

  var hasListReaders: Bool { !listContinuations.isEmpty }

  mutating func add(_ continuation: AsyncThrowingStream<ClientEvent, any Error>.Continuation) -> Int {
    lastNumber += 1
    eventContinuations[lastNumber] = continuation
    return lastNumber
  }

  mutating func add(_ continuation: AsyncStream<LabelList>.Continuation) -> Int {
    lastNumber += 1
    listContinuations[lastNumber] = continuation
    return lastNumber
  }

  mutating func remove(_ number: Int) {
    eventContinuations[number] = nil
    listContinuations[number] = nil
  }

  /// Tells everybody who follows the events; one who doesn't take them hears no more.
  mutating func yield(_ event: ClientEvent) {
    for (number, continuation) in eventContinuations {
      guard case .dropped = continuation.yield(event) else { continue }
      continuation.finish(throwing: EventsNotTaken())
      eventContinuations[number] = nil
    }
  }

  func yield(_ list: LabelList) {
    for continuation in listContinuations.values { continuation.yield(list) }
  }

  mutating func finish() {
    for continuation in eventContinuations.values { continuation.finish() }
    for continuation in listContinuations.values { continuation.finish() }
    eventContinuations = [:]
    listContinuations = [:]
  }
}
