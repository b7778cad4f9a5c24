/// What kind of problem something is: a stable name, how serious it is and what a run that ends with
/// it exits with.
///
/// Each kind is declared once, as a constant in the target that raises it:
/// `static let unusedName = ProblemKind("unused-name", .warning)`. Its page is the file of that name
/// in `Sources/FlowManual/Resources/Problems`.
public struct ProblemKind: Sendable, Hashable {
  /// What a run that ends with a problem reports to the shell.
  public enum Exit: String, Sendable, Hashable, CaseIterable {
    /// Something differs from what was expected.
    case failed
    /// What the user gave is wrong or incomplete.
    case invalid
    /// The server or the network failed.
    case server
    /// What answered, or came, isn't from the server that it claims to be from.
    case untrusted
    /// The user interrupted the run.
    case interrupted
  }

  /// The stable name, which outputs print and `flow explain` accepts.
  public let id: String
  /// How serious a problem of this kind is, unless its location makes it less so.
  public let severity: Diagnostic.Severity
  /// What a run that ends with it reports to the shell.
  public let exit: Exit

  /// Declares a kind.
  ///
  /// - Parameters:
  ///   - id: The stable name, of lowercase words with `-` between them.
  ///   - severity: How serious a problem of this kind is.
  ///   - exit: What a run that ends with it reports to the shell.
  public init(_ id: String, _ severity: Diagnostic.Severity = .error, exit: Exit = .failed) {
    self.id = id
    self.severity = severity
    self.exit = exit
  }
}
