/// What is to be done at the end of each of the loop's turns, outside the C libraries' callbacks.
@NetworkLoop enum TurnEnd {
  private static var observers: [ObjectIdentifier: any TurnObserver] = [:]

  /// Calls the observer after each turn, and keeps it alive, until it is removed.
  static func add(_ observer: any TurnObserver) { observers[ObjectIdentifier(observer)] = observer }

  static func remove(_ observer: any TurnObserver) { observers[ObjectIdentifier(observer)] = nil }

  static func run() {
    for observer in observers.values { observer.turnEnded() }
  }
}

/// Told of the end of each turn.
@NetworkLoop protocol TurnObserver: AnyObject {
  func turnEnded()
}
