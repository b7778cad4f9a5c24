import FlowDiagnostics
package import FlowSyntax

/// The file system as scripts see it.
package enum ScriptFiles {
  /// Reads a script.
  package static func read(_ path: String) throws(ReadFault) -> [UInt8] {
    do throws(FileReader.Failure) {
      return try FileReader.read(path, limit: SourceFile.bytesMax)
    } catch {
      switch error {
      case .notFound: throw .missing
      case .folder: throw .folder
      case .tooLarge: throw .tooLarge
      case .unreadable(let reason): throw .unreadable(reason)
      case .ended: throw .unreadable("it gave nothing until the end of the wait")
      }
    }
  }
}
