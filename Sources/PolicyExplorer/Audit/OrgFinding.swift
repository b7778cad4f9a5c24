import FlowCrypto
package import FlowDiagnostics
import FlowSyntax
package import OktaSimulator

/// Something that is wrong with what an org allows.
package struct OrgFinding: Sendable {
  package var kind: ProblemKind
  /// One sentence in lower case.
  package var message: String
  /// How serious it is, unless as its kind says.
  package var severity: Diagnostic.Severity?
  /// What to do about it; `nil` if the page of its kind says all.
  package var help: String?
  /// Where it stands in the org's settings; `nil` for a claim, whose place is its own.
  package var place: SourceRange?
  /// Another place that it is about, with what is to be said of it.
  package var other: (place: SourceRange, text: String)?
  /// The shortest route that shows it; `nil` where none can.
  package var witness: Route?
  /// The claim that doesn't hold.
  package var claim: ClaimOrigin?
  /// The classes of users whom it affects, in the order of the settings; empty if it is about no users.
  package var classes: [WalkKind] = []
  /// What it comes from, in words of the org: the same for as long as the finding is.
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

  /// How serious it is.
  package var gravity: Diagnostic.Severity { severity ?? kind.severity }

  /// What tells the finding from every other, and stays the same if the org's text moves, or other
  /// users come and go: 12 hexadecimal digits.
  package var fingerprint: String {
    let text = ([kind.id] + (cause.isEmpty ? [message] : cause)).joined(separator: "\u{1F}")
    return SHA256.hash(Array(text.utf8)).prefix(6).map { byte in
      let digits = String(byte, radix: 16)
      return digits.count == 1 ? "0" + digits : digits
    }.joined()
  }
}
