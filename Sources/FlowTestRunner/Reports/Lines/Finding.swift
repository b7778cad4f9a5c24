import FlowDiagnostics
package import FlowHTTP

/// Something that was wrong, at its place.
package struct Finding: Sendable, Hashable {
  /// A problem's id, or the status of a flow.
  package var id: String
  /// A problem as JSON: what it says, and where.
  package var problem: JSON

  init(id: String, problem: JSON) {
    self.id = id
    self.problem = problem
  }

  init(_ problem: ProblemReport) {
    self.init(id: problem.object["id"]?.string ?? "problem", problem: problem.object)
  }

  /// Whether it is nothing that a flow fails by.
  package var isWarning: Bool { problem["severity"]?.string == "warning" }

  /// A problem that is known by its line alone.
  static func problem(
    _ id: String, _ message: String, file: String, line: Int
  ) -> JSON {
    [
      "id": .string(id), "severity": "error", "message": .string(message),
      "file": .string(file), "start": ["line": .integer(line)],
    ]
  }
}
