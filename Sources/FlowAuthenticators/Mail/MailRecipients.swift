import FlowText
package import FlowEngine

/// The recipients of an email, as far as it names them.
package struct MailRecipients: Sendable, Hashable {
  /// The addresses in `To` and `Cc`.
  package var named: [String]
  /// The addresses that the delivery has recorded, such as `Delivered-To`, and the addresses in
  /// `Bcc`.
  package var delivered: [String]

  package init(named: [String] = [], delivered: [String] = []) {
    self.named = named
    self.delivered = delivered
  }

  /// Every address, `To` and `Cc` first.
  package var all: [String] { named + delivered }

  /// Whether the email is only for this address.
  ///
  /// A code is sent to one user. An email that names several isn't accepted, so that a second
  /// recipient can't bring a code into the run. The recorded addresses count only if `To` and `Cc`
  /// name none, because a folder may belong to an alias or a catch-all.
  package func isOnly(_ address: MailAddress) -> Bool {
    guard named.isEmpty else {
      return named.allSatisfy { ASCII.isSame($0, named[0]) } && address.fits(named[0])
    }
    let fitting = delivered.filter { address.fits($0) }
    return !fitting.isEmpty && fitting.allSatisfy { ASCII.isSame($0, fitting[0]) }
  }
}
