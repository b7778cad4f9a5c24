import FlowSyntax

/// The folder that a script's imports and files must lie in, so that a script from elsewhere reads
/// nothing that isn't its own.
package enum ScriptTree {
  /// Whether a path lies in a tree as it is written; links aren't followed.
  ///
  /// - Parameters:
  ///   - path: The file's path, without `.` and `..` after a name.
  ///   - root: The tree's folder. One of both paths may be absolute.
  /// - Returns: Whether it does.
  static func isWritten(_ path: String, below root: String) -> Bool {
    if path.hasPrefix("/") == root.hasPrefix("/") { return ScriptPath.isInside(path, root) }
    return ScriptPath.isInside(path, self.root(root, seenFrom: path.hasPrefix("/") ? "/" : "."))
  }

  /// How far up a folder with a `.git` is looked for: no checkout is nested deeper.
  private static let levelsMax = 40

  /// The root of the tree that a script belongs to.
  ///
  /// That is the nearest folder above it with a `.git`; without one, the current folder where the
  /// script is below it, else the script's own folder.
  ///
  /// - Parameter script: the script's path, absolute or from the current folder; `-` is in that.
  /// - Returns: the folder, absolute or relative as the script's path is.
  package static func root(of script: String) -> String {
    let slash = script.utf8.lastIndex(of: UInt8(ascii: "/"))
    let folder = slash.map { String(script[...$0]) } ?? "./"
    var candidate = folder
    for _ in 0..<levelsMax {
      if FileReader.exists(candidate + ".git") { return candidate }
      candidate += "../"
    }
    let isBelow = !script.hasPrefix("/") && !script.split(separator: "/").contains("..")
    return isBelow ? "." : folder
  }

  /// A folder that somebody has named, absolute or relative as a script's path is.
  ///
  /// - Parameters:
  ///   - named: the folder, absolute or from the current folder.
  ///   - script: the script's path, likewise.
  /// - Returns: the same folder; as it is named where it isn't there.
  package static func root(_ named: String, seenFrom script: String) -> String {
    guard named.hasPrefix("/") != script.hasPrefix("/"), let here = FileReader.realPath("."),
      let there = FileReader.realPath(named), there != "/"
    else { return named }
    if script.hasPrefix("/") { return there }
    let own = here.split(separator: "/")
    let parts = there.split(separator: "/")
    let shared = zip(own, parts).prefix { $0 == $1 }.count
    let way = own.dropFirst(shared).map { _ in ".." } + parts.dropFirst(shared).map(String.init)
    return way.isEmpty ? "." : way.joined(separator: "/")
  }

  /// Whether a path that a command line names reaches its file by a symbolic link.
  ///
  /// The user may not know that it does: a shell lists the links in a folder like files. The
  /// system's own links don't count, since they lead to what the user or the shell has opened.
  package static func isLinked(_ path: String) -> Bool {
    guard !FileReader.isLink(path) else { return FileReader.isOrdinaryLink(path) }
    return !holds(path, root: root(of: path))
  }

  /// Whether a file lies in a tree once links are followed; one that isn't there doesn't lie
  /// outside.
  ///
  /// - Parameters:
  ///   - path: the file's path.
  ///   - root: the tree's folder.
  /// - Returns: whether it may be read.
  package static func holds(_ path: String, root: String) -> Bool {
    refusal(of: path, roots: [root]) == nil
  }

  /// Why a file of a tree may not be read, once links are followed.
  ///
  /// What lies in a folder `.git` belongs to Git and not to the tree: its configuration may hold
  /// credentials.
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - roots: The folders of the trees that it may lie in.
  /// - Returns: A noun phrase; `nil` if the file may be read, or doesn't exist.
  static func refusal(of path: String, roots: [String]) -> String? {
    guard let path = FileReader.realPath(path) else { return nil }
    var isOfGit = false
    for root in roots {
      guard let root = FileReader.realPath(root) else { return nil }
      let folder = root == "/" ? root : root + "/"
      guard path.hasPrefix(folder) else { continue }
      let parts = path.utf8.dropFirst(folder.utf8.count).split(separator: UInt8(ascii: "/"))
      guard parts.contains(where: isGit) else { return nil }
      isOfGit = true
    }
    return isOfGit ? "a file of Git" : "a link that leads out of `\(roots.first ?? ".")`"
  }

  /// Whether a name is `.git`; some file systems don't distinguish case.
  private static func isGit(_ name: Substring.UTF8View) -> Bool {
    name.count == 4 && name.map { $0 | 0x20 }.elementsEqual(".git".utf8.map { $0 | 0x20 })
  }
}
