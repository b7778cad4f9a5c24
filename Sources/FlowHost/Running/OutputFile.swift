import FlowInterpreter
import FlowScript
package import FlowTerminal
import FlowText

/// The file of `--output`, for the script that a command creates.
package struct OutputFile: Sendable {
  package let path: String

  /// Creates an output file.
  package init(path: String) {
    self.path = path
  }

  /// Writes a script, or reports why it can't be written.
  ///
  /// - Returns: The exit status of the command.
  package func write(_ text: String, _ host: Host) -> ExitStatus {
    do throws(PlainFailure) { try ScriptFiles.write(path, text) } catch {
      host.errors.print("flow: \(path) can't be written: \(error.message)\n")
      return .serverFailed
    }
    return .success
  }
}
