import FlowInterpreter
import FlowScript
package import FlowTerminal
package import FlowText

/// A file that a command creates.
package struct MadeFile: Sendable, Hashable {
  /// The path below the target folder.
  package var path: String
  /// The contents.
  package var text: String

  /// Creates a file with a path below the folder, and a text.
  package init(path: String, text: String) {
    self.path = path
    self.text = text
  }

  /// The permissions: only the owner can read a file of secrets.
  var mode: UInt16 { path.hasSuffix(".env") ? 0o600 : 0o644 }
}

/// Several files of one folder.
package struct MadeFiles {
  package var files: [MadeFile]
  /// The folder.
  package var folder: String

  /// Creates a set of files for a folder.
  package init(files: [MadeFile], folder: String) {
    self.files = files
    self.folder = folder
  }

  /// An existing file at the path of a new one.
  package enum Obstacle {
    /// The same contents; the file stays.
    case same
    /// Other contents.
    case other
  }

  /// Returns the whole path of a file.
  package func path(of file: MadeFile) -> String {
    (folder.hasSuffix("/") ? folder : folder + "/") + file.path
  }

  /// The whole paths.
  package var paths: [String] { files.map(path) }

  /// Returns the obstacle to a file; `nil` if there is none.
  package func obstacle(to file: MadeFile) -> Obstacle? {
    let path = path(of: file)
    // A dangling link is an obstacle too.
    guard FileReader.isTaken(path) else { return nil }
    let bytes = Array(file.text.utf8)
    let old = try? FileReader.read(path, limit: bytes.count)
    return old == bytes ? .same : .other
  }

  /// Returns the fault for the first file that already exists; `nil` if there is none.
  ///
  /// - Parameters:
  ///   - help: The help of the fault.
  ///   - takesSame: Whether a file with the same contents is accepted.
  /// - Returns: The fault of the command line.
  package func fault(help: TerminalText, takesSame: Bool = true) -> UsageFault? {
    for file in files {
      switch obstacle(to: file) {
      case nil: continue
      case .same? where takesSame: continue
      default:
        return UsageFault(
          message: "`\(path(of: file))` already exists", help: help)
      }
    }
    return nil
  }

  /// Writes the files that don't exist with the same contents, and the folders above them, and
  /// prints the path of each.
  ///
  /// - Parameters:
  ///   - host: The host of the command.
  ///   - paths: The sink of the paths; `nil` for the output.
  ///   - tellsPaths: Whether the paths are printed.
  /// - Returns: Whether all files were written.
  package func write(
    _ host: Host, paths: (any TextSink)? = nil, tellsPaths: Bool = true
  ) -> ExitStatus {
    for file in files where obstacle(to: file) != .same {
      let path = path(of: file)
      do throws(PlainFailure) {
        try FileFolder.make(above: path)
        try PrivateFile.write(Array(file.text.utf8), to: path, mode: file.mode)
      } catch {
        host.errors.print("flow: \(path) can't be written: \(error.message)\n")
        return .serverFailed
      }
      if tellsPaths { (paths ?? host.output).print("\(path)\n") }
    }
    return .success
  }
}
