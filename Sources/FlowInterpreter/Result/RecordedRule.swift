package import FlowEngine
import FlowSyntax

/// A rule that repeats a move of a recorded run.
package struct RecordedRule: Sendable, Hashable {
  /// The pattern: the step's name and its subject.
  package var pattern: String
  /// The action.
  package var action: String
  /// Whether the rule may answer a response that shows an error.
  package var answersErrors: Bool
  /// The maximum number of times that the rule may fire; `nil` for no limit.
  package var limit: Int?

  /// The rule as a line of a script.
  package var text: String {
    var text = "on \(pattern)"
    if answersErrors { text += " when message" }
    switch limit {
    case nil: break
    case 1?: text += " once"
    case let times?: text += " up to \(times) times"
    }
    return text + " " + action
  }

  /// How the rule gives the answer to a field.
  package enum Answered: Sendable, Hashable {
    /// The answer is this value, in the notation of scripts.
    case value(String)
    /// The rule asks the user.
    case asked
  }

  /// Creates the rule that repeats a move.
  ///
  /// If a script can't express the move, the rule asks the user everything about the step.
  ///
  /// - Parameters:
  ///   - kept: The move.
  ///   - passkey: The name of the passkey that answers the step; `nil` if there is none.
  ///   - value: Returns how the rule gives an answer to a field of a step.
  package init(
    _ kept: KeptMove, passkey: String?, value: (Field, Value, Step) -> Answered
  ) {
    let step = kept.response.steps[checked: kept.step ?? 0]
    answersErrors = kept.isAtError
    // A step that has the name of a capability, such as `skip`, is written at the main step.
    if case .submit(_, nil, let answers) = kept.move, answers.isEmpty, kept.step != 0,
      let name = step?.name, RecordedRule.capabilities.contains(name)
    {
      pattern = kept.response.steps.first.map(RecordedRule.pattern) ?? "any"
      action = name
      return
    }
    pattern = step.map(RecordedRule.pattern) ?? "any"
    action =
      switch kept.move {
      case .submit(_, let selection, let answers):
        step.flatMap { RecordedRule.submit($0, selection, answers, passkey, value) } ?? "prompt"
      case .use(let capability, _):
        RecordedRule.capabilities.contains(capability.name) ? capability.name : "prompt"
      case .poll: "poll"
      case .resume: "follow"
      case .outside, .look, .settle: "prompt"
      }
  }

  /// Creates a rule that stops the run at a response.
  package init(stoppingAt response: Response, isAtError: Bool) {
    pattern = response.steps.first.map(RecordedRule.pattern) ?? "any"
    action = "stop"
    answersErrors = isAtError
  }

  /// The capabilities that are actions of the language.
  private static let capabilities: Set = ["skip", "cancel", "deny", "resend", "recover", "send"]

  private static func pattern(of step: Step) -> String {
    guard ScriptWriting.isWord(step.name) else { return "any" }
    guard let subject = step.subjects.first else { return step.name }
    return "\(step.name) \(ScriptWriting.name(subject.word))"
  }

  private static func submit(
    _ step: Step, _ selection: Selection?, _ answers: [Answer], _ passkey: String?,
    _ value: (Field, Value, Step) -> Answered
  ) -> String? {
    let fields = step.fields(with: selection?.choice)
    let signed = (step.passkey?.fields).map { Array($0.values) } ?? []
    var parts: [(name: String, label: String, answered: Answered)] = []
    if answers.contains(where: { signed.contains($0.field) }) {
      parts.append(("passkey", "", .value("passkey \(ScriptWriting.name(passkey ?? "mine"))")))
    }
    for answer in answers where !signed.contains(answer.field) {
      guard let index = fields.firstIndex(where: { $0.name == answer.field }),
        let name = fields.name(of: index)
      else { return nil }
      parts.append((name, fields[index].label, value(fields[index], answer.value, step)))
    }
    if selection == nil, !parts.isEmpty, parts.allSatisfy({ $0.answered == .asked }) {
      return "prompt " + parts.map(\.name).joined(separator: ", ")
    }
    let assignments = parts.map { part in
      switch part.answered {
      case .value(let text): "\(part.name) = \(text)"
      case .asked: "\(part.name) = ask \(TextLiteral.quoted(part.label))"
      }
    }.joined(separator: ", ")
    guard let selection else { return parts.isEmpty ? "submit" : "answer \(assignments)" }
    guard let choice = step.choices[checked: selection.choice] else { return nil }
    var text = "choose " + name(of: choice, among: step.choices)
    if let method = selection.method.flatMap({ choice.methods[checked: $0] }),
      method.word != choice.naming.word
    {
      text += " via \(ScriptWriting.name(method.word))"
    }
    return parts.isEmpty ? text : "\(text) with \(assignments)"
  }

  private static func name(of choice: Choice, among choices: [Choice]) -> String {
    MoveText.detail(of: choice, among: choices).map(TextLiteral.quoted)
      ?? ScriptWriting.name(choice.naming.word)
  }
}

extension [Field] {
  /// Returns the name of a field in a script; `nil` if no name identifies it.
  ///
  /// The common alias comes first, then the last part of the field's name, then the full name.
  fileprivate func name(of index: Int) -> String? {
    let field = self[index]
    // If a passcode field has both aliases, it is called a password only if its input is hidden.
    let alias = field.aliases.first { $0 != "password" || field.isHidden }
    let isGeneral = field.shortName == "passcode" || field.shortName == "totp"
    let short = isGeneral ? [alias ?? field.shortName, field.shortName] : [field.shortName]
    return (short + [field.name]).first { name in
      guard ScriptWriting.isWord(name), case .found(index) = match(Word(name)) else { return false }
      return true
    }
  }
}
