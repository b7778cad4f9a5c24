package import FlowDiagnostics
package import FlowHTTP
package import FlowHost
import FlowInterpreter
import FlowTerminal

/// The format in which a command prints problems.
package enum ProblemFormat: String, CaseIterable, Sendable {
  /// Text for users.
  case text
  /// JSON, one object per line.
  case json
  /// The Static Analysis Results Interchange Format (SARIF), version 2.1.0.
  case sarif
  /// Workflow commands of GitHub Actions, which annotate changed lines.
  case github

  /// Writes problems in this format.
  ///
  /// SARIF is one document, so pass all problems in one call.
  ///
  /// - Parameters:
  ///   - diagnostics: The problems.
  ///   - problems: The output.
  ///   - gaps: The reasons why there may be more problems, one sentence each; empty if the search
  ///     was complete. Formats for programs contain the reasons too, so that programs can recognize
  ///     an incomplete result.
  ///   - details: More data for each problem, for JSON and SARIF; empty if there is none.
  package func write(
    _ diagnostics: [Diagnostic], to problems: inout ProblemOutput, gaps: [String] = [],
    details: [JSONObject] = []
  ) {
    // The problems are converted in one call, because each call reads the files to mask secrets.
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
