/// A rule that did not hold.
public struct Violation: Error, CustomStringConvertible {
  /// Which rule: the same for the same fault, whatever the ids. Shrinking keeps it.
  public let rule: String
  /// With the particulars.
  public let detail: String

  init(_ rule: String, _ detail: @autoclosure () -> String = "") {
    self.rule = rule
    self.detail = detail()
  }

  /// Rule and particulars.
  public var description: String { detail.isEmpty ? rule : "\(rule): \(detail)" }
}
