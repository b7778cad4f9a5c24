import FlowText
package import FlowEngine

/// To whom a mail went, as far as it says.
package struct MailRecipients: Sendable, Hashable {
  /// The addresses in `To` and `Cc`.
  package var named: [String]
  /// The addresses that the delivery has noted, such as `Delivered-To`, and those in `Bcc`.
  package var delivered: [String]

  package init(named: [String] = [], delivered: [String] = []) {
    self.named = named
    self.delivered = delivered
  }

  /// Every address, those in `To` and `Cc` first.
  package var all: [String] { named + delivered }

  /// Whether the mail is for one address and for no other.
  ///
  /// A code is sent to one person: a mail that names several is not the one that is waited for, so
  /// that a second recipient can't bring a code into the run. What the delivery has noted counts
  /// only if `To` and `Cc` name no one, because a folder may be that of an alias or a catch-all.
  package func isOnly(_ address: MailAddress) -> Bool {
    guard named.isEmpty else {
      return named.allSatisfy { ASCII.isSame($0, named[0]) } && address.fits(named[0])
    }
    let fitting = delivered.filter { address.fits($0) }
    return !fitting.isEmpty && fitting.allSatisfy { ASCII.isSame($0, fitting[0]) }
  }
}
