/// The formats of a test run's report.
package enum ReportKind: String, CaseIterable, Sendable {
  /// Text for users, printed during the run.
  case console
  /// JSON, one event per line.
  case json
  /// JUnit XML.
  case junit
  /// The Test Anything Protocol (TAP), version 14.
  case tap
  /// A self-contained HTML page.
  case html
  /// The Static Analysis Results Interchange Format (SARIF), version 2.1.0.
  case sarif
  /// Workflow commands of GitHub Actions, and a summary of the job.
  case github

  /// Whether the report's lines may appear between other output.
  var standsAmongOthers: Bool { self == .github }
}
