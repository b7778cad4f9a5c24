package import FlowDiagnostics

/// What the policies of an org allow that they should not, or don't that they should.
extension ProblemKind {
  package static let brokenClaim = ProblemKind("broken-claim")
  package static let enrolmentImpossible = ProblemKind("enrolment-impossible", .warning)
  package static let noWayIn = ProblemKind("no-way-in", .warning)
  package static let policyRuleShadowed = ProblemKind("policy-rule-shadowed", .warning)
  package static let weakMethod = ProblemKind("weak-method", .warning)
  package static let weakerRoute = ProblemKind("weaker-route", .warning)
}
