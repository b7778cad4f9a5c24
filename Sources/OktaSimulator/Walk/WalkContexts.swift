/// The contexts of sign-ins to explore.
package struct WalkContexts: Sendable {
  let all: [SignInContext]
  /// Whether `all` includes every context that the policies distinguish.
  package let isComplete: Bool
}

// Finds the contexts that the policies of an org distinguish.
extension Org {
  /// Returns the contexts that the conditions of all policies distinguish, the simplest first.
  ///
  /// - Parameter asked: Questions that also distinguish contexts.
  /// - Returns: The contexts.
  package func walkContexts(asked: [WalkQuestion] = []) -> WalkContexts {
    let zones = policy.zones.map(\.name)
    let conditions = policy.allConditions + asked.compactMap { $0.condition(zones: zones) }
    let contexts = contexts(telling: conditions)
    return WalkContexts(
      all: SignInContext.plainestFirst(contexts.all), isComplete: contexts.isComplete)
  }

  /// Returns one context for each class of contexts that the given conditions distinguish.
  func contexts(telling conditions: [Condition]) -> WalkContexts {
    let places = SignInPlaces([
      SignInPlaces.View(policy.zones, conditions, blocked: blockedZones)
    ])
    let others = PolicyReach.contexts(conditions, zones: [0])
    let all = places.all.flatMap { place in others.map { $0.inZones(place.zones[0]) } }
    return WalkContexts(all: all, isComplete: places.isComplete)
  }

  /// Returns the times when something expires for a user, such as a session or a password.
  ///
  /// - Parameters:
  ///   - account: The user.
  ///   - entry: How the user begins.
  ///   - now: The org's time.
  ///   - other: Another version of the org, whose grace periods end at other times.
  /// - Returns: The times, as offsets from the org's time.
  func walkClocks(
    of account: Account, by entry: WalkStart.Entry, now: Duration, beside other: Org? = nil
  ) -> [Duration] {
    var clocks: [Duration] = [.zero]
    func note(_ age: Duration, of present: Duration) {
      let clock = age - present + .seconds(1)
      if clock > .zero, clock <= ContextHeaders.farthest, !clocks.contains(clock) {
        clocks.append(clock)
      }
    }
    if entry == .session, let session = account.session {
      for rule in policy.rules + policy.accountRules {
        rule.reauthentication.ages.forEach { note($0, of: session.age) }
      }
      for rule in policy.sessionRules {
        rule.reauthentication.ages.forEach { note($0, of: session.age) }
        note(rule.idle, of: session.age)
        if let lifetime = rule.lifetime { note(lifetime, of: session.age) }
      }
    }
    if account.password != nil {
      let age = now - account.passwordSet.time(began: now)
      for policy in policy.passwords {
        guard let life = policy.life else { continue }
        note(life, of: age)
        if policy.warning > .zero { note(life - policy.warning, of: age) }
      }
    }
    let ends = policy.graceEnds
    let all = ends + (other?.policy.graceEnds ?? [])
    for end in ends where end > now {
      // Rounds up to whole days, which are easier to read and are still past the end later on. If
      // another period ends before that, only the time of the end distinguishes the two.
      let left = (end - now).components
      let seconds = left.seconds + (left.attoseconds > 0 ? 1 : 0)
      let day = (left.seconds / 86_400 + 1) * 86_400
      let isOnly = !all.contains { $0 > end && $0 - now <= .seconds(day) }
      note(.seconds((isOnly ? day : seconds) - 1), of: .zero)
    }
    return clocks.sorted()
  }
}

extension SignInContext {
  /// Returns the same context in other zones, given as a bit set.
  func inZones(_ zones: UInt64) -> SignInContext {
    var context = self
    context.zones = zones
    return context
  }

  /// Returns the same context with other answers to the org's facts.
  func with(_ answers: UnknownAnswers) -> SignInContext {
    var context = self
    context.unknowns = answers
    return context
  }

