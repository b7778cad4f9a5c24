import FlowSyntax

/// The folder that must contain a script's imports and files.
///
/// So a script from elsewhere can read only its own files.
package enum ScriptTree {
  /// Whether a path is inside a tree, without following links.
  ///
  /// - Parameters:
  ///   - path: The path of the file. It has no `.`, and no `..` after a name.
  ///   - root: The folder of the tree. Each path may be absolute or relative.
  /// - Returns: Whether the path is inside the tree.
  static func isWritten(_ path: String, below root: String) -> Bool {
    if path.hasPrefix("/") == root.hasPrefix("/") { return ScriptPath.isInside(path, root) }
    return ScriptPath.isInside(path, self.root(root, seenFrom: path.hasPrefix("/") ? "/" : "."))
  }

  /// The maximum number of folders above a script in which `.git` is searched.
  ///
  /// No checkout is nested more deeply.
  private static let levelsMax = 40

  /// Returns the root of the tree that a script belongs to.
  ///
  /// The root is the nearest folder above the script that contains `.git`. If there is none, it is
  /// the current folder if the script is below it, or else the script's own folder.
  ///
  /// - Parameter script: The path of the script, absolute or relative to the current folder. `-` is
  ///   in the current folder.
  /// - Returns: The folder, absolute or relative like the script's path.
  package static func root(of script: String) -> String {
    root(of: script, openIn: nil)
  }

  /// The root of the tree that a script in an editor belongs to.
  ///
  /// It is the root that a command in the editor's folder would use.
  ///
  /// - Parameters:
  ///   - script: The path of the script.
  ///   - current: The folder that the editor shows and that contains the script; `nil` if there
  ///     isn't one.
  /// - Returns: The folder, absolute or relative like the script's path.
  package static func root(of script: String, openIn current: String?) -> String {
    let slash = script.utf8.lastIndex(of: UInt8(ascii: "/"))
    let folder = slash.map { String(script[...$0]) } ?? "./"
    var candidate = folder
    for _ in 0..<levelsMax {
      if FileReader.exists(candidate + ".git") { return candidate }
      candidate += "../"
    }
    if let current { return current }
    let isBelow = !script.hasPrefix("/") && !script.split(separator: "/").contains("..")
    return isBelow ? "." : folder
  }

  /// Converts a folder's path to an absolute or relative path, like a script's path.
  ///
  /// - Parameters:
  ///   - named: The folder's path, absolute or relative to the current folder.
  ///   - script: The path of the script. It is absolute or relative to the current folder.
  /// - Returns: The path of the same folder. If the folder doesn't exist, the path is unchanged.
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

  /// Whether a path on the command line reaches its file through a symbolic link.
  ///
  /// The user may not know about the link, because a shell lists links like files. The system's own
  /// links don't count, because the user or the shell has opened their targets.
  package static func isLinked(_ path: String) -> Bool {
    guard !FileReader.isLink(path) else { return FileReader.isOrdinaryLink(path) }
    return !holds(path, root: root(of: path))
  }

  /// Whether a file is inside a tree after its links are followed.
  ///
  /// If the file doesn't exist, the result is `true`.
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - root: The folder of the tree.
  /// - Returns: Whether the file may be read.
  package static func holds(_ path: String, root: String) -> Bool {
    refusal(of: path, roots: [root]) == nil
  }

  /// Returns the reason why a file may not be read after its links are followed.
  ///
  /// Files in `.git` may not be read, because they belong to Git, and its configuration may contain
  /// credentials.
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - roots: The folders of the trees that may contain the file.
  /// - Returns: A noun phrase for messages; `nil` if the file may be read or doesn't exist.
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

  /// Whether a name is `.git`.
  ///
  /// Case is ignored, as in some file systems.
  private static func isGit(_ name: Substring.UTF8View) -> Bool {
    name.count == 4 && name.map { $0 | 0x20 }.elementsEqual(".git".utf8.map { $0 | 0x20 })
  }
}
