import FlowDiagnostics
import FlowScript
package import FlowSyntax

/// The paths of a command line.
///
/// A user who names a folder may not know where the links below it lead.
package struct GivenPaths: Sendable {
  private let folders: [String]
  private let files: Set<String>

  /// Examines paths.
  ///
  /// - Parameter paths: The paths of the command line; none means the current folder.
  package init(_ paths: [String]) {
    let paths = paths.isEmpty ? ["."] : paths
    folders = paths.filter(FileReader.isFolder)
    files = Set(
      paths.filter { !FileReader.isFolder($0) }
        .flatMap { [ScriptPath.tidied($0), FileReader.place($0)] })
  }

  /// Returns the folders in which a script was found through a link.
  ///
  /// - Parameter path: One of the scripts below the paths.
  /// - Returns: The folders; `nil` if the user named the file itself, or no link leads to it.
  package func foldersFound(_ path: String) -> [String]? {
    guard !folders.isEmpty, !files.contains(path) else { return nil }
    let place = FileReader.place(path)
    if files.contains(place) || folders.contains(where: { isPlain(path, at: place, below: $0) }) {
      return nil
    }
    return folders
  }

  /// Whether a file's path contains no link from a folder on.
  private func isPlain(_ path: String, at place: String, below folder: String) -> Bool {
    let tidied = ScriptPath.tidied(folder)
    let prefix = tidied == "." ? "" : tidied == "/" ? "/" : tidied + "/"
    guard path.hasPrefix(prefix) else { return false }
    let root = FileReader.place(folder)
    return place == (root == "/" ? root : root + "/") + path.dropFirst(prefix.count)
  }

  /// Reads a script that is one of the paths, or was found below one.
  ///
  /// - Throws: `ReadFault`. A link that leads out of the folders and of its own tree isn't read.
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
