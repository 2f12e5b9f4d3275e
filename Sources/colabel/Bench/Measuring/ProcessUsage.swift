import Foundation

/// What a process has used, as Linux tells it in `/proc`.
struct ProcessUsage: Equatable {
  /// Nanoseconds of CPU since its start, to a hundredth of a second.
  var cpu: Int
  var residentBytes: Int

  private static let tick = 10_000_000

  /// nil if there is no such process, or the system is another.
  static func of(_ pid: String) -> ProcessUsage? {
    guard let stat = text("/proc/\(pid)/stat"), let status = text("/proc/\(pid)/status") else { return nil }
    return ProcessUsage(stat: stat, status: status)
  }

  init?(stat: String, status: String) {
    // The name of the program, in parentheses, may hold anything; state is the first field behind it.
    guard let end = stat.lastIndex(of: ")") else { return nil }
    let fields = stat[end...].split(separator: " ").dropFirst()
    let times = fields.dropFirst(11).prefix(2).compactMap { Int($0) }
    let resident = status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") }?
      .split(whereSeparator: { " \t".contains($0) }).dropFirst().first.flatMap { Int($0) }
    guard times.count == 2, let resident else { return nil }
    cpu = (times[0] + times[1]) * Self.tick
    residentBytes = resident * 1024
  }

  /// Nanoseconds of CPU of the threads that there are now: exact, but threads that end are missing afterwards.
  static func exactCPU(of pid: String) -> Int? {
    guard let threads = try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(pid)/task") else {
      return nil
    }
    return threads.reduce(0) { sum, thread in
      let told = text("/proc/\(pid)/task/\(thread)/schedstat")
      return sum + (told?.split(separator: " ").first.flatMap { Int($0) } ?? 0)
    }
  }

  static func text(_ path: String) -> String? {
    guard let handle = FileHandle(forReadingAtPath: path) else { return nil }
    defer { try? handle.close() }
    return (try? handle.readToEnd()).flatMap { String(decoding: $0, as: UTF8.self) }
  }
}
