package import FlowText

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// Functions for the folders that files are written in.
package enum FileFolder {
  /// The path of the current folder; `nil` if the folder no longer exists.
  package static var current: String? {
    guard let path = unsafe getcwd(nil, 0) else { return nil }
    defer { unsafe free(path) }
    return unsafe String(cString: path)
  }

  /// Whether a path leads through a link from a tree to a folder outside of the tree.
  ///
  /// The user may not know about such a link, because the tree may be from someone else. An
  /// absolute path, or a path that leaves the tree by its parts, is the user's own choice.
  ///
  /// - Parameters:
  ///   - path: The path of a file, relative to the current folder.
  ///   - root: The folder of the tree; `nil` for the tree of the current folder.
  /// - Returns: Whether a link in the path leads out of the tree.
  package static func leadsOut(_ path: String, of root: String? = nil) -> Bool {
    guard !path.hasPrefix("/"),
      let root = FileReader.realPath(root ?? ScriptTree.root(of: "-"))
    else { return false }
    func holds(_ folder: String) -> Bool {
      folder == root || folder.hasPrefix(root == "/" ? root : root + "/")
    }
    var above = "."
    for part in path.split(separator: "/").dropLast() {
      let folder = above + "/" + part
      if FileReader.isLink(folder), let place = FileReader.realPath(above), holds(place),
        let target = FileReader.realPath(folder), !holds(target)
      {
        return true
      }
      above = folder
    }
    return false
  }

  /// The message for a file that isn't written because a link leads out of the tree.
  package static let leadsOutReason =
    "its folder is a link that leads out of the current folder's tree"

  /// Creates the missing folders above a path.
  ///
  /// - Parameter path: The path of a file.
  /// - Throws: `PlainFailure`. The message names the folder that can't be created.
  package static func make(above path: String) throws(PlainFailure) {
    let bytes = Array(path.utf8)
    for (index, byte) in bytes.enumerated() where byte == UInt8(ascii: "/") && index > 0 {
      let folder = String(decoding: bytes[..<index], as: UTF8.self)
      guard !FileReader.isFolder(folder) else { continue }
      guard unsafe mkdir(folder, 0o777) == 0 || errno == EEXIST else {
        throw PlainFailure("\(folder): \(FileReader.reason(errno))")
      }
    }
  }
}
