package import OktaSimulator
import FlowSyntax

/// Writes a route as a flow, with a rule for each act.
///
/// Most rules apply only once.
package struct RouteScript {
  private let org: OktaSimulator.Org
  private let route: Route
  private let steps: [WalkStep]
  private var writer: RuleWriter
  /// Whether the flow states an IP address instead of the zones that contain it.
  private let comesByAddress: Bool
  /// Facts of another org in the same circumstances.
  private let others: [Assumption]

  /// Prepares to write a route.
  ///
  /// - Parameters:
  ///   - route: The route.
  ///   - org: The org.
  ///   - person: The secrets and devices of the user; empty for a user who signs up.
  ///   - now: The time since the start of 1970, UTC.
  ///   - comesByAddress: Whether the flow states an IP address instead of zones. In another org,
  ///     the same zone may have other addresses.
  ///   - others: Facts of another org in the same circumstances, which the flow states too.
  ///   - detour: A `Detour` and the index of the step before which it is taken; `nil` for none.
  package init(
    _ route: Route, of org: OktaSimulator.Org, as person: PersonValues, now: Duration,
    comesByAddress: Bool = false, beside others: [Assumption] = [],
    by detour: (kind: Detour, step: Int)? = nil
  ) {
    self.org = org
    self.route = route
    self.comesByAddress = comesByAddress
    self.others = others
    let walk = Walk(org, route.start, now: now)
    steps = walk.steps(of: route.way)
    var person = person
    // The code in the settings isn't the code that the user was given.
    if route.start.isGivenCode { person.devices[Authenticator.tac.rawValue] = nil }
    writer = RuleWriter(person, passkeys: walk.passkeyTraits)
    for (index, step) in steps.enumerated() where index > 0 || !isBegunByStart {
      if let detour, detour.step == index { writer.write(detour.kind, at: step) }
      writer.write(step)
    }
  }

  /// Whether a script can express the route.
  ///
  /// For example, a script can't give a wrong answer with a passkey, it can't sign in to two apps,
  /// and it doesn't know the temporary access code that a user may be given.
  package var canBeWritten: Bool { writer.isWhole && route.start.visit == nil }

  /// Whether the first act is part of `start register` or `start unlock-account`.
  private var isBegunByStart: Bool {
    [.startSignUp, .startUnlock].contains(route.way.first)
  }

  /// Returns the route as a flow.
  ///
  /// - Parameters:
  ///   - name: The name of the flow.
  ///   - isBuiltIn: Whether the org is built in, so that the flow doesn't have to name it.
  ///   - note: The lines of a comment above the flow.
  /// - Returns: The text of the flow.
  package func flow(named name: String, isBuiltIn: Bool, note: [String] = []) -> String {
    var lines = note.map(GeneratedScript.comment)
    lines.append("flow \(TextLiteral.quoted(name)) {")
    if !isBuiltIn { lines.append("  against \(org.name)") }
    let app = org.appName.map { " at app \(TextLiteral.quoted($0))" } ?? ""
    lines.append("  start \(intent)\(app)\(parameters)")
    for value in writer.values { lines.append("  let \(value.name) = \(value.text)") }
    if !route.ending.isAtEnd {
      let key = TextLiteral.quoted(WalkEnding.unlockedKey)
      lines.append("  on any when message.key is \(key) stop")
    }
    for rule in writer.rules { lines.append("  \(rule)") }
    lines.append("  \(expectation)")
    return (lines + ["}"]).joined(separator: "\n") + "\n"
  }

  private var intent: String {
    switch (route.way.first, route.start.entry) {
    case (.startSignUp?, _): "register"
    case (.startUnlock?, _): "unlock-account"
    case (_, .recoveryLink): "recover-password"
    default: "sign-in"
    }
  }

  private var parameters: String {
    var parameters: [String] = []
    switch route.start.entry {
    case .identifier: break
    case .session:
      parameters.append("session = \(TextLiteral.quoted(writer.person.login))")
      if let state = route.start.sessionState {
        parameters.append("session-state = \(TextLiteral.quoted(state))")
      }
    case .activation:
      parameters.append("activation-token = \(writer.person.activationToken ?? "\"\"")")
    case .recoveryLink:
      parameters.append("recovery-token = \(writer.person.recoveryToken ?? "\"\"")")
    }
    if route.start.isRemembered {
      parameters.append("remembered = \(TextLiteral.quoted(writer.person.login))")
    }
    let address = comesByAddress ? route.start.address : nil
    if let address { parameters.append("ip = \(TextLiteral.quoted(address))") }
    for parameter in route.start.parameters(in: org, beside: others)
    where address == nil || parameter.name != "zone" {
      parameters.append("\(parameter.name) = \(TextLiteral.quoted(parameter.value))")
    }
    if route.start.clock > .zero {
      parameters.append("clock = +\(RouteWords.duration(route.start.clock))")
    }
    return parameters.isEmpty ? "" : " with " + parameters.joined(separator: ", ")
  }

  /// Whether the route ends at an identity provider, so that no page says why it was refused.
  private var isSentBack: Bool {
    if case .signInElsewhere? = route.way.last { true } else { false }
  }

  private var expectation: String {
    switch route.ending.outcome {
    case .signedIn:
      let rule = TextLiteral.quoted(org.name(ofRule: route.ending.rule))
      let session = TextLiteral.quoted(org.name(ofSessionRule: route.ending.sessionRule))
      return "expect success and rule is \(rule) and session-rule is \(session)"
    case .unlocked: return route.ending.isAtEnd ? "expect finished" : "expect stopped"
    case .locked: return "expect failure message.key is \"authfactor.challenge.suspended_factor\""
    case .refused where isSentBack: return "expect refused"
    case .refused(let refusal):
      let isKey = refusal.key != refusal.text
      return "expect failure message\(isKey ? ".key" : "") is \(TextLiteral.quoted(refusal.key))"
    }
  }
}
