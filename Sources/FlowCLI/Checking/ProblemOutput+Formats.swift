import FlowHTTP
import FlowHost
import FlowInterpreter
import FlowSyntax
import FlowTerminal
import FlowTestRunner

extension ProblemOutput {
  /// Writes problems as a format has them, of a log all there are.
  mutating func write(_ diagnostics: [Diagnostic], as format: CheckFormat) {
    // All at once: what hides secrets reads the files of each call.
    let objects = format == .text ? [] : json(diagnostics).array ?? []
    if format == .text { write(diagnostics) }
    var log = SARIFLog()
    for (diagnostic, object) in zip(diagnostics, objects) {
      switch format {
      case .text: break
      case .json: output.writeLine(object)
      case .sarif: log.add(diagnostic, object)
      case .github: output.write(GitHubAnnotation.line(object) + "\n")
      }
    }
    if format == .sarif { output.writeLine(log.json) }
  }
}
