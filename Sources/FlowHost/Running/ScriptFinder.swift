import FlowDiagnostics
import FlowScript
import FlowSyntax
package import FlowTerminal
import FlowText

/// Finds scripts: the files that the user names, and all `.flow` files in folders that the user
/// names.
///
/// Links are followed, but each file is found only once. Pipes and devices with such a name are
/// skipped, because reading them might never end.
package enum ScriptFinder {
  /// The maximum depth of nested folders.
  package static let depthMax = 32
  /// The maximum number of scripts.
  static let filesMax = 100_000

  /// Returns the paths of the scripts.
  ///
  /// Each script has only one path in the list.
  ///
  /// The scripts of a folder are sorted by path.
  package static func find(_ paths: [String]) throws(UsageFault) -> [String] {
    var files: [String] = []
    var seen: Set<String> = []
    var folders: Set<String> = []
    for path in paths {
      guard FileReader.isFolder(path) else {
        files.append(path)
        continue
      }
      let before = files.count
      let isNew = !folders.contains(FileReader.place(path))
      try collect(path, depth: 0, into: &files, &folders)
      if isNew, files.count == before {
        throw UsageFault(
          message: "there is no .flow file in `\(path)`", help: nil)
      }
    }
    return files.map(ScriptPath.tidied).filter { seen.insert(FileReader.place($0)).inserted }
  }

  private static func collect(
    _ folder: String, depth: Int, into files: inout [String], _ folders: inout Set<String>
  ) throws(UsageFault) {
    guard depth < depthMax, files.count < filesMax,
      folders.insert(FileReader.place(folder)).inserted
    else { return }
    let names: [String]
    do throws(ReadFault) {
      names = try FileReader.names(in: folder)
    } catch {
      throw UsageFault(message: "\(folder): \(error.words)", help: nil)
    }
    let base = folder.hasSuffix("/") ? folder : folder + "/"
    for name in names {
      let path = base + name
      if FileReader.isFolder(path) {
        try collect(path, depth: depth + 1, into: &files, &folders)
      } else if name.hasSuffix(".flow"), !FileReader.isSpecial(path) {
        files.append(path)
      }
    }
  }
}
