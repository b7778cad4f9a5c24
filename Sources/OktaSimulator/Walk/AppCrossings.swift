package import FlowDiagnostics
import FlowEngine

/// A way from one app of an org into another one: users who sign up in the first get into the
/// second, which offers no sign-up or another one.
package struct AppCrossing: Sendable, Hashable {
  /// The name of the app with the sign-up.
  package var source: String
  /// The name of the app that the users get into.
  package var target: String
  /// The name of the rule that lets them in.
  package var rule: String
  /// The location of the rule; `nil` if no rule fits.
  package var place: SourceRange?
  /// The assumptions about unknown facts under which the users get in.
  package var assumptions: [Assumption] = []

  /// Whether both are the same way, wherever the rule is.
  package func isSame(as other: AppCrossing) -> Bool {
    (source, target) == (other.source, other.target)
  }
}

extension Org {
  /// The ways from an app with a sign-up into an app with none or with another one, in the order of
  /// the settings.
  package var appCrossings: [AppCrossing] {
    apps.flatMap { source -> [AppCrossing] in
      guard let registration = source.org.policy.registration, registration.isOpen else {
        return []
      }
      return apps.compactMap { target in
        if let own = target.org.policy.registration, own.admitsAll(who: registration) { return nil }
        return target.org.crossing(of: registration.newcomer, from: source.name)
      }
    }
  }

  /// Whether a sign-on rule is at a location.
  package func hasRule(at place: SourceRange) -> Bool {
    policy.settings.contains { $0.name == "sign-on" && $0.place == place }
  }

  /// Returns the way in which a user who signed up elsewhere gets in; `nil` if there is none.
  ///
  /// The way that needs the fewest assumptions about unknown conditions is preferred.
  private func crossing(of newcomer: Account, from source: String) -> AppCrossing? {
    var unknowns = UnknownBranches([policy])
    var found: AppCrossing?
    for context in walkContexts().all {
      let branches = unknowns.branches { answers in
        [policy.unknownFactsRead(for: newcomer, in: context.with(answers[0]))]
      }
      for answers in branches.map({ unknowns.answers($0) }) {
        let context = context.with(answers)
        let rule = policy.rules.deciding(for: newcomer, in: context, as: .signOn)
        let session = policy.sessionRules.deciding(for: newcomer, in: context, as: .session)
        let own = assumptions(answers)
        guard rule.map({ policy.rules[$0].isDenied }) != true,
          session.map({ policy.sessionRules[$0].isDenied }) != true,
          found.map({ own.count < $0.assumptions.count }) ?? true
        else { continue }
        found = AppCrossing(
          source: source, target: appName ?? "", rule: name(ofRule: rule),
          place: rule.flatMap { PolicyPlaces(policy.settings).rule(.signOn, $0) },
          assumptions: own)
        if own.isEmpty { return found }
      }
    }
    return found
  }
}

extension Registration {
  /// Whether everyone who can sign up by another registration could sign up by this one, with the
  /// same groups.
  fileprivate func admitsAll(who other: Registration) -> Bool {
    isOpen && Set(groups) == Set(other.groups) && fields == other.fields
      && (!verifiesEmail || other.verifiesEmail)
  }
}
