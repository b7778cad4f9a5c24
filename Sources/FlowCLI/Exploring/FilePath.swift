/// Paths as files that import one another write them.
enum FilePath {
  /// A path as seen from a folder: both are relative to the working directory, or both absolute.
  ///
  /// Where one is absolute and the other isn't, the path stays as it is.
  static func relative(_ path: String, to folder: String) -> String {
    guard path.hasPrefix("/") == folder.hasPrefix("/") else { return path }
    let parts = normal(path)
    let base = normal(folder)
    let common = zip(parts, base).prefix { $0 == $1 }.count
    guard !base.dropFirst(common).contains("..") else { return path }
    let ups = Array(repeating: "..", count: base.count - common)
    return (ups + parts.dropFirst(common)).joined(separator: "/")
  }

  /// The parts without `.` and with as few `..` as can be.
  private static func normal(_ path: String) -> [String] {
    var parts: [String] = []
    for part in path.split(separator: "/") where part != "." {
      if part == "..", let last = parts.last, last != ".." {
        parts.removeLast()
      } else {
        parts.append(String(part))
      }
    }
    return parts
  }
}
