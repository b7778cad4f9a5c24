package import FlowText
package import FlowInterpreter
import FlowSyntax

/// Reads files for `file "path"` in a script.
package enum ValueFile {
  /// The maximum size in bytes of a file that a script reads.
  ///
  /// A key or a code is much smaller.
  package static let bytesMax = 1 << 20

  /// Resolves a path in a script against the script's folder.
  package static func resolve(_ path: String, besides script: String) -> String {
    ScriptPath.resolve(path, from: script)
  }

  /// Reads a file that a script names.
  ///
  /// The file must be in the script's tree, like imports. Otherwise, a script from someone else
  /// could send any file on this machine.
  ///
  /// - Parameters:
  ///   - path: The path in the script.
  ///   - script: The path of the script.
  ///   - roots: The roots of the trees that may contain the file.
  ///   - ownFiles: The files that the command itself reads, such as the file of `--secrets`.
  ///     Scripts can't read them.
  /// - Returns: The text of the file.
  /// - Throws: `PlainFailure`. The message doesn't reveal whether a file outside of the trees
  ///   exists.
  package static func read(
    _ path: String, besides script: String, below roots: [String], except ownFiles: [String] = []
  ) throws(PlainFailure) -> String {
    guard !path.isEmpty, !path.utf8.contains(0) else {
      throw PlainFailure("not a path")
    }
    let file = resolve(path, besides: script)
    let containing = roots.filter { ScriptTree.isWritten(file, below: $0) }
    guard !containing.isEmpty else {
      throw PlainFailure("outside the script's tree", help: help(roots))
    }
    if let refusal = ScriptTree.refusal(of: file, roots: containing) {
      throw PlainFailure(refusal, help: help(roots))
    }
    guard !FileReader.isSpecial(file) else {
      throw PlainFailure("a pipe or a device")
    }
    let real = FileReader.realPath(file)
    guard real == nil || !ownFiles.contains(where: { FileReader.realPath($0) == real }) else {
      throw PlainFailure(
        "a file that this command itself uses", help: "read single values from it: `secret NAME`")
    }
    let bytes: [UInt8]
    do throws(ReadFault) {
      // The path that was checked is read, with its links resolved.
      bytes = try FileReader.read(real ?? file, limit: bytesMax)
    } catch {
      switch error {
      case .missing: throw PlainFailure("not found")
      case .folder: throw PlainFailure("a folder")
      case .tooLarge: throw PlainFailure("longer than \(bytesMax >> 20) MB")
      case .unreadable(let reason): throw PlainFailure(reason)
      }
    }
    guard let text = String(validUTF8: bytes) else {
      throw PlainFailure("not UTF-8")
    }
    return text
  }

  private static func help(_ roots: [String]) -> String {
    let allowed = roots.map { "`\($0)`" }.joined(separator: " and ")
    return "a script can read files in \(allowed); `--root DIR` allows more"
  }
}

extension ValueSources {
  /// Returns a copy of the sources that can also read the files in some trees.
  ///
  /// - Parameter roots: Returns the roots of the trees. It is called when a file is read.
  /// - Returns: The sources.
  package func reading(below roots: @escaping @Sendable () -> [String]) -> ValueSources {
    var sources = self
    let ownFiles = ownFiles
    sources.file = { (path, script) throws(PlainFailure) in
      try ValueFile.read(path, besides: script, below: roots(), except: ownFiles)
    }
    return sources
  }
}
