/// The forms of a test run's report.
package enum ReportKind: String, CaseIterable, Sendable {
  /// For a person, while the run goes on.
  case console
  /// An event a line.
  case json
  /// What JUnit's readers take.
  case junit
  /// The Test Anything Protocol, version 14.
  case tap
  /// A page of its own.
  case html
  /// The Static Analysis Results Interchange Format, version 2.1.0.
  case sarif
  /// Workflow commands of GitHub Actions, and a summary of the job.
  case github

  /// Whether its lines may stand among others.
  var standsAmongOthers: Bool { self == .github }
}
