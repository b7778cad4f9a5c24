import FlowInterpreter
import FlowScript
package import FlowTerminal
import FlowText

/// The file that `--output` names, into which a command writes the script that it has made.
package struct OutputFile: Sendable {
  package let path: String

  /// Names a file.
  package init(path: String) {
    self.path = path
  }

  /// Writes a script, or tells why it can't be written.
  ///
  /// - Returns: what the command ends with.
  package func write(_ text: String, _ host: Host) -> ExitStatus {
    do throws(PlainFailure) { try ScriptFiles.write(path, text) } catch {
      host.errors.print("flow: \(path) can't be written: \(error.message)\n")
      return .serverFailed
    }
    return .success
  }
}
