import FlowChecker
package import FlowDiagnostics
package import FlowEngine
package import FlowInterpreter
import FlowSyntax

/// One problem of a script or a run, with its location.
///
/// Every text can be shown, because the secrets of the run are masked.
public struct SignInProblem: Sendable, Hashable {
  /// The stable name of the kind of problem, such as `no-rule` or `unknown-name`.
  public let id: String
  /// The message: one sentence in lower case, without a full stop.
  public let message: String
  /// Whether the problem is only a warning, so that the script can still run.
  public let isWarning: Bool
  /// The script's file; `nil` if no script is at fault.
  public let file: String?
  /// The line in the file, starting from 1.
  public let line: Int?
  /// The column in the line, starting from 1, in Unicode scalars.
  public let column: Int?
  /// Further notes, one sentence each.
  public let notes: [String]
  /// The correction; `nil` if none is known.
  public let help: String?
  /// The server's own error code, such as `invalid_grant`; `nil` if it sent none.
  public let code: String?
  /// The time that the server asks to wait; `nil` if it doesn't ask.
  public let retryAfter: Duration?
  /// The complete problem below its source lines, for a log or a developer's screen.
  public let drawing: String
}

extension SignInProblem: CustomStringConvertible {
  /// The location and the message on one line, as compilers print them.
  public var description: String {
    guard let file, let line, let column else { return message }
    return "\(file):\(line):\(column): \(message)"
  }
}

extension SignInProblem {
  /// Creates problems whose texts can be shown.
  ///
  /// - Parameters:
  ///   - diagnostics: The diagnostics.
  ///   - masker: The masker with the run's secrets.
  ///   - failure: The engine's failure, if there is one.
  /// - Returns: The problems.
  package static func all(
    _ diagnostics: [Diagnostic], masker: Masker, failure: EngineFailure? = nil
  ) -> [SignInProblem] {
    masker.addLiterals(shownBy: diagnostics)
    var tables = LineTables()
    var renderer = DiagnosticRenderer(mask: masker.masked)
    let code = failure?.refusal?.key.map(masker.masked)
    return diagnostics.map { diagnostic in
      var diagnostic = diagnostic
      diagnostic.help = help(of: diagnostic, code: code)
      let position = diagnostic.place.map { tables.position($0.range.start, in: $0.source) }
      return SignInProblem(
        id: diagnostic.kind.id, message: masker.masked(diagnostic.message),
        isWarning: diagnostic.severity == .warning, file: diagnostic.place?.source.name,
        line: position?.line, column: position?.column,
        notes: diagnostic.notes.map(masker.masked), help: diagnostic.help.map(masker.masked),
        code: code, retryAfter: failure?.retryAfter, drawing: renderer.render(diagnostic))
    }
  }

  /// Returns the help, or another one for apps if the default help is about the command line or a
  /// test.
  private static func help(of diagnostic: Diagnostic, code: String?) -> String? {
    guard diagnostic.help == diagnostic.problem.help else {
      return diagnostic.help.flatMap { speaksOfCommands($0) ? nil : $0 }
    }
    return switch diagnostic.kind {
    case .certificateRefused: "check the issuer and this device's certificates"
    case .deadline: "allow more time with the configuration's `timeout`"
    case .fileNotFound, .fileNotReadable: "pass the path of a script's file"
    case .inboxMissing: "pass an inbox to `start` or to the configuration"
    case .missingValues: "pass them to `start` as `values` or `secrets`"
    case .nobodyToAsk: "pass a prompter to `start`, or answer with a value instead of `prompt`"
    case .notYet: "remove it: this version doesn't support it"
    case .runNotAllowed: "an app's script can't run programs: pass the value to `start`"
    case .secretLiteral: "write `secret NAME`, and pass it to `start` as one of its `secrets`"
    case .serverRefused where code == invalidGrant:
      "sign in again: the grant is no longer valid"
    case .serverRefused: Problem.settingsHelp
    default: diagnostic.help.flatMap { speaksOfCommands($0) ? nil : $0 }
    }
  }

  /// The code for a grant, such as a refresh token, that is used up, revoked or expired.
  ///
  /// See RFC 6749, section 5.2.
  private static let invalidGrant = "invalid_grant"

  /// Whether a help mentions a command, an option or the environment, which don't apply to an app.
  private static func speaksOfCommands(_ help: String) -> Bool {
    let commands = ["explain", "inspect", "names", "run"].map { "`flow \($0)" }
    return (commands + ["`--", "`FLOW_"]).contains { help.contains($0) }
  }

  /// Creates one problem whose texts can be shown.
  static func one(
    _ diagnostic: Diagnostic, masker: Masker, failure: EngineFailure? = nil
  ) -> SignInProblem {
    all([diagnostic], masker: masker, failure: failure)[0]
  }
}
