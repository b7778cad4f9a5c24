/// A kind of problem: a stable name, a severity, and the exit status of a run that ends with it.
///
/// Each kind is declared once, as a constant in the target that raises it:
/// `static let unusedName = ProblemKind("unused-name", .warning)`. Its page is the file of that name
/// in `Sources/FlowManual/Resources/Problems`.
public struct ProblemKind: Sendable, Hashable {
  /// The exit status of a run that ends with a problem.
  public enum Exit: String, Sendable, Hashable, CaseIterable {
    /// A result differs from the expected one.
    case failed
    /// The user's input is wrong or incomplete.
    case invalid
    /// The server or the network failed.
    case server
    /// A response or a token isn't from the server that it claims to be from.
    case untrusted
    /// The user interrupted the run.
    case interrupted
  }

  /// The stable name.
  ///
  /// Outputs print it, and `flow explain` accepts it.
  public let id: String
  /// The severity of a problem of this kind, unless its location lowers it.
  public let severity: Diagnostic.Severity
  /// The exit status of a run that ends with it.
  public let exit: Exit

  /// Declares a kind.
  ///
  /// - Parameters:
  ///   - id: The stable name: lowercase words with `-` between them.
  ///   - severity: The severity of a problem of this kind.
  ///   - exit: The exit status of a run that ends with it.
  public init(_ id: String, _ severity: Diagnostic.Severity = .error, exit: Exit = .failed) {
    self.id = id
    self.severity = severity
    self.exit = exit
  }
}
