import FlowEngine
package import FlowTerminal
package import FlowText
package import IDXEngine

/// Formats an inspected response for users.
package enum InspectionText {
  /// Returns a summary on one line: the steps, the outcome, and the number of unknown parts.
  package static func summary(_ inspection: IDXInspection, _ path: String, _ style: Style)
    -> TerminalText
  {
    let response = inspection.response
    var parts: [TerminalText] = []
    if inspection.kind != .page { parts.append("\(inspection.kind.rawValue)") }
    if !response.steps.isEmpty {
      parts.append(
        response.steps.map { step in
          let words = [step.name] + step.subjects.prefix(1).map(\.word)
          return style("\(words.joined(separator: " "))", as: .name)
        }.joined(separator: ", "))
    }
    if let outcome = response.outcome { parts.append("\(outcome.rawValue)") }
    if let message = response.messages.first { parts.append("\"\(message.text)\"") }
    if !inspection.notes.isEmpty {
      parts.append(style("\(inspection.notes.count) not understood", as: .caution))
    }
    return "\(path): " + parts.joined(separator: "; ")
  }

  /// Returns the whole response as text.
  package static func page(_ inspection: IDXInspection, _ style: Style) -> TerminalText {
    let response = inspection.response
    var lines: [TerminalText] = []
    if inspection.kind != .page { lines.append("kind: \(inspection.kind.rawValue)") }
    if let outcome = response.outcome {
      lines.append(
        "outcome: " + style("\(outcome.rawValue)", as: outcome == .failure ? .bad : .good))
    }
    for message in response.messages { lines += text(of: message, style) }
    for step in response.steps { lines += text(of: step, style) }
    if !response.capabilities.isEmpty {
      lines.append("always: \(response.capabilities.map(\.name).joined(separator: ", "))")
    }
    if !inspection.authenticators.isEmpty {
      lines.append("authenticators")
      lines += inspection.authenticators.flatMap { authenticator in
        ["  " + text(of: authenticator, style)]
          + authenticator.rules.map {
            "    \($0.name) = \($0.value.shown)"
          }
      }
    }
    let facts: [TerminalText] = response.facts.map { "  \($0.name) = \($0.value.shown)" }
    if !facts.isEmpty { lines += ["facts"] + facts }
    if let tokens = response.tokens {
      lines.append("tokens: \(tokens.tokenType) \(tokens.accessToken)")
    }
    for note in inspection.notes {
      lines.append(
        style("not understood", as: .caution)
          + " \(note.path): \(note.message)")
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func text(of message: Message, _ style: Style) -> [TerminalText] {
    let role: Style.Role =
      switch message.severity {
      case .error: .bad
      case .warning: .caution
      case .info: .dim
      }
    var text = style("\(message.severity.rawValue)", as: role) + ": \(message.text)"
    if let key = message.key { text += style(" [\(key)]", as: .dim) }
    if let field = message.field { text += " at \(field)" }
    var lines = [text]
    if !message.parameters.isEmpty {
      lines.append("  with \(message.parameters.joined(separator: ", "))")
    }
    return lines + message.links.map { "  links to \($0)" }
  }

  private static func text(of step: Step, _ style: Style) -> [TerminalText] {
    var head: TerminalText = "on " + style("\(step.name)", as: .name)
    if !step.subjects.isEmpty {
      head += " \(step.subjects.map(\.word).joined(separator: " / "))"
    }
    var lines = [head]
    lines += step.fields.map { "  " + text(of: $0, style) }
    for choice in step.choices {
      var line: TerminalText = "  choose " + style("\(quoted(choice.naming.word))", as: .name)
      if !choice.methods.isEmpty {
        line += " via \(choice.methods.map(\.word).joined(separator: " | "))"
      }
      let titles = [choice.naming.title] + choice.details
      line += style("  \(titles.joined(separator: ", "))", as: .dim)
      lines.append(line)
      lines += choice.fields.map { "    with " + text(of: $0, style) }
    }
    if let waiting = step.waiting { lines.append("  poll every \(waiting.interval)") }
    if let redirect = step.redirect {
      lines.append("  follow to \(redirect.title) \(redirect.address)")
    }
    if !step.capabilities.isEmpty {
      lines.append("  \(step.capabilities.map(\.name).joined(separator: ", "))")
    }
    lines += step.showing.map { fact in
      let label: TerminalText =
        fact.label.map { $0.isEmpty ? "" : " \"\($0)\"" } ?? ""
      return "  shows \(fact.name)\(label) = \(fact.value.shown)"
    }
    return lines
  }

  private static func text(of field: Field, _ style: Style) -> TerminalText {
    var marks: [String] = [field.kind.rawValue]
    if field.isRequired { marks.append("required") }
    if field.isSecret { marks.append(field.isHidden ? "secret" : "masked") }
    if field.isCaptcha { marks.append("captcha") }
    if let code = field.code {
      let (least, most) = (code.lengths.lowerBound, code.lengths.upperBound)
      let count = least == most ? "\(least)" : "\(least) to \(most)"
      marks.append("\(count) \(code.characters == .digits ? "digits" : "letters or digits")")
    }
    var text = style("\(field.name)", as: .bold) + " (\(marks.joined(separator: ", ")))"
    text += " \"\(field.label)\""
    if !field.aliases.isEmpty {
      text += style(" or \(field.aliases.joined(separator: ", "))", as: .dim)
    }
    if let value = field.value {
      text += " = \((field.isSecret ? value.hidden : value).shown)"
    }
    if !field.accepted.isEmpty {
      let values = field.accepted.prefix(8).map(\.value.shown)
      let rest = field.accepted.count > 8 ? " and \(field.accepted.count - 8) more" : ""
      text += style(" one of \(values.joined(separator: ", "))\(rest)", as: .dim)
    }
    return text
  }

  private static func text(of authenticator: IDXInspection.Authenticator, _ style: Style)
    -> TerminalText
  {
    var text = style("\(authenticator.naming.word)", as: .name)
    text += " \"\(authenticator.naming.title)\""
    if !authenticator.methods.isEmpty {
      text += " via \(authenticator.methods.map(\.word).joined(separator: ", "))"
    }
    if !authenticator.capabilities.isEmpty {
      text += " can \(authenticator.capabilities.map(\.name).joined(separator: ", "))"
    }
    if !authenticator.details.isEmpty {
      text += style("  \(authenticator.details.joined(separator: ", "))", as: .dim)
    }
    return text + style("  \(authenticator.place)", as: .dim)
  }

  /// Returns a word as scripts write it.
  ///
  /// The word is quoted if necessary.
  private static func quoted(_ word: String) -> String {
    let isWord =
      word.utf8.allSatisfy { byte in
        byte >= 0x80 || (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte & 0xDF)
          || byte == 0x2D || byte == 0x2E || byte == 0x5F
      } && !(word.utf8.first.map { (0x30...0x39).contains($0) } ?? true)
    return isWord ? word : "\"\(word)\""
  }
}
