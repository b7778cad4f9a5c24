import FlowInterpreter
import FlowScript
package import FlowTerminal
package import FlowText

/// A file that a command makes.
package struct MadeFile: Sendable, Hashable {
  /// Its path below the folder that is asked for.
  package var path: String
  /// What it holds.
  package var text: String

  /// A file of a path below the folder, and its text.
  package init(path: String, text: String) {
    self.path = path
    self.text = text
  }

  /// Who may read it: a file of secrets only its owner.
  var mode: UInt16 { path.hasSuffix(".env") ? 0o600 : 0o644 }
}

/// Several files of one folder.
package struct MadeFiles {
  package var files: [MadeFile]
  /// The folder.
  package var folder: String

  /// Files of a folder.
  package init(files: [MadeFile], folder: String) {
    self.files = files
    self.folder = folder
  }

  /// What stands where a file would be written.
  package enum Obstacle {
    /// The same file: it is left as it is.
    case same
    /// Another one.
    case other
  }

  /// The whole path of a file.
  package func path(of file: MadeFile) -> String {
    (folder.hasSuffix("/") ? folder : folder + "/") + file.path
  }

  /// The whole paths.
  package var paths: [String] { files.map(path) }

  /// What is in the way of a file; `nil` where nothing is.
  package func obstacle(to file: MadeFile) -> Obstacle? {
    let path = path(of: file)
    // A link that leads nowhere is in the way, too.
    guard FileReader.isTaken(path) else { return nil }
    let bytes = Array(file.text.utf8)
    let old = try? FileReader.read(path, limit: bytes.count)
    return old == bytes ? .same : .other
  }

  /// Says which file is in the way; `nil` where none is.
  ///
  /// - Parameters:
  ///   - help: what to do about it.
  ///   - takesSame: whether the same file is none.
  /// - Returns: the fault of the command line.
  package func fault(help: TerminalText, takesSame: Bool = true) -> UsageFault? {
    for file in files {
      switch obstacle(to: file) {
      case nil: continue
      case .same? where takesSame: continue
      default:
        return UsageFault(
          message: "`\(path(of: file))` is in the way", help: help)
      }
    }
    return nil
  }

  /// Writes the files that are not there as they are, and the folders above them, and prints the
  /// path of each.
  ///
  /// - Parameters:
  ///   - host: what the command runs in.
  ///   - paths: where the paths are printed; `nil` for the output.
  ///   - tellsPaths: Whether the paths are printed.
  /// - Returns: whether all were written.
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
