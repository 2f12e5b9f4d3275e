import Foundation

/// Where things are when no flag says so.
enum Folders {
  /// The data folder: `$XDG_DATA_HOME/colabel`, or `~/.local/share/colabel` (XDG Base Directory Specification).
  static var data: String {
    let environment = ProcessInfo.processInfo.environment
    if let base = environment["XDG_DATA_HOME"], base.hasPrefix("/") { return base + "/colabel" }
    return (environment["HOME"] ?? "/var/lib") + "/.local/share/colabel"
  }

  /// The page's files: in the checkout that the binary was built in, beside an installed binary, or in its prefix.
  static var web: String? {
    let binary = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    var candidates: [URL] = []
    var folder = binary.deletingLastPathComponent()
    for _ in 0..<5 {
      candidates.append(folder.appendingPathComponent("web"))
      candidates.append(folder.appendingPathComponent("share/colabel/web"))
      folder = folder.deletingLastPathComponent()
    }
    return candidates.map(\.path).first(where: holdsPage)
  }

  /// Whether a folder holds the page.
  static func holdsPage(_ path: String) -> Bool {
    FileManager.default.fileExists(atPath: path + "/index.html")
  }
}
