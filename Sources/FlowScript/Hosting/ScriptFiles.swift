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

/// Reads and writes the files of scripts.
package enum ScriptFiles {
  /// Reads a script.
  ///
  /// A pipe or device behind a link isn't read, because the user may not know of the link, and a
  /// pipe without a writer would block forever.
  package static func read(_ path: String) throws(ReadFault) -> [UInt8] {
    guard !FileReader.isSpecial(path) || !ScriptTree.isLinked(path) else {
      throw .unreadable("it is a link to a pipe or a device")
    }
    return try FileReader.read(path, limit: SourceFile.bytesMax)
  }

  /// Writes a script to a new or an existing file.
  ///
  /// Everyone may read a new file.
  ///
  /// A link to another file is replaced and not followed, because its target may belong to someone
  /// else.
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - text: The new contents.
  /// - Throws: `PlainFailure`. An existing file is then unchanged.
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
  /// A reader finds either the old or the new contents. The permissions are kept. If the path is a
  /// link, the link's target is written.
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - bytes: The new contents.
  /// - Throws: `PlainFailure`. The file is then unchanged.
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
