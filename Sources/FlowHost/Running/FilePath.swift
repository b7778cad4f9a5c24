import FlowScript

/// Computes relative paths, for files that import each other.
package enum FilePath {
  /// Returns a path relative to a folder.
  ///
  /// - Parameters:
  ///   - path: The path. It is absolute or relative to the current folder.
  ///   - folder: The folder. It is absolute or relative to the current folder.
  ///   - current: The current folder; `nil` if it is unknown.
  /// - Returns: The relative path. If it can't be computed, it is the original path.
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

  /// Returns the components of a path, without `.` and with as few `..` as possible.
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
