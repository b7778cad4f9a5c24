import FlowCrypto
package import FlowDiagnostics
import FlowSyntax
package import OktaSimulator

/// A problem with what an org allows.
package struct OrgFinding: Sendable {
  package var kind: ProblemKind
  /// One sentence in lower case.
  package var message: String
  /// The severity, if it differs from the default of its kind.
  package var severity: Diagnostic.Severity?
  /// The cure; `nil` if the page of its kind describes it.
  package var help: String?
  /// The location in the org's settings; `nil` for a claim, which has its own location.
  package var place: SourceRange?
  /// Another location that it is about, with a text for it.
  package var other: (place: SourceRange, text: String)?
  /// The shortest route that shows it; `nil` if none can.
  package var witness: Route?
  /// The claim that doesn't hold.
  package var claim: ClaimOrigin?
  /// The affected classes of users, in the order of the settings; empty if it affects no users.
  package var classes: [WalkKind] = []
  /// The cause, in words of the org: it doesn't change while the finding exists.
  package var cause: [String] = []
  /// The answers to unknown facts without which there is no finding.
  ///
  /// If there are none, the finding is certain; otherwise it only cannot be excluded. `nil` if it
  /// relies on what its witness relies on.
  package var reliesOn: [Assumption]?

  package init(
    _ kind: ProblemKind, _ message: String, at place: SourceRange?, witness: Route? = nil,
    other: (place: SourceRange, text: String)? = nil, claim: ClaimOrigin? = nil,
    reliesOn: [Assumption]? = nil
  ) {
    self.kind = kind
    self.message = message
    self.place = place
    self.witness = witness
    self.other = other
    self.claim = claim
    self.reliesOn = reliesOn
  }

  /// The severity.
  package var gravity: Diagnostic.Severity { severity ?? kind.severity }

  /// The identity of the finding: 12 hexadecimal digits.
  ///
  /// It stays the same if the org's text moves, or if other users are added or removed.
  package var fingerprint: String {
    let text = ([kind.id] + (cause.isEmpty ? [message] : cause)).joined(separator: "\u{1F}")
    return SHA256.hash(Array(text.utf8)).prefix(6).map { byte in
      let digits = String(byte, radix: 16)
      return digits.count == 1 ? "0" + digits : digits
    }.joined()
  }
}
