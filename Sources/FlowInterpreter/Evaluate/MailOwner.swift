import FlowEngine

/// Finds whose mail the code of the current step is in.
enum MailOwner {
  /// Whose mail the code of the current step is in, in full or masked; `nil` if nothing says that.
  ///
  /// The server sends it to the address of the authenticator, which it shows masked. Another
  /// address that is known in full and that the mask fits is more precise. Without an
  /// authenticator's address it is the user's, else the one that was typed last. An inbox that
  /// isn't shared is only asked for an address that the server shows in full.
  static func address(_ journal: borrowing Journal, in inbox: any Inbox) -> MailAddress? {
    let facts = journal.response.facts
    let typed = inbox.isShared ? typedAddress(journal.records) : nil
    let shown = [
      text("authenticator.email", in: facts), chosenAddress(journal.chosen),
      text("user.email", in: facts),
    ]
    .compactMap { $0.flatMap { MailAddress($0) } }
    let named = [text("user.email", in: facts), typed, text("user.identifier", in: facts)]
      .compactMap { $0.flatMap { MailAddress($0) } }.filter { !$0.isMasked }
    guard let first = shown.first else { return inbox.isShared ? named.first : nil }
    if let exact = named.first(where: { first.fits($0) }) { return exact }
    return first.isMasked && !inbox.isShared ? nil : first
  }

  private static func text(_ name: String, in facts: [Fact]) -> String? {
    guard case .text(let text)? = facts.first(where: { $0.name == name })?.value else {
      return nil
    }
    return text
  }

  /// The address of the mailbox that was chosen last.
  private static func chosenAddress(_ chosen: Choice?) -> String? {
    guard let chosen, chosen.naming.answers(to: "email") else { return nil }
    return chosen.details.first { MailAddress($0) != nil }
  }

  /// The last parts of the names of fields that take an address, the more precise first.
  private static let addressFields = ["email", "identifier", "login", "username"]

  /// The address that was typed last, in a field for one.
  private static func typedAddress(_ records: [StepRecord]) -> String? {
    for record in records.reversed() {
      guard case .submit(_, _, let answers)? = record.taken?.move else { continue }
      for name in addressFields {
        for answer in answers where answer.field == name || answer.field.hasSuffix("." + name) {
          let text = answer.value.revealed
          if MailAddress(text) != nil { return text }
        }
      }
    }
    return nil
  }
}
