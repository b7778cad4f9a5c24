import FlowDiagnostics
package import FlowSyntax

/// The file system as scripts see it.
package enum ScriptFiles {
  /// Reads a script.
  ///
  /// A pipe is waited for only if no link leads to it: the user may not know of a link, and a pipe
  /// that no one writes to never ends.
  package static func read(_ path: String) throws(ReadFault) -> [UInt8] {
    guard !FileReader.isSpecial(path) || !ScriptTree.isLinked(path) else {
      throw .unreadable("it is a link to a pipe or a device")
    }
    return try FileReader.read(path, limit: SourceFile.bytesMax)
  }
}
