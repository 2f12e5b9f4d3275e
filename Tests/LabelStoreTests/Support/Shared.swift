@testable import LabelStore

/// A value that several tasks use.
final class Shared<Value: Sendable>: Sendable {
  private let guarded: Guarded<Value>

  init(_ value: Value) {
    guarded = Guarded(value)
  }

  var value: Value {
    get { guarded.withLock { $0 } }
    set { guarded.withLock { $0 = newValue } }
  }

  func update(_ change: (inout Value) -> Void) {
    guarded.withLock { change(&$0) }
  }
}
