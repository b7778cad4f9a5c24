import FlowCrypto
package import FlowDiagnostics
import FlowSyntax
package import OktaSimulator

/// A weakness of an org, or a claim that doesn't hold for it.
package struct OrgFinding: Sendable {
  package var kind: ProblemKind
  /// The message: one sentence that begins in lower case.
  package var message: String
  /// The severity; `nil` for the default of the kind.
  package var severity: Diagnostic.Severity?
  /// How to fix the problem; `nil` if the page about the kind describes it.
  package var help: String?
  /// The location in the org's settings; `nil` if there is none.
  package var place: SourceRange?
  /// Another location that the finding mentions, with a text for it.
  package var other: (place: SourceRange, text: String)?
  /// The shortest route that shows the problem; `nil` if no route can.
  package var witness: Route?
  /// The claim that doesn't hold; `nil` for other findings.
  package var claim: ClaimOrigin?
  /// The classes of users that are affected, in the order of the settings; empty if none are.
  package var classes: [WalkKind] = []
  /// The name of the app; `nil` if the org has a single app.
  var app: String?
  /// The words that identify the cause, such as names of rules.
  ///
  /// The words stay the same as long as the problem exists.
  package var cause: [String] = []
  /// The assumptions about unknown facts without which there is no finding.
  ///
  /// If the list is empty, the finding is certain. Otherwise it can't be excluded. `nil` stands for
  /// the assumptions of the witness's start.
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

  /// An identifier of the finding: 12 hexadecimal digits.
  ///
  /// It stays the same if the org's text moves, or if other users are added or removed.
  package var fingerprint: String {
    let text = ([OldProblemID.oldest(of: kind.id)] + (cause.isEmpty ? [message] : cause)).joined(
      separator: "\u{1F}")
    return SHA256.digits(of: text, bytes: 6)
  }
}
