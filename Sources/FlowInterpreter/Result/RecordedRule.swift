package import FlowEngine
import FlowSyntax

/// A move that was made, as the rule of a script that makes it again.
package struct RecordedRule: Sendable, Hashable {
  /// The step, and what it is about.
  package var pattern: String
  /// What is done there.
  package var action: String
  /// Whether it may answer a response that shows an error.
  package var answersErrors: Bool
  /// How often it may fire; `nil` for any number of times.
  package var limit: Int?

  /// The rule as a line.
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

  /// How an answer is given again.
  package enum Answered: Sendable, Hashable {
    /// By this value, as a script writes it.
    case value(String)
    /// By a person, who is asked.
    case asked
  }

  /// Writes a move as a rule; one that a script can't name asks for the whole step.
  ///
  /// - Parameters:
  ///   - kept: the move.
  ///   - passkey: what the passkey is called that answers it.
  ///   - value: how an answer to a field of a step is given again.
  package init(
    _ kept: KeptMove, passkey: String?, value: (Field, Value, Step) -> Answered
  ) {
    let step = kept.response.steps[checked: kept.step ?? 0]
    answersErrors = kept.isAtError
    // What stands beside a step, such as `skip`, is done at the step.
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

  /// Writes a rule that stops at a response.
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
  /// The word by which a script names a field: what the person knows it as, else its last part, else
  /// all of its name; `nil` where none of them is a word that means it.
  fileprivate func name(of index: Int) -> String? {
    let field = self[index]
    // A passcode that may be either is the one that is typed unseen.
    let alias = field.aliases.first { $0 != "password" || field.isHidden }
    let isGeneral = field.shortName == "passcode" || field.shortName == "totp"
    let short = isGeneral ? [alias ?? field.shortName, field.shortName] : [field.shortName]
    return (short + [field.name]).first { name in
      guard ScriptWriting.isWord(name), case .found(index) = match(Word(name)) else { return false }
      return true
    }
  }
}
