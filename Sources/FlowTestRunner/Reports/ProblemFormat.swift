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
  ///   - members: What programs get of each problem besides; empty for nothing.
  ///   - gaps: Why there may be more problems, a sentence each; empty if all were looked for. A
  ///     format for programs has them too, since nothing else of it differs from a complete answer.
  package func write(
    _ diagnostics: [Diagnostic], to problems: inout ProblemOutput,
    members: [[JSONObject.Member]] = [], gaps: [String] = []
  ) {
    // All at once: what hides secrets reads the files of each call.
    let objects = self == .text ? [] : problems.json(diagnostics).array ?? []
    if self == .text { problems.write(diagnostics) }
    let output = problems.output
    var log = SARIFLog(gaps: gaps)
    for (index, (diagnostic, object)) in zip(diagnostics, objects).enumerated() {
      let own = members.indices.contains(index) ? members[index] : []
      switch self {
      case .text: break
      case .json:
        let all = object.object.map { JSONObject(members: $0.members + own) }
        output.writeLine(all.map { .object($0) } ?? object)
      case .sarif: log.add(diagnostic, object, properties: own)
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
