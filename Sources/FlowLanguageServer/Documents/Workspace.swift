import FlowHTTP
import FlowScript
import FlowSyntax

/// The folders that are open in the client.
struct Workspace {
  /// The paths of the folders, without `.` and `..`.
  private(set) var folders: [String] = []

  /// The folders of a client that doesn't have any.
  init() {}

  /// Reads the folders of an `initialize` request: `workspaceFolders`, or else `rootUri`.
  init(_ params: JSON) {
    let named = params["workspaceFolders"]?.array ?? []
    if named.isEmpty {
      add([["uri": params["rootUri"] ?? .null]])
    } else {
      add(named)
    }
  }

  /// Reads the event of `workspace/didChangeWorkspaceFolders`.
  mutating func change(_ event: JSON) {
    let removed = Set(Self.paths(event["removed"]?.array ?? []))
    folders.removeAll { removed.contains($0) }
    add(event["added"]?.array ?? [])
  }

  private mutating func add(_ elements: [JSON]) {
    for path in Self.paths(elements) where !folders.contains(path) { folders.append(path) }
  }

  /// The paths of folders; an address that isn't a file's is skipped.
  private static func paths(_ elements: [JSON]) -> [String] {
    elements.compactMap { $0["uri"]?.string }.map(DocumentURI.path)
      .filter { $0.hasPrefix("/") }
  }

  // MARK: Trees

  /// The innermost open folder that contains a document.
  func folder(of path: String) -> String? {
    folders.filter { ScriptPath.isInside(path, $0) }.max { $0.utf8.count < $1.utf8.count }
  }

  /// The folder that must contain a document's imports, as for `flow check` in the open folder.
  func root(of path: String) -> String {
    path.hasPrefix("/") ? ScriptTree.root(of: path, openIn: folder(of: path)) : "."
  }

  /// The file of a path in a document that was never saved: the path is relative to the first open
  /// folder.
  func file(_ path: String) -> String {
    guard let first = folders.first, !path.hasPrefix("/") else { return path }
    return ScriptPath.normalized(first + "/" + path)
  }

  /// The folder that must contain the file of a path, after links are followed.
  func folder(ofRoot root: String) -> String { root == "." ? file(".") : root }
}
