import FlowInterpreter
import FlowScript
package import FlowTerminal
package import FlowText

/// A file that a command creates.
package struct MadeFile: Sendable, Hashable {
  /// The path, relative to the target folder.
  package var path: String
  /// The contents.
  package var text: String

  /// Creates a file from its path and its contents.
  package init(path: String, text: String) {
    self.path = path
    self.text = text
  }

  /// The permissions.
  ///
  /// Only the owner can read a file of secrets.
  var mode: UInt16 { path.hasSuffix(".env") ? 0o600 : 0o644 }
}

/// Several files that a command creates in one folder.
package struct MadeFiles {
  package var files: [MadeFile]
  /// The path of the folder.
  package var folder: String

  /// Prepares files for a folder.
  ///
  /// Nothing is written yet.
  package init(files: [MadeFile], folder: String) {
    self.files = files
    self.folder = folder
  }

  /// The difference of an existing file from a file to create.
  package enum Obstacle {
    /// The existing file has the same contents, so it is kept.
    case same
    /// The existing file has other contents.
    case other
  }

  /// Returns the path of a file, including the folder.
  package func path(of file: MadeFile) -> String {
    (folder.hasSuffix("/") ? folder : folder + "/") + file.path
  }

  /// The paths of all files, including the folder.
  package var paths: [String] { files.map(path) }

  /// Returns whether a file already exists, and how it differs; `nil` if it doesn't exist.
  package func obstacle(to file: MadeFile) -> Obstacle? {
    let path = path(of: file)
    // A link whose target doesn't exist counts as an existing file.
    guard FileReader.isTaken(path) else { return nil }
    let bytes = Array(file.text.utf8)
    let old = try? FileReader.read(path, limit: bytes.count)
    return old == bytes ? .same : .other
  }

  /// Returns the fault for the first file that already exists; `nil` if none of the files exists.
  ///
  /// - Parameters:
  ///   - help: The help of the fault.
  ///   - takesSame: Whether an existing file is accepted if its contents are the same.
  /// - Returns: The fault.
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

  /// Writes the files, and creates missing folders.
  ///
  /// Files that already exist with the same contents are left out.
  ///
  /// - Parameters:
  ///   - host: The host of the command.
  ///   - paths: The sink for the paths of the written files; `nil` for the standard output.
  ///   - tellsPaths: Whether the paths are printed.
  /// - Returns: The exit status.
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
