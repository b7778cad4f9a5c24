package import FlowDiagnostics
import FlowHTTP
package import FlowHost
import FlowInterpreter
import FlowSyntax
import FlowTerminal

extension ProblemOutput {
  /// Writes problems as a format has them, of a log all there are.
  ///
  /// - Parameters:
  ///   - diagnostics: The problems.
  ///   - format: The format.
  ///   - gaps: Why there may be more problems, a sentence each; empty if all were looked for. A
  ///     format for programs has them too, since nothing else of it differs from a complete answer.
  package mutating func write(
    _ diagnostics: [Diagnostic], as format: ProblemFormat, gaps: [String] = []
  ) {
    // All at once: what hides secrets reads the files of each call.
    let objects = format == .text ? [] : json(diagnostics).array ?? []
    if format == .text { write(diagnostics) }
    var log = SARIFLog(gaps: gaps)
    for (diagnostic, object) in zip(diagnostics, objects) {
      switch format {
      case .text: break
      case .json: output.writeLine(object)
      case .sarif: log.add(diagnostic, object)
      case .github: output.write(GitHubAnnotation.line(object) + "\n")
      }
    }
    switch format {
    case .text: break
    case .sarif: output.writeLine(log.json)
    case .json:
      guard !gaps.isEmpty else { break }
      output.writeLine(["complete": false, "incomplete": .array(gaps.map { .string($0) })])
    case .github:
      for gap in gaps {
        let problem: JSON = ["message": .string("not complete: " + gap)]
        output.write(GitHubAnnotation.line(problem, level: .error, title: "not complete") + "\n")
      }
    }
  }
}
