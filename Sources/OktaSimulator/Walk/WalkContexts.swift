/// The contexts in which people come to an org: their places and devices.
package struct WalkContexts: Sendable {
  let all: [SignInContext]
  /// Whether these are all that its policies distinguish.
  package let isComplete: Bool
}

// The contexts of people, as far as an org's policies distinguish them.
extension Org {
  /// The contexts that the conditions of all policies distinguish, the plainest first.
  ///
  /// - Parameter asked: The questions that distinguish contexts in addition to the policies.
  /// - Returns: The contexts.
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

  /// The times at which something of a user runs out, relative to the org's time.
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
      // In whole days, which are readable and which are also over on later days.
      let days = (end - now).components.seconds / 86_400 + 1
      note(.seconds(days * 86_400 - 1), of: .zero)
    }
    return clocks.sorted()
  }
}

extension SignInContext {
  /// Returns the same context in some zones, a bit each.
  func inZones(_ zones: UInt64) -> SignInContext {
    var context = self
    context.zones = zones
    return context
  }

  /// Returns the same context with some answers to unknown facts.
  func with(_ answers: UnknownAnswers) -> SignInContext {
    var context = self
    context.unknowns = answers
    return context
  }

  /// Sorts contexts by the length of their description.
  static func plainestFirst(_ contexts: [SignInContext]) -> [SignInContext] {
    contexts.enumerated().sorted {
      ($0.element.plainness, $0.offset) < ($1.element.plainness, $1.offset)
    }
    .map(\.element)
  }

  /// The length of its description.
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
  /// The times since 1970 at which required enrollments can no longer be skipped.
  fileprivate var graceEnds: [Duration] {
    enrollments.flatMap { $0.terms.compactMap(\.graceEnd) }
  }

  /// The conditions that depend on the person.
  var personConditions: [Condition] { allConditions.filter { !$0.looksAtContext } }
}

extension WalkStart {
  /// The circumstances as parameters of `start`: `zone = "office"`, `device = managed`.
  ///
  /// - Parameter org: The org of the walk.
  /// - Returns: The parameters, in the order of common usage.
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

  /// The zones that it comes from, by their names in an org.
  package func zones(in org: Org) -> [String] {
    org.policy.zones.enumerated()
      .filter { context.zones & (1 << UInt64($0.offset)) != 0 }.map(\.element.name)
  }

  /// An address that the user may come from, in readable form; `nil` if none was computed.
  package var address: String? { origin?.text }

  /// How far its time is ahead of the org's.
  package var clock: Duration { context.clock }
}
