/// Computes paths as texts: it splits at `/` and resolves `.` and `..` without the file system.
package enum ScriptPath {
  /// The path of an import, relative to the same folder as the path of the importing file.
  package static func resolve(_ path: String, from importer: String) -> String {
    if path.utf8.first == UInt8(ascii: "/") { return normalized(path) }
    return normalized(folder(of: importer) + path)
  }

  /// The path without `.` and `..`.
  ///
  /// A `..` that leaves a relative path stays at the front.
  package static func normalized(_ path: String) -> String {
    let isAbsolute = path.utf8.first == UInt8(ascii: "/")
    let joined = parts(of: path).joined(separator: "/")
    return isAbsolute ? "/" + joined : joined.isEmpty ? "." : joined
  }

  /// A path as problems name it: without `.` and without empty parts, so that a file has one name
  /// however it was reached.
  ///
  /// A `..` after a name stays, because that name may be a link to another folder.
  package static func tidied(_ path: String) -> String {
    let isAbsolute = path.utf8.first == UInt8(ascii: "/")
    let joined = path.split(separator: "/").filter { $0 != "." }.joined(separator: "/")
    return isAbsolute ? "/" + joined : joined.isEmpty ? path : joined
  }

  /// Whether a path is inside a folder.
  ///
  /// If only one of them is absolute, it isn't, except that everything is inside `/`.
  package static func isInside(_ path: String, _ root: String) -> Bool {
    let isAbsolute = path.utf8.first == UInt8(ascii: "/")
    let outer = parts(of: root)
    let isOfAll = root.utf8.first == UInt8(ascii: "/")
    if isOfAll, outer.isEmpty { return true }
    guard isAbsolute == isOfAll else { return false }
    let inner = parts(of: path)
    let ups = inner.prefix { $0 == ".." }.count
    let rootUps = outer.prefix { $0 == ".." }.count
    // From a folder that is only some levels up, every path with at most as many levels up can be
    // reached.
    if rootUps == outer.count { return ups <= rootUps }
    return ups == rootUps && inner.starts(with: outer)
  }

  /// The path without its last part, up to the last `/`.
  private static func folder(of path: String) -> String {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "" }
    return String(path[...slash])
  }

  /// A file's name without its folder and its last ending.
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
        // The root has no parent folder.
        if !isAbsolute { parts.append("..") }
      case "..": parts.removeLast()
      default: parts.append(String(part))
      }
    }
    return parts
  }
}
