import FlowDiagnostics
import FlowSyntax

/// Collects the problems of a check, up to the maximum that is shown.
struct ProblemList {
  private(set) var diagnostics: [Diagnostic] = []
  private var counts: (errors: Int, warnings: Int) = (0, 0)
  /// The problem which reports that some problems aren't shown; `nil` if all are.
  private(set) var overflow: Diagnostic?

  /// The maximum number of errors and the maximum number of warnings.
  ///
  /// Users don't read more.
  private static let problemsMax = 100

  /// Whether another problem of a severity would be shown.
  ///
  /// If not, the location of the first problem that isn't shown is recorded.
  mutating func wants(_ severity: Diagnostic.Severity, at place: Place?) -> Bool {
    let count = severity == .error ? counts.errors : counts.warnings
    if count < ProblemList.problemsMax { return true }
    if overflow == nil || overflow?.severity == .warning && severity == .error {
      overflow = Diagnostic(
        .tooManyProblems(limit: ProblemList.problemsMax), at: place, severity: severity)
    }
    return false
  }

  /// Adds a problem, unless there are already too many.
  mutating func add(_ diagnostic: Diagnostic) {
    guard wants(diagnostic.severity, at: diagnostic.place) else { return }
    if diagnostic.severity == .error { counts.errors += 1 } else { counts.warnings += 1 }
    diagnostics.append(diagnostic)
  }

  /// Whether a problem of a kind was found at a location.
  func has(_ kind: ProblemKind, at place: Place) -> Bool {
    diagnostics.contains { $0.kind == kind && $0.place == place }
  }

  /// Removes the latest warning of a kind at a location, because a better one follows.
  mutating func withdraw(_ kind: ProblemKind, at place: Place) {
    let last = diagnostics.lastIndex { $0.kind == kind && $0.place == place }
    guard let last, diagnostics[last].severity == .warning else { return }
    diagnostics.remove(at: last)
    counts.warnings -= 1
  }
}
