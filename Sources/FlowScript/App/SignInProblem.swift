import FlowRuntime
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
  static func all(_ diagnostics: [Diagnostic], masker: Masker) -> [SignInProblem] {
    masker.addLiterals(shownBy: diagnostics)
    var tables = LineTables()
    var renderer = DiagnosticRenderer(mask: masker.masked)
    return diagnostics.map { diagnostic in
      var diagnostic = diagnostic
      diagnostic.help = help(of: diagnostic)
      let position = diagnostic.place.map { tables.position($0.range.start, in: $0.source) }
      return SignInProblem(
        id: diagnostic.id.rawValue, message: masker.masked(diagnostic.message),
        isWarning: diagnostic.severity == .warning, file: diagnostic.place?.source.name,
        line: position?.line, column: position?.column,
        notes: diagnostic.notes.map(masker.masked), help: diagnostic.help.map(masker.masked),
        drawing: renderer.render(diagnostic))
    }
  }

  /// What an app can do, where a problem's usual help speaks of the command line.
  private static func help(of diagnostic: Diagnostic) -> String? {
    guard diagnostic.help == Diagnostic(diagnostic.problem, at: nil).help else {
      return diagnostic.help
    }
    return switch diagnostic.id {
    case .deadline: "give it longer with the configuration's `timeout`"
    case .fileNotFound, .fileNotReadable: "give the path of a script's file"
    case .inboxMissing: "give `start` an inbox, or the configuration one"
    case .missingValues: "give them to `start` as `values` or `secrets`"
    case .nobodyToAsk: "give `start` a prompter, or answer with a value instead of `prompt`"
    case .runNotAllowed: "an app's script runs no programs: give `start` the value"
    default: diagnostic.help
    }
  }

  /// Makes one problem that may be shown.
  static func one(_ diagnostic: Diagnostic, masker: Masker) -> SignInProblem {
    all([diagnostic], masker: masker)[0]
  }
}
