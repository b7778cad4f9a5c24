import FlowDiagnostics
import FlowEngine
import FlowSyntax

/// The values that are given from outside, and the fields that they may be meant for.
enum GivenValue {
  /// A text as a value of the type of a `let`, written as scripts write it; `nil` where it is none.
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

  /// What a value that can't stand in the place of a `let` is.
  static func otherwise(_ declared: Expression) -> String {
    switch declared {
    case .number: "no number"
    case .boolean: "neither true nor false"
    case .duration: "no duration"
    case .text, .name, .lookup, .call, .totp, .random: "no text"
    }
  }

  /// The fields that rules answer without saying with what.
  static func bareFields(of rules: [PlannedRule]) -> [Word] {
    rules.flatMap(\.actions).flatMap { action -> [Word] in
      guard case .answer(let answers) = action.kind else { return [] }
      return answers.filter { $0.value == nil }.map(\.field)
    }
  }

  /// Whether a field and a value of these names may be one: by the last parts of their names, or
  /// because both may be a credential.
  static func mayFill(_ field: Word, _ value: Word) -> Bool {
    let (own, other) = (lastPart(field), lastPart(value))
    return own == other || (credentials.contains(own) && credentials.contains(other))
  }

  /// The words that may all mean the credential of a step.
  private static let credentials: Set<String> = [
    "answer", "code", "otp", "passcode", "password", "pin", "totp",
  ]

  private static func lastPart(_ word: Word) -> String {
    word.text.split(separator: ".").last.map(String.init) ?? word.text
  }
}
