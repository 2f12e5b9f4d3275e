/// A flag of a command: what it is called, what it takes, and where its value goes.
struct Flag<Options> {
  let name: String
  /// What stands for the value in the help.
  let placeholder: String
  let help: String
  let apply: (inout Options, String) throws(UsageError) -> Void

  /// A flag with a text of any kind.
  static func text(
    _ name: String, _ placeholder: String, _ help: String, _ path: WritableKeyPath<Options, String>
  ) -> Flag {
    Flag(name: name, placeholder: placeholder, help: help) { options, value in options[keyPath: path] = value
    }
  }

  /// A flag with a whole number in a range.
  static func number(
    _ name: String, _ help: String, in range: ClosedRange<Int>, _ path: WritableKeyPath<Options, Int>
  ) -> Flag {
    Flag(name: name, placeholder: "N", help: help) { options, value throws(UsageError) in
      guard let number = Int(value), range.contains(number) else {
        throw UsageError(
          description:
            "\(name) takes a whole number from \(range.lowerBound) to \(range.upperBound), not '\(value)'.")
      }
      options[keyPath: path] = number
    }
  }

  /// A flag with a number of seconds.
  static func seconds(
    _ name: String, _ help: String, in range: ClosedRange<Int>, _ path: WritableKeyPath<Options, Duration>
  ) -> Flag {
    Flag(name: name, placeholder: "S", help: help) { options, value throws(UsageError) in
      guard let number = Int(value), range.contains(number) else {
        throw UsageError(
          description:
            "\(name) takes seconds from \(range.lowerBound) to \(range.upperBound), not '\(value)'.")
      }
      options[keyPath: path] = .seconds(number)
    }
  }
}

/// The flags of a command.
struct FlagTable<Options> {
  let usage: String
  let flags: [Flag<Options>]

  /// Applies arguments to options; nil if they ask for help, which was printed.
  func parse(_ arguments: [String], into options: Options) throws(UsageError) -> Options? {
    var options = options
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      if argument == "--help" || argument == "-h" {
        print(help)
        return nil
      }
      let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(
        String.init)
      guard let flag = flags.first(where: { $0.name == parts[0] }) else {
        throw .unknown(parts[0], among: flags.map(\.name) + ["--help"], kind: "flag")
      }
      guard let value = parts.count == 2 ? parts[1] : rest.popFirst() else {
        throw UsageError(description: "\(flag.name) needs a value: \(flag.placeholder).")
      }
      try flag.apply(&options, value)
    }
    return options
  }

  private var help: String {
    let names = flags.map { "\($0.name) \($0.placeholder)" }
    let width = names.map(\.count).max() ?? 0
    let lines = zip(names, flags).map { name, flag in
      "  \(name)\(String(repeating: " ", count: width - name.count))  \(flag.help)"
    }
    return ([usage, ""] + lines).joined(separator: "\n")
  }
}
