import FlowHTTP
import FlowScript
import FlowSyntax
package import FlowTerminal
import FlowText

/// The findings of an earlier audit: the fingerprints in the output of `flow audit --json`.
package enum AuditBaseline {
  /// The largest file that is read: 64 MB.
  private static let bytesMax = 64 << 20

  /// Reads the fingerprints of a file.
  ///
  /// - Parameter path: The file's path.
  /// - Returns: The fingerprints.
  /// - Throws: `UsageFault`, if the file can't be read or isn't the output of an audit.
  package static func read(_ path: String) throws(UsageFault) -> Set<String> {
    let bytes: [UInt8]
    do throws(ReadFault) {
      bytes = try FileReader.read(path, limit: bytesMax)
    } catch {
      throw UsageFault(message: "can't read the baseline `\(path)`: \(error.words)", status: .usage)
    }
    var fingerprints: Set<String> = []
    for (index, line) in bytes.split(separator: UInt8(ascii: "\n")).enumerated() {
      // A line is a finding, a claim or a gap.
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
