import FlowChecker
import FlowDiagnostics
import FlowSyntax

/// The warnings about the files of a run that are outside its flows, each once.
///
/// A file that several scripts import has one.
struct FileWarnings: Sendable {
  /// The first warnings, in the order of the files.
  private(set) var first: [Diagnostic] = []
  /// The number of further warnings.
  private(set) var others = 0
  private var seen: Set<Identity> = []

  /// The most warnings that are kept: each keeps its file.
  static let countMax = 1000

  /// What makes two warnings the same, even if their file was loaded twice.
  private struct Identity: Hashable, Sendable {
    var file: String?
    var range: SourceRange?
    var kind: String
    var message: String
  }

  /// Adds the warnings of a file.
  mutating func add(_ warnings: [Diagnostic]) {
    for warning in warnings {
      let identity = Identity(
        file: warning.place?.source.name, range: warning.place?.range, kind: warning.kind.id,
        message: warning.message)
      guard seen.insert(identity).inserted else { continue }
      if first.count < FileWarnings.countMax { first.append(warning) } else { others += 1 }
    }
  }

  /// Whether a warning is reported in a test run.
  ///
  /// Most tests of simulated orgs contain secrets, so that warning isn't.
  static func isTold(_ diagnostic: Diagnostic) -> Bool {
    diagnostic.severity == .warning && diagnostic.kind != .secretLiteral
  }
}
