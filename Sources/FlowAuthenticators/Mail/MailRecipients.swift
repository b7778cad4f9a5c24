import FlowText
package import FlowEngine

/// The recipients that an email names.
package struct MailRecipients: Sendable, Hashable {
  /// The addresses in `To` and `Cc`.
  package var named: [String]
  /// The addresses in `Bcc`, and in fields that the delivery adds, such as `Delivered-To`.
  package var delivered: [String]

  package init(named: [String] = [], delivered: [String] = []) {
    self.named = named
    self.delivered = delivered
  }

  /// Every address, starting with `To` and `Cc`.
  package var all: [String] { named + delivered }

  /// Whether the email is only for an address.
  ///
  /// A code is sent to one user. If an email names several recipients, it isn't accepted, so that a
  /// second recipient can't bring a code into the run. The addresses that the delivery adds count
  /// only if `To` and `Cc` name none, because a folder may belong to an alias or a catch-all.
  package func isOnly(_ address: MailAddress) -> Bool {
    guard named.isEmpty else {
      return named.allSatisfy { ASCII.isSame($0, named[0]) } && address.fits(named[0])
    }
    let fitting = delivered.filter { address.fits($0) }
    return !fitting.isEmpty && fitting.allSatisfy { ASCII.isSame($0, fitting[0]) }
  }
}
