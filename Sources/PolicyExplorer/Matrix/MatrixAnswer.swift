import OktaSimulator

/// The answer of an org to a class of users in a circumstance.
package struct MatrixAnswer: Sendable, Hashable {
  package var level: MatrixLevel
  /// The minimal routes to success, the weakest first.
  package var routes: [MatrixRoute] = []
  /// The refusal that users get who do everything right; empty if they get in.
  package var refusal = ""
  /// Whether everything was explored.
  package var isComplete = true

  /// The weakest route in short: `password + email`, `denied`.
  package var short: String { routes.first?.short ?? level.word }

  /// The strength of the weakest route: `2 kinds, phishing-resistant`; empty if no one gets in.
  package var strength: String { routes.first?.strengthWords ?? "" }
}

/// A minimal route to success, in words.
package struct MatrixRoute: Sendable, Hashable {
  /// The things that the user needs, in short: `password`, `email`, `enroll phone`.
  package var things: [String]
  /// The user's steps.
  package var steps: [String]
  /// The number of kinds of factors that the user has to show.
  package var kinds: Int
  /// Whether a verification can't be passed on to another site.
  package var resistsPhishing: Bool
  /// The methods that count from an earlier sign-in.
  package var earlier: [String]
  /// The sign-on rule that decides.
  package var rule: String
  /// The rule of the global session policy.
  package var sessionRule: String
  /// Whether the user's previous methods are enough for both rules.
  package var isEnough: Bool
  /// The number of acts, including acts that the words leave out.
  package var length: Int

  /// `password + email`.
  package var short: String { things.isEmpty ? "nothing" : things.joined(separator: " + ") }

  /// `2 kinds, phishing-resistant`.
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
  /// The criteria, in order: it shows fewer kinds of factors, it doesn't resist phishing, it needs
  /// fewer things, it is shorter, and its words come first.
  package static func isWeaker(_ one: MatrixRoute, than other: MatrixRoute) -> Bool {
    if one.kinds != other.kinds { return one.kinds < other.kinds }
    if one.resistsPhishing != other.resistsPhishing { return !one.resistsPhishing }
    if one.things.count != other.things.count { return one.things.count < other.things.count }
    if one.length != other.length { return one.length < other.length }
    return one.steps.lexicographicallyPrecedes(other.steps)
  }
}

/// The strength of the weakest route of a cell, from the weakest to the strongest; then the cells
/// without a route.
package enum MatrixLevel: String, Sendable, Hashable, CaseIterable {
  /// The user gets in without verifying or setting up anything.
  case nothing
  /// The user sets something up, and shows nothing that they had before.
  case noKind
  case oneKind
  case oneKindResistant
  case twoKinds
  case twoKindsResistant
  /// A rule keeps the user out on purpose.
  case denied
  /// The user can't get in, for another reason.
  case noWayIn
  /// Nothing was found before the exploration ended.
  case incomplete

  /// The name of the level.
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

  /// The meaning of the level, for a legend.
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

  /// The shortest word, for a small cell; `*` means phishing-resistant.
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
