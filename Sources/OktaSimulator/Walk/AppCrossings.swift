package import FlowDiagnostics
import FlowEngine

/// A way from one app of an org into another one: users who sign up in the first get into the
/// second, which offers no sign-up.
package struct AppCrossing: Sendable, Hashable {
  /// The name of the app with the sign-up.
  package var source: String
  /// The name of the app that the users get into.
  package var target: String
  /// The name of the rule that lets them in.
  package var rule: String
  /// The location of the rule; `nil` if no rule fits.
  package var place: SourceRange?
}

extension Org {
  /// The ways from an app with a sign-up into an app without one, in the order of the settings.
  ///
  /// The conditions that can't be evaluated are taken as not met.
  package var appCrossings: [AppCrossing] {
    apps.flatMap { source -> [AppCrossing] in
      guard let registration = source.org.policy.registration, registration.isOpen else {
        return []
      }
      return apps.compactMap { target in
        guard !target.org.policy.isOpenToNewcomers else { return nil }
        return target.org.crossing(of: registration.newcomer, from: source.name)
      }
    }
  }

  /// Whether users can enroll other authenticators in one app than in another.
  package var enrollsByApp: Bool { Set(apps.map(\.org.policy.enrollments)).count > 1 }

  /// Returns the way in which a user who signed up elsewhere gets in; `nil` if there is none.
  private func crossing(of newcomer: Account, from source: String) -> AppCrossing? {
    for context in walkContexts().all {
      let rule = policy.rules.deciding(for: newcomer, in: context, as: .signOn)
      let session = policy.sessionRules.deciding(for: newcomer, in: context, as: .session)
      guard rule.map({ policy.rules[$0].isDenied }) != true,
        session.map({ policy.sessionRules[$0].isDenied }) != true
      else { continue }
      return AppCrossing(
        source: source, target: appName ?? "", rule: name(ofRule: rule),
        place: rule.flatMap { PolicyPlaces(policy.settings).rule(.signOn, $0) })
    }
    return nil
  }
}
