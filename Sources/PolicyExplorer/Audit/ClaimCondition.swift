import FlowSyntax
import OktaSimulator

/// Evaluates the expectations of claims on routes.
struct ClaimCondition {
  private let org: OktaSimulator.Org
  private let script: Script
  private let times: SessionTimes

  init(_ org: OktaSimulator.Org, in script: Script, _ times: SessionTimes) {
    self.org = org
    self.script = script
    self.times = times
  }

  /// Whether a route meets an expectation.
  func holds(_ expect: Expect, _ route: Route) -> Bool {
    if let outcome = expect.outcome, !isOutcome(script.text(outcome), route.ending) { return false }
    return expect.condition.map { holds($0, route) } ?? true
  }

  private func isOutcome(_ name: String, _ ending: WalkEnding) -> Bool {
    switch (name, ending.outcome) {
    case ("success", .signedIn), ("finished", .unlocked): true
    case ("failure", .refused), ("failure", .locked): true
    default: false
    }
  }

  private func holds(_ condition: FlowSyntax.Condition, _ route: Route) -> Bool {
    switch condition {
    case .or(let parts): parts.contains { holds($0, route) }
    case .and(let parts): parts.allSatisfy { holds($0, route) }
    case .not(_, let part): !holds(part, route)
    case .test(let test): holds(test, route)
    }
  }

  private func holds(_ test: Test, _ route: Route) -> Bool {
    switch test.subject {
    case .used(let label):
      let name: String =
        switch label {
        case .word(let name): script.text(name)
        case .text(let text): TextLiteral.read(text, in: script.source).plainText
        }
      return route.ending.uses.contains { $0.method.names.contains(name) }
    case .fact(let name):
      guard let fact = ClaimFact(rawValue: script.text(name)) else { return false }
      let value = value(of: fact, route)
      guard let comparison = test.comparison else { return value.isTrue }
      if comparison.operator == .contains, [.rule, .sessionRule].contains(fact),
        let part = ClaimValue.text(comparison.value, in: script), case .texts(let texts) = value
      {
        // `contains` also accepts a part of the rule's name.
        return texts.contains { $0.contains(part) }
      }
      return value.holds(comparison, in: script)
    case .offers, .has, .path, .sent: return false
    }
  }

  /// Returns the values of numeric facts in an expectation, for the end of a message, such as ``;
  /// `kinds` is 1``.
  ///
  /// Returns an empty text if there are none.
  func measured(_ expect: Expect, _ route: Route) -> String {
    var facts: [ClaimFact] = []
    func find(_ condition: FlowSyntax.Condition) {
      switch condition {
      case .or(let parts), .and(let parts): parts.forEach(find)
      case .not(_, let part): find(part)
      case .test(let test):
        if case .fact(let name) = test.subject, let fact = ClaimFact(rawValue: script.text(name)),
          !facts.contains(fact)
        {
          facts.append(fact)
        }
      }
    }
    expect.condition.map(find)
    let told = facts.compactMap { fact in
      value(of: fact, route).measure(isTime: fact.isTime).map { "`\(fact.rawValue)` is \($0)" }
    }
    return told.isEmpty ? "" : "; " + RouteWords.list(told)
  }

  // MARK: Facts

  /// Returns the value of a fact on a route.
  private func value(of fact: ClaimFact, _ route: Route) -> ClaimValue {
    let ending = route.ending
    switch fact {
    case .kinds: return .number(Double(ending.kinds))
    case .heldKinds: return .number(Double(ending.heldKinds))
    case .heldAuthenticators:
      let held = proved(route) + ending.uses.filter(\.isHeld).map(\.method)
      return .number(Double(Set(held.map { Authenticator(of: $0) }).count))
    case .phishingResistant: return .truth(ending.uses.contains(where: \.resistsPhishing))
    case .heldPhishingResistant:
      return .truth(ending.uses.contains { $0.isHeld && $0.resistsPhishing })
    case .phishingResistantHardware: return .truth(ending.uses.contains(where: \.isHardware))
    case .heldPhishingResistantHardware:
      return .truth(ending.uses.contains { $0.isHeld && $0.isHardware })
    case .rule: return .texts([org.name(ofRule: ending.rule)])
    case .sessionRule: return .texts([org.name(ofSessionRule: ending.sessionRule)])
    case .success: return .truth(ending.outcome == .signedIn)
    case .enrolled: return .texts(ending.enrolled.flatMap(\.words))
    case .recovered: return .truth(ending.isRecovered)
    case .unlocked: return .truth(ending.isUnlocked)
    case .recoveredBy: return .texts(proved(route).flatMap(\.names))
    case .session: return .truth(route.start.entry == .session)
    case .remembered: return .truth(route.start.isRemembered)
    case .zone, .device, .risk, .platform:
      let asked = WalkQuestion.Fact(rawValue: fact.rawValue)
      return .texts(asked.map { route.start.words(of: $0, in: org) } ?? [])
    case .sessionLimit: return ClaimValue(seconds: times.limit(after: route, isInUse: true))
    case .idleLimit: return ClaimValue(seconds: times.limit(after: route, isInUse: false))
    case .sessionPersistent: return .truth(limit(.persistent, route)?.value == "on")
    case .passwordCommon: return .texts(limit(.common, route).map { [$0.value] } ?? [])
    case .passwordLockout: return .number(limit(.lockout, route)?.amount)
    case .sessionLifetime, .sessionIdle, .passwordLength, .passwordLower, .passwordUpper,
      .passwordNumber, .passwordSymbol, .passwordHistory, .passwordExpiry, .passwordMinAge:
      let name = SettingLimit.Name(rawValue: fact.rawValue)
      return .number(name.flatMap { limit($0, route)?.amount })
    }
  }

  /// Returns the value of a setting that restricts the user of a route; `nil` if the setting
  /// doesn't apply.
  private func limit(_ name: SettingLimit.Name, _ route: Route) -> SettingLimit? {
    org.settingLimits(route.start).first { $0.name == name }
  }

  /// Returns the methods that the user verified to set a password without the old one, or to unlock
  /// the account.
  private func proved(_ route: Route) -> [Method] {
    // The link in the mail proves access to the user's mailbox.
    let isByLink = route.start.entry == .recoveryLink && route.ending.isRecovered
    return route.ending.proved + (isByLink ? [.email] : [])
  }
}

extension WalkEnding.Use {
  /// Whether the verification is phishing-resistant.
  fileprivate var resistsPhishing: Bool { traits.isSuperset(of: .phishingResistant) }

  /// Whether the verification is phishing-resistant and its key is hardware-protected.
  fileprivate var isHardware: Bool { resistsPhishing && traits.isSuperset(of: .hardwareProtected) }
}