  /// Sorts contexts by how complicated their descriptions are, the simplest first.
  static func plainestFirst(_ contexts: [SignInContext]) -> [SignInContext] {
    contexts.enumerated().sorted {
      ($0.element.plainness, $0.offset) < ($1.element.plainness, $1.offset)
    }
    .map(\.element)
  }

  /// How complicated the description of the context is.
  ///
  /// Simpler contexts have lower values.
  var plainness: Int {
    zones.nonzeroBitCount * 2 + (device.isEmpty ? 0 : 1) + (risk.isEmpty ? 0 : 1)
      + (platform.isEmpty ? 0 : 1) + unknowns.relevant.nonzeroBitCount * 4
  }
}

extension Reauthentication {
  /// The ages from which a verification no longer counts.
  var ages: [Duration] {
    ([general] + special.map(\.age)).compactMap { age in
      if case .every(let most) = age { most } else { nil }
    }
  }
}

extension OrgPolicy {
  /// The conditions of all policies that depend on the user or the circumstances of a sign-in.
  var allConditions: [Condition] { ruleConditions + providerConditions }

  /// The conditions of all rules that depend on the user or the circumstances of a sign-in.
  var ruleConditions: [Condition] {
    var all = rules.flatMap(\.conditions)
    all += sessionRules.flatMap(\.conditions)
    all += enrollments.flatMap(\.conditions)
    all += passwords.flatMap(\.conditions)
    all += recoveries.flatMap(\.conditions)
    all += accountRules.flatMap(\.conditions).filter {
      if case .authenticators = $0.subject { false } else { true }
    }
    all += routings.flatMap(\.conditions)
    return all
  }
}

extension OrgPolicy {
  /// The times since 1970 when the grace periods of required enrollments and of device assurance
  /// policies end.
  fileprivate var graceEnds: [Duration] {
    enrollments.flatMap { $0.terms.compactMap(\.graceEnd) }
      + unknowns.compactMap { if case .grace(let end) = $0.content { end } else { nil } }
  }

  /// The conditions that depend on the user.
  var personConditions: [Condition] { allConditions.filter { !$0.looksAtContext } }
}

extension WalkStart {
  /// Returns the circumstances as parameters of `start`: `zone = "office"`, `device = managed`.
  ///
  /// - Parameters:
  ///   - org: The org.
  ///   - others: Facts of another org in the same circumstances. They are stated too if a client of
  ///     this org can state them.
  /// - Returns: The parameters, always in the same order.
  package func parameters(
    in org: Org, beside others: [Assumption] = []
  ) -> [(name: String, value: String)] {
    var parameters: [(name: String, value: String)] = []
    let zones = zones(in: org)
    if !zones.isEmpty { parameters.append(("zone", zones.joined(separator: ","))) }
    func note<Value: OptionSet>(
      _ name: String, _ value: Value, _ words: [(word: String, value: Value)]
    ) where Value.Element == Value {
      let word = words.last { value.isSuperset(of: $0.value) }?.word
      if let word, !value.isEmpty { parameters.append((name, word)) }
    }
    note("device", context.device, SignInContext.Device.words)
    note("risk", context.risk, SignInContext.Risk.words)
    note("platform", context.platform, SignInContext.Platform.words)
    return parameters + facts(in: org).adding(others.filter(org.canState)).parameters
  }

  /// Returns the names of the zones that the start comes from.
  package func zones(in org: Org) -> [String] {
    org.policy.zones.enumerated()
      .filter { context.zones & (1 << UInt64($0.offset)) != 0 }.map(\.element.name)
  }

  /// The text of an address that the user may come from.
  ///
  /// `nil` if none was computed, or if the zones of the user don't only depend on the address.
  package var address: String? {
    origin.flatMap { $0.whereabouts.isEmpty ? $0.address.text : nil }
  }

  /// A place that the user may come from in words, such as `an address such as 203.0.113.10` or
  /// `country FR`; `nil` if none was computed.
  package var place: String? { origin?.words }

  /// The offset of the sign-in's time from the org's time.
  package var clock: Duration { context.clock }
}
