import Glibc

extension Span<UInt8> {
  /// Whether an array holds the same bytes. A client that gets what others got before compares much faster than it reads.
  public func hasSameBytes(as other: [UInt8]) -> Bool {
    guard count == other.count else { return false }
    return withUnsafeBufferPointer { left in
      other.withUnsafeBufferPointer { right in
        guard let left = left.baseAddress, let right = right.baseAddress else { return true }
        return memcmp(left, right, count) == 0
      }
    }
  }

  /// The bytes, copied.
  public var copied: [UInt8] {
    withUnsafeBufferPointer { Array($0) }
  }
}
