import FlowEngine
import FlowManual
import FlowScript
import FlowSyntax

/// What a shell completes at a position of a command line.
enum Completion: Sendable, Hashable {
  /// One of these words.
  case words([String])
  /// The name of a flow in the scripts that the command line names.
  case flows
  /// A script, or a folder of scripts.
  case scripts
  /// Any file.
  case files
  /// A folder.
  case folders
  /// A value that only the user can supply.
  case anything
}

extension OptionSpec {
  /// What completes the option's value; `nil` for an option without a value.
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
  /// What completes the command's operands, in order.
  ///
  /// If the last operand repeats, its completion is for all further operands.
  var operandCompletions: [Completion] {
    let labels = operands.split(separator: " ").map { label in
      String(label.filter { !"[]…".contains($0) })
    }
    return labels.map { label in
      if label.contains("|") {
        // A label in capitals is a placeholder and not a word to complete.
        let words = label.split(separator: "|").map(String.init)
        return .words(words.filter { $0 != $0.uppercased() })
      }
      switch label {
      case "FILE", "PATH": return .scripts
      case "RESPONSE.json", "EXPORT.json": return .files
      case "okta": return .words(ImportCommand.Source.allCases.map(\.rawValue))
      case "DIR": return .folders
      case "ENGINE": return .words(EngineCatalog.standard.engines.map(\.engine))
      case "PROBLEM": return .words(Manual.problems)
      case "TOPIC": return .words(Manual.topics.map(\.name))
      case "COMMAND": return .words(CommandTable.all.map(\.name))
      default: return .anything
      }
    }
  }

  /// Whether the command's last operand repeats.
  var repeatsOperands: Bool { operandCount.upperBound == .max }
}
