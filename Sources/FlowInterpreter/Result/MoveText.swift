package import FlowEngine

/// Describes moves in the words of scripts.
package enum MoveText {
  /// Returns a move as an action of a script, with secrets masked.
  package static func text(_ taken: StepRecord.Taken, at response: Response) -> String {
    let text: String
    switch taken.move {
    case .submit(let step, let selection, let answers):
      text = submit(response.steps[checked: step], selection, answers)
    case .use(let capability, _): text = capability.name
    case .poll:
      text =
        (taken.polls > 1 ? "poll, \(taken.polls) times" : "poll")
        + (taken.hasTimedOut ? ", timed out" : "")
    case .resume: text = "follow"
    case .outside(let event, let parameters):
      // Anyone who sees this value could sign in with it, so it is masked.
      let given = parameters.map { parameter in
        let value = parameter.field == "data" ? parameter.value.hidden : parameter.value
        return "\(parameter.field) = \(value.shown)"
      }.joined(separator: ", ")
      text = "meanwhile \(event)" + (given.isEmpty ? "" : " with \(given)")
    case .look, .settle: text = "wait"
    }
    return taken.isByPerson ? text + " (asked)" : text
  }

  private static func submit(_ step: Step?, _ selection: Selection?, _ answers: [Answer]) -> String
  {
    var parts: [String] = []
    if let selection, let choice = step?.choices[checked: selection.choice] {
      var text = "choose \(name(of: choice, among: step?.choices ?? []))"
      if let method = selection.method.flatMap({ choice.methods[checked: $0] }) {
        if method.word != choice.naming.word { text += " via \(method.word)" }
      }
      parts.append(text)
    }
    if !answers.isEmpty {
      // A passkey's signature is long, and meaningless to a reader.
      let signed = (step?.passkey?.fields).map { Array($0.values) } ?? []
      let isPasskey = answers.contains { signed.contains($0.field) }
      let fields =
        (isPasskey ? ["passkey"] : [])
        + answers.filter { !signed.contains($0.field) }
        .map { "\(short($0.field)) = \($0.value.shown)" }
      parts.append((parts.isEmpty ? "answer " : "with ") + fields.joined(separator: ", "))
    }
    return parts.isEmpty ? "submit" : parts.joined(separator: " ")
  }

  /// Returns the name of a choice.
  ///
  /// If another choice has the same name, the result is a distinguishing detail in quotes.
  private static func name(of choice: Choice, among choices: [Choice]) -> String {
    detail(of: choice, among: choices).map { "\"\($0)\"" } ?? choice.naming.word
  }

  /// Returns the first detail of a choice; `nil` if no other choice has the same name.
  static func detail(of choice: Choice, among choices: [Choice]) -> String? {
    let word = choice.naming.word
    guard choices.count(where: { $0.naming.word == word }) > 1 else { return nil }
    return choice.details.first
  }

  /// Returns the last part of a field's name, which scripts use.
  private static func short(_ field: String) -> String {
    field.split(separator: ".").last.map(String.init) ?? field
  }

  /// Returns the step's name and its subject, such as `challenge-authenticator email`.
  package static func name(of step: Step) -> String {
    ([step.name] + step.subjects.prefix(1).map(\.word)).joined(separator: " ")
  }

  /// Returns a duration in a short form: `0.4 ms`, `12 ms`, `3.2 s`, `2 m 5 s`.
  package static func time(_ duration: Duration) -> String {
    let parts = duration.components
    let seconds = Double(parts.seconds) + Double(parts.attoseconds) * 1e-18
    switch seconds {
    case ..<0.0095: return decimal(seconds * 1000) + " ms"
    case ..<0.9995: return "\(Int((seconds * 1000).rounded())) ms"
    case ..<59.95: return decimal(seconds) + " s"
    default:
      let whole = Int(seconds.rounded())
      return "\(whole / 60) m \(whole % 60) s"
    }
  }

  private static func decimal(_ value: Double) -> String {
    "\((value * 10).rounded() / 10)"
  }
}

extension Array {
  /// The element at an index; `nil` if there is none.
  package subscript(checked index: Int) -> Element? {
    indices.contains(index) ? self[index] : nil
  }
}
