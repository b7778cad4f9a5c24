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
  /// A pipe is waited for only if no link leads to it: the user may not know of a link, and a pipe
  /// that no one writes to never ends.
  package static func read(_ path: String) throws(ReadFault) -> [UInt8] {
    guard !FileReader.isSpecial(path) || !ScriptTree.isLinked(path) else {
      throw .unreadable("it is a link to a pipe or a device")
    }
    return try FileReader.read(path, limit: SourceFile.bytesMax)
  }

  /// Writes a script, in place of what a file holds or as a new one that everybody may read.
  ///
  /// A link is replaced and not followed: the file that it leads to may be another's.
  ///
  /// - Parameters:
  ///   - path: its path.
  ///   - text: what it holds then.
  /// - Throws: `PlainFailure`; an old file stays.
  package static func write(_ path: String, _ text: String) throws(PlainFailure) {
    if FileReader.isSpecial(path) {
      // A pipe or a device takes what comes, and stays what it is.
      try PrivateFile.put(Array(text.utf8), into: path)
    } else if FileReader.exists(path), !FileReader.leadsAway(path) {
      try replace(path, with: Array(text.utf8))
    } else {
      try PrivateFile.write(Array(text.utf8), to: path, mode: 0o644)
    }
  }

  /// Writes a script in place of what a file holds: readers find the one or the other, never half.
  ///
  /// Its permissions stay, and a link stays one: the file that it leads to is written.
  ///
  /// - Parameters:
  ///   - path: its path.
  ///   - bytes: what it holds then.
  /// - Throws: `PlainFailure`; the old file stays.
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
