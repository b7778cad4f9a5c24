import FlowScript

/// Paths as files that import one another write them.
package enum FilePath {
  /// A path as seen from a folder.
  ///
  /// - Parameters:
  ///   - path: the path, absolute or from the working directory, as the folder is.
  ///   - folder: the folder.
  ///   - current: the working directory; `nil` where nobody knows it.
  /// - Returns: the path from there; as it is where that can't be said.
  package static func relative(
    _ path: String, to folder: String, current: String? = FileFolder.current
  ) -> String {
    var (path, folder) = (path, folder)
    if path.hasPrefix("/") != folder.hasPrefix("/") {
      guard let current else { return path }
      if !path.hasPrefix("/") { path = current + "/" + path }
      if !folder.hasPrefix("/") { folder = current + "/" + folder }
    }
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
