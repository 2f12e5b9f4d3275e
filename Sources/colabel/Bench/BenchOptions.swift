import LabelClient

/// What `colabel bench` is told.
struct BenchOptions {
  var url = "http://127.0.0.1:8080/lists/bench"
  var clients = 50
  var writers = 10
  var duration: Duration = .seconds(10)
  /// Edits of one writer that wait for their outcome.
  var window = 8
  /// Labels of the run, about which the mix of edits swings.
  var labels = 100
  /// nil: another one in each run.
  var seed: Int?
  /// Whether others edit the list too; what they do is not judged.
  var hasOthers = false
}

extension BenchOptions {
  static var flags: FlagTable<BenchOptions> {
    FlagTable(
      usage: """
        Usage: colabel bench [FLAGS]

        Clients edit one list of a running server together. At the end every replica, the server's list and its log are
        compared with what was asked and answered. Exit code 1 if they contradict each other. Nobody else may edit the
        list meanwhile, unless --others says so; labels that it held before are left alone.

        """,
      flags: [
        .text("--url", "URL", "the list (http://127.0.0.1:8080/lists/bench)", \.url),
        .number("--clients", "connections (50)", in: 1...20_000, \.clients),
        .number("--writers", "how many of them edit (10)", in: 1...20_000, \.writers),
        .seconds("--duration", "of the editing (10)", in: 1...86_400, \.duration),
        .number("--window", "edits that a writer lets wait for their outcome (8)", in: 1...256, \.window),
        .number("--labels", "labels to edit (100)", in: 10...100_000, \.labels),
        Flag(
          name: "--seed", placeholder: "N",
          help: "repeats a choice of edits, as far as timing allows (random)"
        ) {
          options, value throws(UsageError) in
          guard let seed = Int(value) else {
            throw UsageError(description: "--seed takes a whole number, not '\(value)'.")
          }
          options.seed = seed
        },
        Flag(
          name: "--others", placeholder: "yes|no",
          help: "whether others edit the list too, who must be at rest before the end (no)"
        ) {
          options, value throws(UsageError) in
          guard ["yes", "no"].contains(value) else {
            throw UsageError(description: "--others takes yes or no, not '\(value)'.")
          }
          options.hasOthers = value == "yes"
        },
      ])
  }

  /// The list, if the options fit together.
  func address() throws(UsageError) -> ListAddress {
    guard writers <= clients else {
      throw UsageError(description: "--writers (\(writers)) cannot be more than --clients (\(clients)).")
    }
    guard let address = ListAddress(url) else {
      throw UsageError(description: "--url takes http://HOST:PORT/lists/NAME, not '\(url)'.")
    }
    return address
  }
}
