import LabelStore

extension Error {
  var isTemporary: Bool {
    if case .temporary = self as? StoreError { true } else { false }
  }

  var isStopped: Bool {
    if case .stopped = self as? StoreError { true } else { false }
  }

  var isRefused: Bool {
    if case .refused = self as? StoreError { true } else { false }
  }
}
