import Network

/// `colabel bench`.
enum BenchCommand {
  static func run(_ arguments: [String], _ signals: AsyncStream<Signal>) async throws {
    throw Failure(description: "bench is not built yet")
  }
}
