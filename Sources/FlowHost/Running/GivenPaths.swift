import FlowDiagnostics
import FlowScript
package import FlowSyntax

/// The paths on a command line.
///
/// If a user names a folder, the user may not know where links in that folder lead.
package struct GivenPaths: Sendable {
  private let folders: [String]
  private let files: Set<String>

  /// Examines paths.
  ///
  /// - Parameter paths: The paths on the command line. If there are none, it is the current folder.
  package init(_ paths: [String]) {
    let paths = paths.isEmpty ? ["."] : paths
    folders = paths.filter(FileReader.isFolder)
    files = Set(
      paths.filter { !FileReader.isFolder($0) }
        .flatMap { [ScriptPath.tidied($0), FileReader.place($0)] })
  }

  /// Returns the named folders, if a script was found in one of them through a link.
  ///
  /// - Parameter path: The path of a script.
  /// - Returns: The folders; `nil` if the user named the script itself, or no link leads to it.
  package func foldersFound(_ path: String) -> [String]? {
    guard !folders.isEmpty, !files.contains(path) else { return nil }
    let place = FileReader.place(path)
    if files.contains(place) || folders.contains(where: { isPlain(path, at: place, below: $0) }) {
      return nil
    }
    return folders
  }

  /// Whether the path from a folder to a file contains no link.
  private func isPlain(_ path: String, at place: String, below folder: String) -> Bool {
    let tidied = ScriptPath.tidied(folder)
    let prefix = tidied == "." ? "" : tidied == "/" ? "/" : tidied + "/"
    guard path.hasPrefix(prefix) else { return false }
    let root = FileReader.place(folder)
    return place == (root == "/" ? root : root + "/") + path.dropFirst(prefix.count)
  }

  /// Reads a script that the user named, or that was found in a folder.
  ///
  /// - Throws: `ReadFault`. A found script isn't read if a link leads out of its tree and out of
  ///   the folders.
  package func read(_ path: String) throws(ReadFault) -> [UInt8] {
    if let folders = foldersFound(path) {
      let roots = [ScriptTree.root(of: path)] + folders
      guard roots.contains(where: { ScriptTree.holds(path, root: $0) }) else {
        throw .unreadable("it is a link that leads out of `\(roots[0])`")
      }
    }
    return try ScriptFiles.read(path)
  }
}
