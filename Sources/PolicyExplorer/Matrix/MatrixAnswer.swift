import OktaSimulator

/// The answer of an org to a class of users in a circumstance: how the users get in, or why they
/// don't.
package struct MatrixAnswer: Sendable, Hashable {
  package var level: MatrixLevel
  /// The minimal routes on which the users get in, the weakest first.
  package var routes: [MatrixRoute] = []
  /// The refusal of users who do everything right; empty if the users get in.
  package var refusal = ""
  /// Whether everything was explored.
  package var isComplete = true

  /// The weakest route in short, such as `password + email`, or the level, such as `denied`.
  package var short: String { routes.first?.short ?? level.word }

  /// The strength of the weakest route, such as `2 kinds, phishing-resistant`; empty if no one gets
  /// in.
  package var strength: String { routes.first?.strengthWords ?? "" }
}

/// A minimal route on which users get in, in words.
package struct MatrixRoute: Sendable, Hashable {
  /// The things that the user needs, in short: `password`, `email`, `enroll phone`.
  package var things: [String]
  /// The steps of the user.
  package var steps: [String]
  /// The number of kinds of factors that the user must verify.
  package var kinds: Int
  /// Whether one of the verifications is phishing-resistant.
  package var resistsPhishing: Bool
  /// The methods from an earlier sign-in that still count.
  package var earlier: [String]
  /// The name of the sign-on rule that decides.
  package var rule: String
  /// The name of the session rule that decides.
  package var sessionRule: String
  /// Whether the authenticators that the user had before are enough for both rules.
  package var isEnough: Bool
  /// The number of acts, including acts that `steps` omits.
  package var length: Int

  /// The things that the user needs, in one text: `password + email`.
  package var short: String { things.isEmpty ? "nothing" : things.joined(separator: " + ") }

  /// The strength in words: `2 kinds, phishing-resistant`.
  package var strengthWords: String {
    guard !things.isEmpty else { return "no verification" }
    return "\(kinds) \(kinds == 1 ? "kind" : "kinds")"
      + (resistsPhishing ? ", phishing-resistant" : "")
  }

  package var level: MatrixLevel {
    switch (kinds, resistsPhishing) {
    case (0, _): things.isEmpty ? .nothing : .noKind
    case (1, false): .oneKind
    case (1, true): .oneKindResistant
    case (_, false): .twoKinds
    case (_, true): .twoKindsResistant
    }
  }

  /// Whether a route is weaker than another.
  ///
  /// The criteria are, in order: fewer kinds of factors, no phishing resistance, fewer things
  /// needed, fewer acts, and the order of the words.
  package static func isWeaker(_ one: MatrixRoute, than other: MatrixRoute) -> Bool {
    if one.kinds != other.kinds { return one.kinds < other.kinds }
    if one.resistsPhishing != other.resistsPhishing { return !one.resistsPhishing }
    if one.things.count != other.things.count { return one.things.count < other.things.count }
    if one.length != other.length { return one.length < other.length }
    return one.steps.lexicographicallyPrecedes(other.steps)
  }
}

/// The strength of the weakest route in a cell, from the weakest to the strongest.
///
/// The last levels are for cells without a route.
package enum MatrixLevel: String, Sendable, Hashable, CaseIterable {
  /// The user gets in without verifying or setting up anything.
  case nothing
  /// The user sets something up, but verifies nothing that they had before.
  case noKind
  case oneKind
  case oneKindResistant
  case twoKinds
  case twoKindsResistant
  /// A rule denies access, which is intended.
  case denied
  /// The user can't get in for another reason.
  case noWayIn
  /// The exploration ended before it found a route.
  case incomplete

  /// The name of the level in words.
  package var word: String {
    switch self {
    case .nothing: "nothing"
    case .noKind: "0 kinds"
    case .oneKind: "1 kind"
    case .oneKindResistant: "1 kind, phishing-resistant"
    case .twoKinds: "2 kinds or more"
    case .twoKindsResistant: "2 kinds or more, phishing-resistant"
    case .denied: "denied"
    case .noWayIn: "no way in"
    case .incomplete: "not complete"
    }
  }

  /// An explanation of the level for the legend.
  package var meaning: String {
    switch self {
    case .nothing: "a session or a remembered device lets the user in with no verification"
    case .noKind: "the user only sets things up on the way in"
    case .oneKind: "for example only a password"
    case .oneKindResistant: "for example only a passkey"
    case .twoKinds: "for example password and email"
    case .twoKindsResistant: "for example password and passkey"
    case .denied: "a rule keeps these users out"
    case .noWayIn: "no route leads in, and no rule denies it"
    case .incomplete: "the exploration ended before it found a route"
    }
  }

  /// A very short name for small cells.
  ///
  /// `*` means phishing-resistant.
  package var code: String {
    switch self {
    case .nothing: "none"
    case .noKind: "0"
    case .oneKind: "1"
    case .oneKindResistant: "1*"
    case .twoKinds: "2"
    case .twoKindsResistant: "2*"
    case .denied: "deny"
    case .noWayIn: "no"
    case .incomplete: "?"
    }
  }
}
