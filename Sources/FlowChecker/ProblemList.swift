import FlowDiagnostics
import FlowSyntax

/// The problems of a check, up to the number that is shown.
struct ProblemList {
  private(set) var diagnostics: [Diagnostic] = []
  private var counts: (errors: Int, warnings: Int) = (0, 0)
  /// The problem that more problems exist than are shown.
  private(set) var overflow: Diagnostic?

  /// The maximum number of reported errors, and of reported warnings, because users don't read
  /// more.
  private static let problemsMax = 100

  /// Whether one more problem of a severity would be shown.
  ///
  /// Otherwise the list records the location of the first omitted problem.
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

  /// Removes the latest warning of a kind at a location, because a better one follows.
  mutating func withdraw(_ kind: ProblemKind, at place: Place) {
    let last = diagnostics.lastIndex { $0.kind == kind && $0.place == place }
    guard let last, diagnostics[last].severity == .warning else { return }
    diagnostics.remove(at: last)
    counts.warnings -= 1
  }
}
