import FlowDiagnostics
import FlowSyntax

/// The problems that a check finds, as many as are shown.
struct ProblemList {
  private(set) var diagnostics: [Diagnostic] = []
  private var counts: (errors: Int, warnings: Int) = (0, 0)
  /// That there are more problems than are shown.
  private(set) var overflow: Diagnostic?

  /// How many errors, and how many warnings, are reported: more are never read.
  private static let problemsMax = 100

  /// Whether one more problem of a severity would be shown; otherwise it is noted that there are
  /// more, and where.
  mutating func wants(_ severity: Diagnostic.Severity, at place: Place?) -> Bool {
    let count = severity == .error ? counts.errors : counts.warnings
    if count < ProblemList.problemsMax { return true }
    if overflow == nil || overflow?.severity == .warning && severity == .error {
      overflow = Diagnostic(
        .tooManyProblems(limit: ProblemList.problemsMax), at: place, severity: severity)
    }
    return false
  }

  /// Adds a problem if it would be shown.
  mutating func add(_ diagnostic: Diagnostic) {
    guard wants(diagnostic.severity, at: diagnostic.place) else { return }
    if diagnostic.severity == .error { counts.errors += 1 } else { counts.warnings += 1 }
    diagnostics.append(diagnostic)
  }

  /// Removes the latest warning of a kind at a place, because more is known now than it says.
  mutating func withdraw(_ kind: ProblemKind, at place: Place) {
    let last = diagnostics.lastIndex { $0.kind == kind && $0.place == place }
    guard let last, diagnostics[last].severity == .warning else { return }
    diagnostics.remove(at: last)
    counts.warnings -= 1
  }
}
