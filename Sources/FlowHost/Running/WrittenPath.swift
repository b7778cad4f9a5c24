import FlowScript
package import FlowTerminal
import FlowText

/// Checks the paths of files that a command writes, before anything is sent.
package enum WrittenPath {
  /// Checks that a file can be written, and replaces no other file without permission.
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - replaces: Whether an existing file is replaced.
  /// - Throws: `UsageFault` if the file already exists, or can't be written.
  package static func check(_ path: String, replaces: Bool) throws(UsageFault) {
    let isTaken = FileReader.isTaken(path) && !FileReader.isFolder(path)
    if isTaken, !FileReader.isSpecial(path), !replaces {
      throw UsageFault(
        message: "`\(path)` already exists", help: "`--force` overwrites it")
    }
    do throws(PlainFailure) { try PrivateFile.check(path) } catch {
      throw UsageFault(
        message: "`\(path)` can't be written: \(error.message)", help: nil)
    }
  }

  /// Checks that a cassette doesn't replace a file that the command reads or writes.
  ///
  /// - Parameters:
  ///   - cassette: The path of the cassette.
  ///   - files: The other files.
  /// - Throws: `UsageFault` if the cassette is one of the files.
  package static func checkCassette(
    _ cassette: String, isNoneOf files: [String]
  ) throws(UsageFault) {
    guard FileReader.leads(cassette, toOneOf: files) else { return }
    throw UsageFault(
      message: "`--cassette`: the command reads `\(cassette)`",
      help: "save the traffic in another file")
  }
}
