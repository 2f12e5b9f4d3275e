import Foundation
import LabelClient

/// Finds the process that serves an address on this machine.
enum ServerProcess {
  /// Its id; nil if the address is another machine's, or it cannot be found.
  static func find(_ address: ListAddress) -> String? {
    let parts = address.authority.split(separator: ":")
    let isLocal = ["127.0.0.1", "localhost", "[::1]"].contains { address.authority.hasPrefix($0) }
    guard isLocal, let port = parts.count > 1 ? parts.last.flatMap({ Int($0) }) : 80 else { return nil }
    let tables = ["/proc/net/tcp", "/proc/net/tcp6"].compactMap { ProcessUsage.text($0) }
    let sockets = Set(tables.flatMap { inodes(listeningOn: port, in: $0) }.map { "socket:[\($0)]" })
    guard !sockets.isEmpty else { return nil }
    let processes = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
    return processes.first { Int($0) != nil && holds(one: sockets, process: $0) }
  }

  /// The sockets that listen on a port, in a table such as `/proc/net/tcp`.
  static func inodes(listeningOn port: Int, in table: String) -> [String] {
    table.split(separator: "\n").dropFirst().compactMap { line in
      let fields = line.split(separator: " ")
      guard fields.count > 9, fields[3] == "0A", let hexadecimal = fields[1].split(separator: ":").last,
        Int(hexadecimal, radix: 16) == port
      else { return nil }
      return String(fields[9])
    }
  }

  private static func holds(one sockets: Set<String>, process: String) -> Bool {
    let folder = "/proc/\(process)/fd"
    let files = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return files.contains { file in
      (try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\(file)")).map(sockets.contains)
        ?? false
    }
  }
}
