/// Paths of files from the folder of the page's files, and what modules call each other.
enum ModulePath {
  /// The path of what a file at `path` calls `specifier`, as `../model/label.js`.
  static func resolve(_ specifier: some StringProtocol, from path: String) -> String {
    var parts = path.split(separator: "/").dropLast().map(String.init)
    for part in specifier.split(separator: "/") {
      switch part {
      case ".": break
      case "..": _ = parts.popLast()
      default: parts.append(String(part))
      }
    }
    return parts.joined(separator: "/")
  }

  /// A line in which the modules that are loaded later, and the module's own address, are named from another folder.
  ///
  /// - Parameter up: leads from that folder to the one of the page's files.
  static func rebased(_ line: Substring, of path: String, to up: String) -> String {
    var rebased = ""
    var rest = line
    while let call = rest.firstRange(of: "import(\"") {
      rebased += rest[..<call.upperBound]
      rest = rest[call.upperBound...]
      let specifier = rest.prefix { $0 != "\"" }
      rebased += up + resolve(specifier, from: path)
      rest = rest[specifier.endIndex...]
    }
    rebased += rest
    return rebased.replacing("import.meta.url", with: "new URL(\"\(up)\(path)\", import.meta.url)")
  }
}
