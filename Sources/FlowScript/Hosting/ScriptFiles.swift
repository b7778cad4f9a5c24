package import FlowText
import FlowDiagnostics
package import FlowSyntax

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// The file system as scripts see it.
package enum ScriptFiles {
  /// Reads a script.
  ///
  /// A pipe is read only if it isn't reached through a link. The user may not know of a link, and
  /// reading a pipe without a writer never ends.
  package static func read(_ path: String) throws(ReadFault) -> [UInt8] {
    guard !FileReader.isSpecial(path) || !ScriptTree.isLinked(path) else {
      throw .unreadable("it is a link to a pipe or a device")
    }
    return try FileReader.read(path, limit: SourceFile.bytesMax)
  }

  /// Writes a script, in place of a file or as a new one that everyone may read.
  ///
  /// A link is replaced and not followed, because its target may belong to someone else.
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - text: The new contents.
  /// - Throws: `PlainFailure`. An old file stays.
  package static func write(_ path: String, _ text: String) throws(PlainFailure) {
    if FileReader.isSpecial(path) {
      // A pipe or a device receives the text and isn't replaced.
      try PrivateFile.put(Array(text.utf8), into: path)
    } else if FileReader.exists(path), !FileReader.leadsAway(path) {
      try replace(path, with: Array(text.utf8))
    } else {
      try PrivateFile.write(Array(text.utf8), to: path, mode: 0o644)
    }
  }

  /// Replaces the contents of a script.
  ///
  /// Readers find the old or the new file, never a part.
  ///
  /// Its permissions stay. A link stays a link, and its target is written.
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - bytes: The new contents.
  /// - Throws: `PlainFailure`. The old file stays.
  package static func replace(
    _ path: String, with bytes: [UInt8]
  ) throws(PlainFailure) {
    var status = stat()
    guard unsafe stat(path, &status) == 0, let resolved = unsafe realpath(path, nil) else {
      throw PlainFailure(FileReader.reason(errno))
    }
    let target = unsafe String(cString: resolved)
    unsafe free(resolved)
    guard unsafe access(target, W_OK) == 0 else {
      throw PlainFailure(FileReader.reason(errno))
    }
    try PrivateFile.write(bytes, to: target, mode: UInt16(status.st_mode & 0o7777))
  }
}
