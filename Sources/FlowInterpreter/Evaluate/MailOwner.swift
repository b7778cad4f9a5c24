import FlowEngine

/// Determines the address that the current step's code is sent to.
enum MailOwner {
  /// Returns the address of the current step's code, in full or masked; `nil` if it is unknown.
  ///
  /// The server sends the code to the address of the authenticator, which it shows masked. A full
  /// address that matches the mask is more precise. If the authenticator has no address, it is the
  /// user's address, or else the one that was typed last. For an inbox that isn't shared, only an
  /// address that the server shows in full is used.
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

  /// Returns the address of the latest chosen mailbox.
  private static func chosenAddress(_ chosen: Choice?) -> String? {
    guard let chosen, chosen.naming.answers(to: "email") else { return nil }
    return chosen.details.first { MailAddress($0) != nil }
  }

  /// The last parts of the names of address fields, the more precise first.
  private static let addressFields = ["email", "identifier", "login", "username"]

  /// Returns the address that was typed last in an address field.
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
