import FlowChecker
package import FlowDiagnostics
package import FlowEngine
package import FlowInterpreter
import FlowSyntax

/// One thing that is wrong with a script, or with a run of it, and where.
///
/// Every text in it may be shown: the secrets of the run are masked.
public struct SignInProblem: Sendable, Hashable {
  /// The stable name of its kind: `no-rule`, `unknown-name`.
  public let id: String
  /// What is wrong: one sentence in lower case, without a full stop.
  public let message: String
  /// Whether the script runs all the same, though probably not as meant.
  public let isWarning: Bool
  /// The script that it is in; `nil` where no script is at fault.
  public let file: String?
  /// The line in it, from 1.
  public let line: Int?
  /// The column in the line, from 1, in Unicode scalars.
  public let column: Int?
  /// What else is worth knowing, a sentence each.
  public let notes: [String]
  /// What to do about it.
  public let help: String?
  /// The server's own code of what it refused, such as `invalid_grant`; `nil` where it gave none.
  public let code: String?
  /// How long the server asks to wait; `nil` where it doesn't ask.
  public let retryAfter: Duration?
  /// The whole problem drawn under its source lines, for a log or a developer's screen.
  public let drawing: String
}

extension SignInProblem: CustomStringConvertible {
  /// Where it is and what is wrong, on one line, as compilers print it.
  public var description: String {
    guard let file, let line, let column else { return message }
    return "\(file):\(line):\(column): \(message)"
  }
}

extension SignInProblem {
  /// Makes problems that may be shown.
  ///
  /// - Parameters:
  ///   - diagnostics: What is wrong.
  ///   - masker: What knows the run's secrets.
  ///   - failure: What the engine says of it, where it does.
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

  /// What an app can do, where a problem's usual help speaks of the command line or of a test.
  private static func help(of diagnostic: Diagnostic, code: String?) -> String? {
    guard diagnostic.help == diagnostic.problem.help else {
      return diagnostic.help.flatMap { speaksOfCommands($0) ? nil : $0 }
    }
    return switch diagnostic.kind {
    case .certificateRefused: "check the issuer and this device's certificates"
    case .deadline: "give it longer with the configuration's `timeout`"
    case .fileNotFound, .fileNotReadable: "give the path of a script's file"
    case .inboxMissing: "give `start` an inbox, or the configuration one"
    case .missingValues: "give them to `start` as `values` or `secrets`"
    case .nobodyToAsk: "give `start` a prompter, or answer with a value instead of `prompt`"
    case .notYet: "leave it out: this version does not run it"
    case .runNotAllowed: "an app's script runs no programs: give `start` the value"
    case .secretLiteral: "write `secret NAME`, and give it to `start` as one of its `secrets`"
    case .serverRefused where code == invalidGrant:
      "sign in again: what was granted is no longer good"
    case .serverRefused: Problem.settingsHelp
    default: diagnostic.help.flatMap { speaksOfCommands($0) ? nil : $0 }
    }
  }

  /// The code of a grant, such as a refresh token, that is used up, revoked or too old (RFC 6749,
  /// section 5.2).
  private static let invalidGrant = "invalid_grant"

  /// Whether a help tells of a command, an option or the environment, which an app has none of.
  private static func speaksOfCommands(_ help: String) -> Bool {
    let commands = ["explain", "inspect", "names", "run"].map { "`flow \($0)" }
    return (commands + ["`--", "`FLOW_"]).contains { help.contains($0) }
  }

  /// Makes one problem that may be shown.
  static func one(
    _ diagnostic: Diagnostic, masker: Masker, failure: EngineFailure? = nil
  ) -> SignInProblem {
    all([diagnostic], masker: masker, failure: failure)[0]
  }
}
