package import FlowEngine
package import FlowInterpreter
package import FlowTerminal
import FlowText
import FlowLock

/// Asks the user at the terminal.
///
/// Values that must not be saved are shown only at the terminal.
package final class TerminalPrompter: Prompter {
  private let terminal: any Terminal
  private let masker: Masker
  private let style: Style
  /// The inbox of a simulated org; `nil` if there is none.
  ///
  /// The org's phones and mailboxes don't exist, so messages that arrive there are shown at the
  /// terminal.
  private let inbox: (any Inbox)?
  /// The number of the latest message that was shown.
  private let shown = Mutex(-1)

  package init(terminal: any Terminal, masker: Masker, style: Style, inbox: (any Inbox)?) {
    self.terminal = terminal
    self.masker = masker
    self.style = style
    self.inbox = inbox
  }

  package func answer(_ question: Question) async throws -> Reply {
    show(question)
    await showInbox()
    if question.fields.isEmpty { return try await choose(question) }
    let hasOthers = !question.alternatives.isEmpty && question.fields[0].isRequired
    if hasOthers { line(style("  press Enter without text for other options", as: .dim)) }
    var texts: [String] = []
    for field in question.fields {
      guard let text = try await ask(field) else { return .cancelled }
      if hasOthers, texts.isEmpty, text.isEmpty {
        let reply = try await chooseOther(than: field, question.alternatives)
        guard case .chose = reply else { return reply }
        return try await answer(question)
      }
      texts.append(text)
    }
    if !question.alternatives.isEmpty, texts.allSatisfy(\.isEmpty),
      question.fields.contains(where: { $0.value != nil })
    {
      return try await keep(texts, orElse: question.alternatives)
    }
    return .filled(texts)
  }

  /// Asks whether to submit a form in which the user kept every value, or to choose an alternative.
  private func keep(
    _ texts: [String], orElse alternatives: [Question.Alternative]
  ) async throws -> Reply {
    let submit = Question.Option(Question.Subject("continue", title: "continue with these values"))
    let reply = try await choose(Question(options: [submit], alternatives: alternatives))
    guard case .chose = reply else { return reply }
    return .filled(texts)
  }

  /// Asks which alternative to choose instead of filling a field.
  ///
  /// The reply `chose` returns to the field.
  private func chooseOther(
    than field: Question.Item, _ alternatives: [Question.Alternative]
  ) async throws -> Reply {
    let back = Question.Option(Question.Subject("back", title: "back to: \(field.label)"))
    return try await choose(Question(options: [back], alternatives: alternatives))
  }

  private func line(_ text: TerminalText) {
    terminal.show(masker.masked(text.text) + "\n")
  }

  private func show(_ question: Question) {
    // If a question isn't about a step, it has no heading.
    let head = question.step.isEmpty ? [] : [question.step, question.title].compactMap { $0 }
    if !head.isEmpty { line(style("\(head.joined(separator: ", "))", as: .bold)) }
    for message in question.messages {
      line("  \(message.severity.rawValue): \(message.text)")
    }
    for fact in question.showing {
      // These are facts that the user needs, such as a secret to type into an authenticator app.
      guard let title = WaitingDisplay.title(of: fact) else { continue }
      terminal.print("  \(WaitingDisplay.head(title))\(fact.value.revealed)\n")
    }
    if let complaint = question.complaint { line(style("\(complaint)", as: .caution)) }
  }

  private func showInbox() async {
    guard let inbox, let newest = try? await inbox.mark() else { return }
    let last = shown.withLock { last in
      defer { last = newest }
      return max(last, newest - 1)
    }
    for channel in ["email", "sms", "voice"] {
      let item = try? await inbox.newest(channel, to: nil, after: last)
      guard let item, let code = item.code else { continue }
      let head = style(
        "  the simulated org sent by \(channel) to \(item.address): ", as: .dim)
      terminal.print("\(head)\(code.reveal())\n")
    }
  }

  private func ask(_ field: Question.Item) async throws -> String? {
    if !field.accepted.isEmpty {
      for (index, accepted) in field.accepted.enumerated() {
        line("  \(index + 1) \(accepted.title)")
      }
    }
    // If the user presses Enter without text, the current value is kept.
    let mark =
      field.value.map { " [\(masker.masked($0))]" }
      ?? (field.isRequired ? "" : " (optional)")
    let prompt: TerminalText = "\(field.label)\(mark): "
    guard let typed = try await terminal.ask(prompt, isSecret: field.isSecret) else {
      return nil
    }
    if field.isSecret { masker.add(Secret(typed)) }
    guard !field.accepted.isEmpty, let number = Int(typed) else { return typed }
    return field.accepted[checked: number - 1]?.title ?? typed
  }

  /// An entry in the list of options and alternatives.
  private enum Entry {
    case option(Int, method: Int?)
    case alternative(Int)
  }

  private func choose(_ question: Question) async throws -> Reply {
    var entries: [(text: String, entry: Entry)] = []
    for (index, option) in question.options.enumerated() {
      let details = option.details.isEmpty ? "" : " (\(option.details.joined(separator: ", ")))"
      if option.methods.count > 1 {
        for (method, subject) in option.methods.enumerated() {
          entries.append(
            ("\(option.title) via \(subject.title)\(details)", .option(index, method: method)))
        }
      } else {
        entries.append((option.title + details, .option(index, method: nil)))
      }
    }
    for (index, alternative) in question.alternatives.enumerated() {
      entries.append((alternative.title, .alternative(index)))
    }
    for (index, entry) in entries.enumerated() {
      line("  \(index + 1) \(entry.text)")
    }
    while true {
      let range = entries.count > 1 ? "1-\(entries.count)" : "1"
      guard let typed = try await terminal.ask("Choose [\(range)]: ", isSecret: false) else {
        return .cancelled
      }
      guard let picked = TerminalPrompter.pick(typed, among: entries.map(\.text)) else {
        line("  enter a number from the list, or the beginning of one of its lines")
        continue
      }
      switch entries[picked].entry {
      case .option(let index, let method): return .chose(index, method: method)
      case .alternative(let index): return .other(index)
      }
    }
  }

  /// Returns the index of the entry that the user typed: its number, or the beginning of its text
  /// if only one entry begins so.
  ///
  /// Returns `nil` if no entry matches.
  static func pick(_ typed: String, among texts: [String]) -> Int? {
    let typed = Naming.normalized(typed)
    if let number = Int(typed) { return texts.indices.contains(number - 1) ? number - 1 : nil }
    guard !typed.isEmpty else { return texts.count == 1 ? 0 : nil }
    let found = texts.indices.filter { Naming.normalized(texts[$0]).hasPrefix(typed) }
    return found.count == 1 ? found[0] : nil
  }
}
