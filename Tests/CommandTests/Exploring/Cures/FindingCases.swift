/// An org with a finding, and the change that the finding's help or page advises.
struct Cure: Sendable {
  /// The severity of a finding, as programs read it.
  enum Severity: String { case note, warning, error }

  let name: String
  /// A part of the finding's message.
  let finds: String
  let severity: Severity
  /// The options of both audits.
  let arguments: [String]
  /// The options of the audit after the cure, if they are the page's advice.
  let cured: [String]
  /// Parts of the messages of the notes that the page announces for after the cure.
  let leaves: [String]
  /// The case's statements in place of the base's, as `git diff --word-diff` writes a change:
  /// `[-only before-]{+only after+}`.
  let text: String

  init(
    _ name: String, finds: String, as severity: Severity = .warning,
    arguments: [String] = [], cured: [String] = [], leaves: [String] = [], _ text: String
  ) {
    self.name = name
    self.finds = finds
    self.severity = severity
    self.arguments = arguments
    self.cured = cured
    self.leaves = leaves
    self.text = text
  }

  /// The org with the finding.
  var weak: CureOrg { CureOrg(Cure.side(text, without: ("{+", "+}"), keeping: ("[-", "-]"))) }

  /// The org after the cure.
  var sound: CureOrg { CureOrg(Cure.side(text, without: ("[-", "-]"), keeping: ("{+", "+}"))) }

  /// One side of a word diff.
  private static func side(
    _ text: String, without dropped: (String, String), keeping kept: (String, String)
  ) -> String {
    let parts = text.split(separator: dropped.0, omittingEmptySubsequences: false)
    let rest = parts.dropFirst().map { part in
      part.split(separator: dropped.1, maxSplits: 1, omittingEmptySubsequences: false).last ?? ""
    }
    return (parts.prefix(1) + rest).joined()
      .replacing(kept.0, with: "").replacing(kept.1, with: "")
  }
}

/// An org that is just short of the definition of a finding.
struct NearMiss: Sendable {
  let name: String
  /// The options of the audit.
  let arguments: [String]
  /// The org's statements in place of the base's.
  let text: String

  init(_ name: String, arguments: [String] = [], _ text: String) {
    self.name = name
    self.arguments = arguments
    self.text = text
  }
}

/// The orgs that have a finding, and the near misses.
struct FindingCases: Sendable {
  /// The id of the finding.
  let id: String
  let cures: [Cure]
  let nearMisses: [NearMiss]

  init(_ id: String, _ cures: [Cure], nearMisses: [NearMiss]) {
    self.id = id
    self.cures = cures
    self.nearMisses = nearMisses
  }

  static let all = [
    weakerRoute, noWayIn, openRegistration, ruleNeverDecides, policyRuleShadowed, denyBypassed,
    privilegeInversion, groupGetsLess, riskInversion, sameKind, weakMethod, enrollmentImpossible,
    longSession, brokenClaim, emptyClaim, acceptanceExpired, acceptanceUnused,
  ]
}
