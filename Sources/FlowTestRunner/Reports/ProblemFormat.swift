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
}
