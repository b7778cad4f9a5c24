import FlowEngine

/// A mail or a text message, as far as a code or a link in it needs it (RFC 5322, RFC 2045 to 2047).
///
/// Anything can be read: what is broken is taken as it stands, or left out.
package struct MailMessage: Sendable, Hashable {
  /// One of its texts.
  package struct Body: Sendable, Hashable {
    package var text: String
    package var isHTML: Bool

    package init(_ text: String, isHTML: Bool = false) {
      self.text = text
      self.isHTML = isHTML
    }
  }

  /// To whom it went; `nil` if it is a text without header fields, which can't say that.
  package var addressees: MailRecipients?
  package var subject: String
  /// Its texts, in their order.
  package var bodies: [Body]

  /// The addresses that it went to, as they are written; empty if it names none.
  package var recipients: [String] { addressees?.all ?? [] }

  /// Makes a message of its parts.
  package init(addressees: MailRecipients? = nil, subject: String = "", bodies: [Body]) {
    self.addressees = addressees
    self.subject = subject
    self.bodies = bodies
  }

  /// Reads a whole mail; bytes that don't begin with a mail's header fields are a plain text.
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

  /// Whether it went to an address and to no other.
  ///
  /// A text without header fields counts: whoever printed it has chosen it.
  ///
  /// - Parameter address: The address, in full or masked; `nil` for anyone's.
  /// - Returns: Whether it did.
  package func isFor(_ address: String?) -> Bool {
    guard let address, let addressees else { return true }
    return MailAddress(address).map(addressees.isOnly) ?? false
  }
}
