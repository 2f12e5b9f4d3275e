extension BenchOptions {
  /// The options of arguments; nil if they ask for help. A preset comes first, wherever it stands: the others change it.
  static func parse(_ arguments: [String]) throws(UsageError) -> BenchOptions? {
    var others = arguments
    var first: [String] = []
    if let index = others.firstIndex(of: "--preset"), index + 1 < others.count {
      first = Array(others[index...index + 1])
      others.removeSubrange(index...index + 1)
    } else if let index = others.firstIndex(where: { $0.hasPrefix("--preset=") }) {
      first = [others.remove(at: index)]
    }
    return try flags.parse(first + others, into: BenchOptions())
  }

  static var flags: FlagTable<BenchOptions> {
    FlagTable(
      usage: """
        Usage: colabel bench [FLAGS]

        Clients edit lists of a running server together. At the end what every client was told, the server's lists and
        their logs are compared with what was asked and answered. Exit code 1 if they contradict each other. Nobody else
        may edit the lists meanwhile, unless --others says so; labels that they held before are left alone, unless
        --existing says so.

        Presets:
        \(BenchPreset.allCases.map { "  \($0.rawValue): \($0.summary)" }.joined(separator: "\n"))

        """,
      flags: load + disturbances + surroundings)
  }

  private static var load: [Flag<BenchOptions>] {
    [
      Flag(name: "--preset", placeholder: "NAME", help: "a kind of load; other flags change parts of it") {
        options, value throws(UsageError) in
        guard let preset = BenchPreset(rawValue: value) else {
          throw .unknown(value, among: BenchPreset.allCases.map(\.rawValue), kind: "preset")
        }
        preset.apply(to: &options)
      },
      .text("--url", "URL", "the list (http://127.0.0.1:8080/lists/bench)", \.url),
      .number("--lists", "lists, NAME-1 and so on if more than one (1)", in: 1...10_000, \.lists),
      .number("--clients", "connections (50)", in: 1...20_000, \.clients),
      .number("--writers", "how many of them edit (10)", in: 0...20_000, \.writers),
      .number(
        "--replicas", "how many of them keep a whole replica of their own (1)", in: 0...20_000, \.replicas),
      .seconds("--duration", "of the editing (10)", in: 1...86_400, \.duration),
      .seconds("--ramp", "over which the clients connect (0)", in: 0...3_600, \.ramp),
      .number("--window", "edits that a writer lets wait for their outcome (8)", in: 1...256, \.window),
      .number(
        "--rate", "edits a second of all writers, instead of a window (0: none)", in: 0...1_000_000, \.rate),
      Flag(
        name: "--mix", placeholder: "KIND=WEIGHT,…",
        help: "rename, toggle, insert, remove, move, reverse, group (mostly renames)"
      ) { options, value throws(UsageError) in options.mix = try MixWeights(value) },
      .number("--name-bytes", "length of names (0: a word or two)", in: 0...4_000, \.nameBytes),
      .number("--labels", "labels of a list (100)", in: 0...5_000_000, \.labels),
      .truth(
        "--existing", "whether labels that the list held before count, and are edited (no)", \.editsExisting),
    ]
  }

  private static var disturbances: [Flag<BenchOptions>] {
    [
      .number("--idle", "further connections, to the list NAME-idle (0)", in: 0...100_000, \.idle),
      .number(
        "--joins", "clients that join and leave, one by one, in the second half (0)", in: 0...1_000_000,
        \.joins),
      .number(
        "--storms", "how often all who don't write lose their link and come back at once (0)", in: 0...1_000,
        \.storms),
      .number(
        "--stalled", "clients that stop reading when the writing begins (0)", in: 0...10_000, \.stalled),
    ]
  }

  private static var surroundings: [Flag<BenchOptions>] {
    [
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
      .truth(
        "--others", "whether others edit the lists too, who must be at rest before the end (no)", \.hasOthers),
      .number(
        "--server-pid", "the server's process, for its CPU and memory (found by its port when local)",
        in: 0...4_194_304, \.serverPID),
      .text("--json", "FILE", "where the result is written as JSON", \.jsonPath),
    ]
  }
}

extension Flag {
  /// A flag with `yes` or `no`.
  static func truth(_ name: String, _ help: String, _ path: WritableKeyPath<Options, Bool>) -> Flag {
    Flag(name: name, placeholder: "yes|no", help: help) { options, value throws(UsageError) in
      guard ["yes", "no"].contains(value) else {
        throw UsageError(description: "\(name) takes yes or no, not '\(value)'.")
      }
      options[keyPath: path] = value == "yes"
    }
  }
}
