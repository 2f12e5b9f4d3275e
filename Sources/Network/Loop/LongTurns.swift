/// Tells of turns of the loop that take long: nobody else is served meanwhile.
@NetworkLoop public enum LongTurns {
  private static var limit: Duration = .zero
  private static var report: (@NetworkLoop (_ time: Duration, _ cpu: Duration) -> Void)?

  /// Calls `report`, in the place of an earlier one, after each turn that took `limit` or longer, without its waiting for events; with
  /// the processor's time in it, which is less where the loop had no processor.
  public static func report(
    from limit: Duration, to report: @escaping @NetworkLoop (_ time: Duration, _ cpu: Duration) -> Void
  ) {
    self.limit = limit
    self.report = report
  }

  static func ended(time: Duration, cpu: Duration) {
    if let report, time >= limit { report(time, cpu) }
  }
}
