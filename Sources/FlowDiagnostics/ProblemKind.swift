/// A kind of problem: a stable name, a severity, and the exit status of a run that ends with it.
///
/// Each kind is declared once, as a constant in the target that reports such problems: `static let
/// unusedName = ProblemKind("unused-name", .warning)`. The kind's page is the file with its name in
/// `Sources/FlowManual/Resources/Problems`.
public struct ProblemKind: Sendable, Hashable {
  /// The exit status of a run that ends with a problem of the kind.
  public enum Exit: String, Sendable, Hashable, CaseIterable {
    /// A result differs from the expected result.
    case failed
    /// The user's input is wrong or incomplete.
    case invalid
    /// The server or the network failed.
    case server
    /// A response or a token isn't from the server that it names as its origin.
    case untrusted
    /// The user interrupted the run.
    case interrupted
  }

  /// The stable name, which outputs print and `flow explain` accepts.
  public let id: String
  /// The severity of a problem of this kind, unless its location lowers it.
  public let severity: Diagnostic.Severity
  /// The exit status of a run that ends with a problem of this kind.
  public let exit: Exit

  /// Declares a kind.
  ///
  /// - Parameters:
  ///   - id: The stable name: lowercase words with `-` between them.
  ///   - severity: The severity of a problem of this kind.
  ///   - exit: The exit status of a run that ends with a problem of this kind.
  public init(_ id: String, _ severity: Diagnostic.Severity = .error, exit: Exit = .failed) {
    self.id = id
    self.severity = severity
    self.exit = exit
  }
}
