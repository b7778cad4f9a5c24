import Foundation
import PackagePlugin

/// Puts the Markdown files of a target's folder `Problems` into one generated Swift file.
///
/// The compiler reads raw string literals at once; arrays of bytes, which `.embedInCode` writes, take
/// it seconds.
@main struct EmbedFiles: BuildToolPlugin {
  /// The one command that writes the file, again whenever a page differs.
  func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
    let folder = target.directoryURL.appending(path: "Problems")
    let names = try FileManager.default.contentsOfDirectory(
      atPath: folder.path(percentEncoded: false))
    let pages = names.filter { $0.hasSuffix(".md") }.sorted().map { folder.appending(path: $0) }
    let output = context.pluginWorkDirectoryURL.appending(path: "Manual+Sources.swift")
    return [
      .buildCommand(
        displayName: "Embed \(pages.count) pages of \(target.name)",
        executable: try context.tool(named: "embed-files").url,
        arguments: [output.path(percentEncoded: false)]
          + pages.map { $0.path(percentEncoded: false) },
        inputFiles: pages, outputFiles: [output])
    ]
  }
}
