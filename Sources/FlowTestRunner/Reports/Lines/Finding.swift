import FlowDiagnostics
package import FlowHTTP

/// A problem of a flow, at its location.
package struct Finding: Sendable, Hashable {
  /// The id of a problem, or of a flow's status.
  package var id: String
  /// The problem as JSON, with its message and location.
  package var problem: JSON

  init(id: String, problem: JSON) {
    self.id = id
    self.problem = problem
  }

  init(_ problem: ProblemReport) {
    self.init(id: problem.object["id"]?.string ?? "problem", problem: problem.object)
  }

  /// Whether the finding is a warning, which doesn't fail a flow.
  package var isWarning: Bool { problem["severity"]?.string == "warning" }

  /// Returns a problem as JSON.
  ///
  /// The problem's location is only a line.
  static func problem(
    _ id: String, _ message: String, file: String, line: Int
  ) -> JSON {
    [
      "id": .string(id), "severity": "error", "message": .string(message),
      "file": .string(file), "start": ["line": .integer(line)],
    ]
  }
}
