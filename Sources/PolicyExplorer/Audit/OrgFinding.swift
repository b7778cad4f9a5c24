package import FlowDiagnostics
package import FlowSyntax
package import OktaSimulator

/// Something that is wrong with what an org allows.
package struct OrgFinding: Sendable {
  package var kind: ProblemKind
  /// One sentence in lower case.
  package var message: String
  /// Where it stands in the org's settings; `nil` for a claim, whose place is its own.
  package var place: SourceRange?
  /// Another place that it is about, with what is to be said of it.
  package var other: (place: SourceRange, text: String)?
  /// The shortest route that shows it; `nil` where none can.
  package var witness: Route?
  /// The claim that doesn't hold.
  package var claim: Claim?
  /// The answers to unknown facts without which there is no finding.
  ///
  /// If there are none, the finding is certain; otherwise it only cannot be excluded. `nil` if it
  /// relies on what its witness relies on.
  package var reliesOn: [Assumption]?

  package init(
    _ kind: ProblemKind, _ message: String, at place: SourceRange?, witness: Route? = nil,
    other: (place: SourceRange, text: String)? = nil, claim: Claim? = nil,
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
}
