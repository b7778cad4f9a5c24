/// Works with paths as texts.
///
/// The result never depends on the file system: `.` and `..` are resolved in the text.
package enum ScriptPath {
  /// Resolves the path of an import against the folder of the importing file.
  package static func resolve(_ path: String, from importer: String) -> String {
    if path.utf8.first == UInt8(ascii: "/") { return normalized(path) }
    return normalized(folder(of: importer) + path)
  }

  /// Returns a path without `.` and `..`.
  ///
  /// If a relative path leaves its folder, each `..` for that stays at the front.
  package static func normalized(_ path: String) -> String {
    let isAbsolute = path.utf8.first == UInt8(ascii: "/")
    let joined = parts(of: path).joined(separator: "/")
    return isAbsolute ? "/" + joined : joined.isEmpty ? "." : joined
  }

  /// Returns a path as messages show it, without `.` and without empty parts.
  ///
  /// So a file always has the same name.
  ///
  /// A `..` after a name is kept, because the name may be a link to another folder.
  package static func tidied(_ path: String) -> String {
    let isAbsolute = path.utf8.first == UInt8(ascii: "/")
    let joined = path.split(separator: "/").filter { $0 != "." }.joined(separator: "/")
    return isAbsolute ? "/" + joined : joined.isEmpty ? path : joined
  }

  /// Whether a path is inside a folder.
  ///
  /// If one of them is absolute and the other is relative, the result is `false`. But every path is
  /// inside `/`.
  package static func isInside(_ path: String, _ root: String) -> Bool {
    let isAbsolute = path.utf8.first == UInt8(ascii: "/")
    let outer = parts(of: root)
    let isOfAll = root.utf8.first == UInt8(ascii: "/")
    if isOfAll, outer.isEmpty { return true }
    guard isAbsolute == isOfAll else { return false }
    let inner = parts(of: path)
    let ups = inner.prefix { $0 == ".." }.count
    let rootUps = outer.prefix { $0 == ".." }.count
    // If the folder consists only of `..` parts, a path is inside it if it has at most as many of
    // them.
    if rootUps == outer.count { return ups <= rootUps }
    return ups == rootUps && inner.starts(with: outer)
  }

  /// Returns a path up to and including its last `/`.
  private static func folder(of path: String) -> String {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "" }
    return String(path[...slash])
  }

  /// Returns the name of a file without its folder and its last extension.
  static func stem(of path: String) -> String {
    let name = path.split(separator: "/").last.map(String.init) ?? path
    guard let dot = name.utf8.lastIndex(of: UInt8(ascii: ".")), dot > name.startIndex else {
      return name
    }
    return String(name[..<dot])
  }

  private static func parts(of path: String) -> [String] {
    let isAbsolute = path.utf8.first == UInt8(ascii: "/")
    var parts: [String] = []
    for part in path.split(separator: "/") {
      switch part {
      case ".": continue
      case ".." where parts.isEmpty || parts.last == "..":
        // `..` at the root stays at the root.
        if !isAbsolute { parts.append("..") }
      case "..": parts.removeLast()
      default: parts.append(String(part))
      }
    }
    return parts
  }
}
