import FlowEngine

/// Finds the address to which the server sends the current step's code.
enum MailOwner {
  /// Returns the address of the current step's code, in full or masked; `nil` if it is unknown.
  ///
  /// The server sends the code to the authenticator's address, and shows that address masked. If a
  /// known full address matches the mask, it is returned instead. An authenticator without an
  /// address uses the user's address, or else the address that was typed last. If the inbox isn't
  /// shared, only an address that the server shows in full is used.
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

  /// Returns the address of the email authenticator that was chosen last; `nil` if it is unknown.
  private static func chosenAddress(_ chosen: Choice?) -> String? {
    guard let chosen, chosen.naming.answers(to: "email") else { return nil }
    return chosen.details.first { MailAddress($0) != nil }
  }

  /// The last parts of the names of fields for addresses.
  ///
  /// The most precise names are first.
  private static let addressFields = ["email", "identifier", "login", "username"]

  /// Returns the address that was typed last in a field for addresses; `nil` if there is none.
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
