import FlowInterpreter
import FlowScript
package import FlowTerminal
import FlowText

/// The file of `--output`, to which a command writes a script.
package struct OutputFile: Sendable {
  package let path: String

  /// Creates an output file.
  package init(path: String) {
    self.path = path
  }

  /// Writes a script to the file.
  ///
  /// If it can't be written, the reason is printed.
  ///
  /// - Returns: The exit status.
  package func write(_ text: String, _ host: Host) -> ExitStatus {
    do throws(PlainFailure) { try ScriptFiles.write(path, text) } catch {
      host.errors.print("flow: \(path) can't be written: \(error.message)\n")
      return .serverFailed
    }
    return .success
  }
}
