import FlowScript
package import FlowTerminal
import FlowText

/// Checks the paths of files that a command will write, before anything is sent.
package enum WrittenPath {
  /// Checks that a file can be written, and that it doesn't replace another file without
  /// permission.
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - replaces: Whether an existing file may be replaced.
  /// - Throws: `UsageFault` if a file exists and may not be replaced, or can't be written.
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
  ///   - files: The paths of the other files.
  /// - Throws: `UsageFault` if the cassette is one of these files.
  package static func checkCassette(
    _ cassette: String, isNoneOf files: [String]
  ) throws(UsageFault) {
    guard FileReader.leads(cassette, toOneOf: files) else { return }
    throw UsageFault(
      message: "`--cassette`: the command reads `\(cassette)`",
      help: "save the traffic in another file")
  }
}
