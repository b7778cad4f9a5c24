import FlowEngine
import FlowManual
import FlowScript
import FlowSyntax

/// What may stand at a place of a command line: what shells complete.
enum Completion: Sendable, Hashable {
  /// One of these words.
  case words([String])
  /// The name of a flow of the scripts that the line names.
  case flows
  /// A script, or a folder of scripts.
  case scripts
  /// Any file.
  case files
  /// A folder.
  case folders
  /// What only a person can say.
  case anything
}

extension OptionSpec {
  /// What its value can be; `nil` for an option without one.
  var completion: Completion? {
    guard let value else { return nil }
    if !words.isEmpty { return .words(words) }
    if name == SharedOptions.only.spec.name { return .flows }
    switch value {
    case "DIR": return .folders
    case "FILE", "CERT KEY": return .files
    case "FILE[:NAME]": return .scripts
    default: return .anything
    }
  }
}

extension CommandSpec {
  /// What its operands can be, in order; the last one's, where they repeat, for all that follow.
  var operandCompletions: [Completion] {
    let labels = operands.split(separator: " ").map { label in
      String(label.filter { !"[]…".contains($0) })
    }
    return labels.map { label in
      if label.contains("|") { return .words(label.split(separator: "|").map(String.init)) }
      switch label {
      case "FILE", "PATH": return .scripts
      case "RESPONSE.json", "EXPORT.json": return .files
      case "okta": return .words(ImportCommand.Source.allCases.map(\.rawValue))
      case "DIR": return .folders
      case "ENGINE": return .words(EngineCatalog.standard.engines.map(\.engine))
      case "PROBLEM": return .words(Manual.problems)
      case "COMMAND": return .words(CommandTable.all.map(\.name))
      default: return .anything
      }
    }
  }

  /// Whether its last operand may come any number of times.
  var repeatsOperands: Bool { operandCount.upperBound == .max }
}
