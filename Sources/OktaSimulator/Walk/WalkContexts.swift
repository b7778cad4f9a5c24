/// From where and with what people come to an org.
package struct WalkContexts: Sendable {
  let all: [SignInContext]
  /// Whether these are all that its policies tell apart.
  package let isComplete: Bool
}

// From where and with what people come, as far as an org's policies tell one from another.
extension Org {
  /// The contexts that the conditions of all policies tell apart, the plainest first.
  ///
  /// - Parameter asked: what is to tell them apart besides.
  /// - Returns: the contexts.
  package func walkContexts(asked: [WalkQuestion] = []) -> WalkContexts {
    let zones = policy.zones.map(\.name)
    let conditions = policy.allConditions + asked.compactMap { $0.condition(zones: zones) }
    let contexts = contexts(telling: conditions)
    return WalkContexts(
      all: SignInContext.plainestFirst(contexts.all), isComplete: contexts.isComplete)
  }

  /// One context of each kind that some conditions distinguish.
  func contexts(telling conditions: [Condition]) -> WalkContexts {
    let places = SignInPlaces([
      SignInPlaces.View(policy.zones, conditions, blocked: blockedZones)
    ])
    let others = PolicyReach.contexts(conditions, zones: [0])
    let all = places.all.flatMap { place in others.map { $0.inZones(place.zones[0]) } }
    return WalkContexts(all: all, isComplete: places.isComplete)
  }

  /// The times at which something of somebody runs out, as what they are ahead of the org's.
  func walkClocks(
    of account: Account, by entry: WalkStart.Entry, now: Duration
  ) -> [Duration] {
    var clocks: [Duration] = [.zero]
    func note(_ age: Duration, of present: Duration) {
      let clock = age - present + .seconds(1)
      if clock > .zero, clock <= ContextHeaders.farthest, !clocks.contains(clock) {
        clocks.append(clock)
      }
    }
    if entry == .session, let session = account.session {
      for rule in policy.rules { rule.reauthentication.ages.forEach { note($0, of: session.age) } }
      for rule in policy.sessionRules {
        rule.reauthentication.ages.forEach { note($0, of: session.age) }
        note(rule.idle, of: session.age)
        if let lifetime = rule.lifetime { note(lifetime, of: session.age) }
      }
    }
    if case .before(let age) = account.passwordSet, account.password != nil {
      for policy in policy.passwords {
        guard let life = policy.life else { continue }
        note(life, of: age)
        if policy.warning > .zero { note(life - policy.warning, of: age) }
      }
    }
    for end in policy.graceEnds where end > now {
      // In whole days, which people can read and which are over on later days too.
      let days = (end - now).components.seconds / 86_400 + 1
      note(.seconds(days * 86_400 - 1), of: .zero)
    }
    return clocks.sorted()
  }
}

extension SignInContext {
  /// The same from some zones, a bit each.
  func inZones(_ zones: UInt64) -> SignInContext {
    var context = self
    context.zones = zones
    return context
  }

  /// The same with some answers to unknown facts.
  func with(_ answers: UnknownAnswers) -> SignInContext {
    var context = self
    context.unknowns = answers
    return context
  }

  /// Contexts in the order of how much has to be said of them.
  static func plainestFirst(_ contexts: [SignInContext]) -> [SignInContext] {
    contexts.enumerated().sorted {
      ($0.element.plainness, $0.offset) < ($1.element.plainness, $1.offset)
    }
    .map(\.element)
  }

  /// How much has to be said of it.
  var plainness: Int {
    zones.nonzeroBitCount * 2 + (device.isEmpty ? 0 : 1) + (risk.isEmpty ? 0 : 1)
      + (platform.isEmpty ? 0 : 1) + unknowns.relevant.nonzeroBitCount * 4
  }
}

extension Reauthentication {
  /// The ages at which a verification no longer counts.
  var ages: [Duration] {
    ([general] + special.map(\.age)).compactMap { age in
      if case .every(let most) = age { most } else { nil }
    }
  }
}

extension OrgPolicy {
  /// The conditions of all policies.
  var allConditions: [Condition] {
    var all = rules.flatMap(\.conditions)
    all += sessionRules.flatMap(\.conditions)
    all += enrollments.flatMap(\.conditions)
    all += passwords.flatMap(\.conditions)
    all += recoveries.flatMap(\.conditions)
    return all
  }
}

extension OrgPolicy {
  /// When what must be enrolled can no longer be put off, as time since 1970.
  fileprivate var graceEnds: [Duration] {
    enrollments.flatMap { $0.terms.compactMap(\.graceEnd) }
  }

  /// Those of them that look at the person.
  var personConditions: [Condition] { allConditions.filter { !$0.looksAtContext } }
}

extension WalkStart {
  /// The circumstances as `start` takes them: `zone = "office"`, `device = managed`.
  ///
  /// - Parameter org: the org that the walk is through.
  /// - Returns: what there is to say, in the order in which people say it.
  package func parameters(in org: Org) -> [(name: String, value: String)] {
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
    let facts = assumptions(in: org).filter(\.holds).map(\.reason)
    if !facts.isEmpty { parameters.append(("unknown", facts.joined(separator: "; "))) }
    return parameters
  }

  /// The zones that it comes from, as an org calls them.
  package func zones(in org: Org) -> [String] {
    org.policy.zones.enumerated()
      .filter { context.zones & (1 << UInt64($0.offset)) != 0 }.map(\.element.name)
  }

  /// An address that the user may come from, as people write it; `nil` if none was worked out.
  package var address: String? { origin?.text }

  /// What its time is ahead of the org's.
  package var clock: Duration { context.clock }
}
