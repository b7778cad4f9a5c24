import FlowEngine
package import FlowTerminal
package import IDXEngine

/// An inspection for a person.
package enum InspectionText {
  /// One line: the steps and what ended, and how much was not understood.
  package static func summary(_ inspection: IDXInspection, _ path: String, _ style: Style) -> String
  {
    let response = inspection.response
    var parts: [String] = []
    if inspection.kind != .page { parts.append(inspection.kind.rawValue) }
    if !response.steps.isEmpty {
      parts.append(
        response.steps.map { step in
          let words = [step.name] + step.subjects.prefix(1).map(\.word)
          return style(words.joined(separator: " ").terminalSafe, .name)
        }.joined(separator: ", "))
    }
    if let outcome = response.outcome { parts.append(outcome.rawValue) }
    if let message = response.messages.first { parts.append("\"\(message.text.terminalSafe)\"") }
    if !inspection.notes.isEmpty {
      parts.append(style("\(inspection.notes.count) not understood", .caution))
    }
    return path.terminalSafe + ": " + parts.joined(separator: "; ")
  }

  /// The whole response.
  package static func page(_ inspection: IDXInspection, _ style: Style) -> String {
    let response = inspection.response
    var lines: [String] = []
    if inspection.kind != .page { lines.append("kind: " + inspection.kind.rawValue) }
    if let outcome = response.outcome {
      lines.append("outcome: " + style(outcome.rawValue, outcome == .failure ? .bad : .good))
    }
    for message in response.messages { lines += text(of: message, style) }
    for step in response.steps { lines += text(of: step, style) }
    if !response.capabilities.isEmpty {
      lines.append(
        "always: " + response.capabilities.map(\.name.terminalSafe).joined(separator: ", "))
    }
    if !inspection.authenticators.isEmpty {
      lines.append("authenticators")
      lines += inspection.authenticators.flatMap { authenticator in
        ["  " + text(of: authenticator, style)]
          + authenticator.rules.map {
            "    \($0.name.terminalSafe) = \($0.value.shown.terminalSafe)"
          }
      }
    }
    let facts = response.facts.map { "  \($0.name.terminalSafe) = \($0.value.shown.terminalSafe)" }
    if !facts.isEmpty { lines += ["facts"] + facts }
    if let tokens = response.tokens {
      lines.append("tokens: \(tokens.tokenType.terminalSafe) \(tokens.accessToken)")
    }
    for note in inspection.notes {
      lines.append(
        style("not understood", .caution)
          + " \(note.path.terminalSafe): \(note.message.terminalSafe)")
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func text(of message: Message, _ style: Style) -> [String] {
    let role: Style.Role =
      switch message.severity {
      case .error: .bad
      case .warning: .caution
      case .info: .dim
      }
    var text = style(message.severity.rawValue, role) + ": \(message.text.terminalSafe)"
    if let key = message.key { text += style(" [\(key.terminalSafe)]", .dim) }
    if let field = message.field { text += " at \(field.terminalSafe)" }
    var lines = [text]
    if !message.parameters.isEmpty {
      lines.append("  with " + message.parameters.map(\.terminalSafe).joined(separator: ", "))
    }
    return lines + message.links.map { "  links to \($0.terminalSafe)" }
  }

  private static func text(of step: Step, _ style: Style) -> [String] {
    var head = "on " + style(step.name.terminalSafe, .name)
    if !step.subjects.isEmpty {
      head += " " + step.subjects.map(\.word.terminalSafe).joined(separator: " / ")
    }
    var lines = [head]
    lines += step.fields.map { "  " + text(of: $0, style) }
    for choice in step.choices {
      var line = "  choose " + style(quoted(choice.naming.word), .name)
      if !choice.methods.isEmpty {
        line += " via " + choice.methods.map(\.word.terminalSafe).joined(separator: " | ")
      }
      let titles = [choice.naming.title] + choice.details
      line += style("  \(titles.joined(separator: ", ").terminalSafe)", .dim)
      lines.append(line)
      lines += choice.fields.map { "    with " + text(of: $0, style) }
    }
    if let waiting = step.waiting { lines.append("  poll every \(waiting.interval)") }
    if let redirect = step.redirect {
      lines.append("  follow to \(redirect.title.terminalSafe) \(redirect.address)")
    }
    if !step.capabilities.isEmpty {
      lines.append("  " + step.capabilities.map(\.name.terminalSafe).joined(separator: ", "))
    }
    lines += step.showing.map { fact in
      let label = fact.label.map { $0.isEmpty ? "" : " \"\($0.terminalSafe)\"" } ?? ""
      return "  shows \(fact.name.terminalSafe)\(label) = \(fact.value.shown.terminalSafe)"
    }
    return lines
  }

  private static func text(of field: Field, _ style: Style) -> String {
    var marks: [String] = [field.kind.rawValue]
    if field.isRequired { marks.append("required") }
    if field.isSecret { marks.append(field.isHidden ? "secret" : "masked") }
    if field.isCaptcha { marks.append("captcha") }
    if let code = field.code {
      let (least, most) = (code.lengths.lowerBound, code.lengths.upperBound)
      let count = least == most ? "\(least)" : "\(least) to \(most)"
      marks.append("\(count) \(code.characters == .digits ? "digits" : "letters or digits")")
    }
    var text = style(field.name.terminalSafe, .bold) + " (" + marks.joined(separator: ", ") + ")"
    text += " \"\(field.label.terminalSafe)\""
    if !field.aliases.isEmpty {
      text += style(" or " + field.aliases.map(\.terminalSafe).joined(separator: ", "), .dim)
    }
    if let value = field.value {
      text += " = " + (field.isSecret ? value.hidden : value).shown.terminalSafe
    }
    if !field.accepted.isEmpty {
      let values = field.accepted.prefix(8).map(\.value.shown.terminalSafe)
      let rest = field.accepted.count > 8 ? " and \(field.accepted.count - 8) more" : ""
      text += style(" one of " + values.joined(separator: ", ") + rest, .dim)
    }
    return text
  }

  private static func text(of authenticator: IDXInspection.Authenticator, _ style: Style) -> String
  {
    var text = style(authenticator.naming.word.terminalSafe, .name)
    text += " \"\(authenticator.naming.title.terminalSafe)\""
    if !authenticator.methods.isEmpty {
      text += " via " + authenticator.methods.map(\.word.terminalSafe).joined(separator: ", ")
    }
    if !authenticator.capabilities.isEmpty {
      text += " can " + authenticator.capabilities.map(\.name.terminalSafe).joined(separator: ", ")
    }
    if !authenticator.details.isEmpty {
      text += style("  " + authenticator.details.joined(separator: ", ").terminalSafe, .dim)
    }
    return text + style("  \(authenticator.place.terminalSafe)", .dim)
  }

  /// A word as a script writes it: in quotes if it isn't a word there.
  private static func quoted(_ word: String) -> String {
    let isWord =
      word.utf8.allSatisfy { byte in
        byte >= 0x80 || (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte & 0xDF)
          || byte == 0x2D || byte == 0x2E || byte == 0x5F
      } && !(word.utf8.first.map { (0x30...0x39).contains($0) } ?? true)
    return isWord ? word.terminalSafe : "\"\(word.terminalSafe)\""
  }
}
