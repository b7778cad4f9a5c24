import FlowScript

/// Relative paths for files that import one another.
package enum FilePath {
  /// Returns a path relative to a folder.
  ///
  /// - Parameters:
  ///   - path: The path, absolute or from the working directory, like the folder.
  ///   - folder: The folder.
  ///   - current: The working directory; `nil` if it is unknown.
  /// - Returns: The relative path; the original path if it can't be computed.
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

  /// Returns the components without `.` and with as few `..` as possible.
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
