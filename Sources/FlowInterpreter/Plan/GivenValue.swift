import FlowDiagnostics
import FlowEngine
import FlowSyntax

/// Functions for values from outside the script: their types, and the fields that they may fill.
enum GivenValue {
  /// Reads a text as a value of the same type as a `let`, in the notation of scripts.
  ///
  /// Returns `nil` if the text isn't such a value.
  static func literal(
    _ text: String, like declared: Expression
  ) -> PlannedValue.Content? {
    switch declared {
    case .text, .name, .lookup, .call, .totp, .random: return .constant(.text(text))
    case .number, .boolean, .duration: break
    }
    let written = Script.parse(SourceFile(name: "", text: "let given = \(text)"))
    let items = written.script.items
    guard written.diagnostics.isEmpty, items.count == 1,
      case .statement(.constant(let node))? = items.first
    else { return nil }
    switch (declared, node.value) {
    case (.number, .number(let number)): return .constant(.number(number.value))
    case (.boolean, .boolean(let truth)): return .constant(.boolean(truth.value))
    case (.duration, .duration(let duration)):
      return .duration(
        seconds: Double(duration.milliseconds) / 1000,
        written: written.script.source.text(node.value.range))
    default: return nil
    }
  }

  /// Returns the end of the message for a value of the wrong type, such as "isn't a number".
  static func otherwise(_ declared: Expression) -> String {
    switch declared {
    case .number: "isn't a number"
    case .boolean: "isn't true or false"
    case .duration: "isn't a duration"
    case .text, .name, .lookup, .call, .totp, .random: "isn't a text"
    }
  }

  /// Returns the fields that rules name without a value (`answer passcode`).
  static func bareFields(of rules: [PlannedRule]) -> [Word] {
    rules.flatMap(\.actions).flatMap { action -> [Word] in
      guard case .answer(let answers) = action.kind else { return [] }
      return answers.filter { $0.value == nil }.map(\.field)
    }
  }

  /// Whether a value may fill a field: the last parts of their names are equal, or both name a
  /// credential.
  static func mayFill(_ field: Word, _ value: Word) -> Bool {
    let (own, other) = (lastPart(field), lastPart(value))
    return own == other || (credentials.contains(own) && credentials.contains(other))
  }

  /// The common names of credentials.
  private static let credentials: Set<String> = [
    "answer", "code", "otp", "passcode", "password", "pin", "totp",
  ]

  private static func lastPart(_ word: Word) -> String {
    word.text.split(separator: ".").last.map(String.init) ?? word.text
  }
}
