package import FlowDiagnostics
package import FlowHTTP
package import FlowHost
import FlowInterpreter
import FlowTerminal

/// How a command prints problems.
package enum ProblemFormat: String, CaseIterable, Sendable {
  /// For a person.
  case text
  /// One object a problem, a line each.
  case json
  /// The Static Analysis Results Interchange Format, version 2.1.0.
  case sarif
  /// Workflow commands of GitHub Actions, which annotate the lines of a change.
  case github

  /// Writes problems in this format, of a log all there are.
  ///
  /// - Parameters:
  ///   - diagnostics: The problems.
  ///   - problems: Where they go.
  ///   - gaps: Why there may be more problems, a sentence each; empty if all were looked for. A
  ///     format for programs has them too, since nothing else of it differs from a complete answer.
  ///   - details: What else is known of each problem, for JSON and SARIF; empty if nothing is.
  package func write(
    _ diagnostics: [Diagnostic], to problems: inout ProblemOutput, gaps: [String] = [],
    details: [JSONObject] = []
  ) {
    // All at once: what hides secrets reads the files of each call.
    let objects = self == .text ? [] : problems.json(diagnostics).array ?? []
    if self == .text { problems.write(diagnostics) }
    let output = problems.output
    var log = SARIFLog(gaps: gaps)
    for (index, (diagnostic, object)) in zip(diagnostics, objects).enumerated() {
      let more = details.indices.contains(index) ? details[index] : [:]
      switch self {
      case .text: break
      case .json:
        output.writeLine(
          .object(JSONObject(members: (object.object?.members ?? []) + more.members)))
      case .sarif: log.add(diagnostic, object, more)
      case .github: output.write(GitHubAnnotation.line(object) + "\n")
      }
    }
    switch self {
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
