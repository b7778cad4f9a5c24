import Foundation
import PackagePlugin

/// Puts the files of a target's folder `Resources` into one generated Swift file.
///
/// The compiler reads raw string literals immediately. The arrays of bytes that `.embedInCode`
/// writes take seconds.
@main struct EmbedFiles: BuildToolPlugin {
  /// Returns the only command.
  ///
  /// It writes the file again whenever a resource has changed.
  func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
    let folder = target.directoryURL.appending(path: "Resources")
    let root = folder.path(percentEncoded: false)
    let paths = try FileManager.default.subpathsOfDirectory(atPath: root).sorted()
    let files = paths.map { folder.appending(path: $0) }.filter { file in
      var isFolder: ObjCBool = false
      let path = file.path(percentEncoded: false)
      return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
        && !isFolder.boolValue
    }
    let output = context.pluginWorkDirectoryURL.appending(path: "Resources.swift")
    return [
      .buildCommand(
        displayName: "Embed \(files.count) files of \(target.name)",
        executable: try context.tool(named: "embed-files").url,
        arguments: [output.path(percentEncoded: false), root]
          + files.map { $0.path(percentEncoded: false) },
        inputFiles: files, outputFiles: [output])
    ]
  }
}
