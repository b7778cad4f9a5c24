import FlowHTTP
import FlowScript
import FlowSyntax
package import FlowTerminal
import FlowText

/// Reads the findings of an earlier audit from the output of `flow audit --json`.
package enum AuditBaseline {
  /// The maximum size of the file: 64 MB.
  private static let bytesMax = 64 << 20

  /// Reads the fingerprints of the findings in a file.
  ///
  /// - Parameter path: The path of the file.
  /// - Returns: The fingerprints.
  /// - Throws: `UsageFault` if the file can't be read or isn't the output of an audit.
  package static func read(_ path: String) throws(UsageFault) -> Set<String> {
    let bytes: [UInt8]
    do throws(ReadFault) {
      bytes = try FileReader.read(path, limit: bytesMax)
    } catch {
      throw UsageFault(message: "can't read the baseline `\(path)`: \(error.words)", status: .usage)
    }
    var fingerprints: Set<String> = []
    for (index, line) in bytes.split(separator: UInt8(ascii: "\n")).enumerated() {
      // Each line is a finding, a claim, or a note that the audit is incomplete.
      guard let object = try? JSON(parsing: Array(line)),
        ["fingerprint", "claim", "complete"].contains(where: { object[$0] != nil })
      else {
        throw UsageFault(
          message: "line \(index + 1) of the baseline `\(path)` isn't output of an audit",
          help: "create it with `flow audit --json`", status: .usage)
      }
      if let fingerprint = object["fingerprint"]?.string { fingerprints.insert(fingerprint) }
    }
    return fingerprints
  }
}
