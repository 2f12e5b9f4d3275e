import Dispatch
import Foundation
import Network

/// The command: picks a subcommand and turns what goes wrong into an exit code.
@main enum Colabel {
  /// The version, also shown by `--version`.
  static let version = "0.1.0"

  static func main() {
    signal(SIGPIPE, SIG_IGN)
    // First of all, while there is only this thread: threads made later inherit that signals are blocked.
    let signals = Signals.stream()
    Task.detached {
      await run(Array(CommandLine.arguments.dropFirst()), signals)
      exit(0)
    }
    // Not `dispatchMain`, which lets signals through again.
    DispatchSemaphore(value: 0).wait()
  }

  private static func run(_ arguments: [String], _ signals: AsyncStream<Signal>) async {
    do {
      try await dispatch(arguments, signals)
    } catch let error as UsageError {
      fail(error.description, code: 2)
    } catch {
      fail("\(error)", code: 1)
    }
  }

  private static func dispatch(_ arguments: [String], _ signals: AsyncStream<Signal>) async throws {
    let rest = Array(arguments.dropFirst())
    switch arguments.first {
    case "serve": try await ServeCommand.run(rest, signals)
    case "bench": try await BenchCommand.run(rest, signals)
    case "--version", "version": print("colabel \(version)")
    case nil, "--help", "-h", "help": print(help)
    case let other?:
      throw UsageError.unknown(other, among: ["serve", "bench", "--help", "--version"], kind: "command")
    }
  }

  private static let help = """
    colabel: lists of labels that many people edit at once

    Usage: colabel COMMAND [FLAGS]

      serve      run the server
      bench      load a running server, and judge what it did
      --help     show this; 'colabel COMMAND --help' shows a command's flags
      --version  show the version
    """

  private static func fail(_ message: String, code: Int32) -> Never {
    try? FileHandle.standardError.write(contentsOf: Data("colabel: \(message)\n".utf8))
    exit(code)
  }
}

/// Something that the person who called the command should read; exit code 1.
struct Failure: Error, CustomStringConvertible {
  let description: String
}
