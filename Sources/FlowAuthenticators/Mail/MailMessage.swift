import FlowEngine

/// An email or a text message, parsed as far as needed to find a code or a link.
///
/// See RFC 5322 and RFC 2045 to 2047. Any input is accepted: broken parts are used unchanged or
/// omitted.
package struct MailMessage: Sendable, Hashable {
  /// A text of the message.
  package struct Body: Sendable, Hashable {
    package var text: String
    package var isHTML: Bool

    package init(_ text: String, isHTML: Bool = false) {
      self.text = text
      self.isHTML = isHTML
    }
  }

  /// The recipients; `nil` for a text without header fields, which names none.
  package var addressees: MailRecipients?
  package var subject: String
  /// The texts, in order.
  package var bodies: [Body]

  /// The recipients' addresses, as written; empty if there are none.
  package var recipients: [String] { addressees?.all ?? [] }

  /// Creates a message from its parts.
  package init(addressees: MailRecipients? = nil, subject: String = "", bodies: [Body]) {
    self.addressees = addressees
    self.subject = subject
    self.bodies = bodies
  }

  /// Parses an email; bytes without an email's header are a plain text.
  package init(_ bytes: [UInt8]) {
    let bytes = bytes.prefix(MailLimits.mailBytesMax)
    let (head, body) = MailHead.split(bytes)
    guard head.isMail else {
      let text = String(decoding: bytes.prefix(MailLimits.textBytesMax), as: UTF8.self)
      self.init(bodies: [Body(text)])
      return
    }
    var reader = MailPartReader()
    reader.read(head, body, depth: 0)
    self.init(
      addressees: head.recipients, subject: head["subject"].map(EncodedWords.decode) ?? "",
      bodies: reader.bodies)
  }

  /// Returns whether the message was sent only to an address.
  ///
  /// A text without header fields counts as sent to the address, because the program that printed
  /// the text has selected it.
  ///
  /// - Parameter address: The address, in full or masked; `nil` for any.
  /// - Returns: Whether the message was sent only to the address.
  package func isFor(_ address: String?) -> Bool {
    guard let address, let addressees else { return true }
    return MailAddress(address).map(addressees.isOnly) ?? false
  }
}
