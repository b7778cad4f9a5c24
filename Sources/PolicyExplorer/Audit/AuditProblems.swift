package import FlowDiagnostics

/// The kinds of problems that an audit finds: policies that allow too much or too little.
extension ProblemKind {
  package static let acceptanceExpired = ProblemKind("acceptance-expired", .warning)
  package static let acceptanceUnused = ProblemKind("acceptance-unused", .warning)
  package static let brokenClaim = ProblemKind("broken-claim")
  package static let denyBypassed = ProblemKind("deny-bypassed", .warning)
  package static let enrollmentImpossible = ProblemKind("enrollment-impossible", .warning)
  package static let groupGetsLess = ProblemKind("group-gets-less", .warning)
  package static let longSession = ProblemKind("long-session", .warning)
  package static let noWayIn = ProblemKind("no-way-in", .warning)
  package static let openRegistration = ProblemKind("open-registration", .warning)
  package static let policyRuleShadowed = ProblemKind("policy-rule-shadowed", .warning)
  package static let privilegeInversion = ProblemKind("privilege-inversion", .warning)
  package static let riskInversion = ProblemKind("risk-inversion", .warning)
  package static let ruleNeverDecides = ProblemKind("rule-never-decides", .warning)
  package static let sameKind = ProblemKind("same-kind", .warning)
  package static let weakMethod = ProblemKind("weak-method", .warning)
  package static let weakerRoute = ProblemKind("weaker-route", .warning)

  /// The kinds of problems that an org's settings can accept.
  static let ofAudit: [ProblemKind] = [
    .brokenClaim, .denyBypassed, .enrollmentImpossible, .groupGetsLess, .longSession, .noWayIn,
    .openRegistration, .policyRuleShadowed, .privilegeInversion, .riskInversion,
    .ruleNeverDecides, .sameKind, .weakMethod, .weakerRoute,
  ]
}
