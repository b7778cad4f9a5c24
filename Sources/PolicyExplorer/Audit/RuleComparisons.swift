import FlowDiagnostics
import OktaSimulator

/// Compares what rules ask of the same user, of different users, and in different circumstances.
struct RuleComparisons {
  private let scene: AuditScene

  private let facts: RuleFacts

  init(_ scene: AuditScene, _ facts: RuleFacts) {
    self.scene = scene
    self.facts = facts
  }

  /// The word for a rule of this policy in messages.
  private var word: String { facts.policy == .signOn ? "rule" : "session rule" }

  /// Returns the index of this policy's rule that decides at the end of a route.
  private func rule(_ ending: WalkEnding) -> Int? {
    facts.policy == .signOn ? ending.rule : ending.sessionRule
  }

  var findings: [OrgFinding] {
    let all = successes
    return denialsBypassed(all) + privilegeInversions(all) + groupsWithLess(all)
      + riskInversions(all)
  }

  /// Two rules that are compared: the rule that decides, and another rule.
  fileprivate struct Pair: Hashable {
    var rule: Int?
    var other: Int?
    /// The group that one of the rules names; empty if the group doesn't matter.
    var group = ""
    /// Whether the deciding rule is limited to narrower circumstances than the other rule.
    var isNarrower = false
  }

  /// A sign-in that a rule allows.
  fileprivate struct Success {
    var start: WalkStart
    /// The index of the rule that decides.
    var rule: Int?
    /// A route on which the user signs in by this rule.
    var route: Route
    /// The index of the route's exploration.
    var exploration: Int
    /// The facts of the org in these circumstances.
    var answers: RuleFacts.Answers
  }

  /// Every start from which a user signs in, except starts with a session, on a remembered device
  /// or with a temporary access code.
  private var successes: [Success] {
    var all: [Success] = []
    for (index, exploration) in scene.explorations.enumerated()
    where exploration.start.entry != .session && exploration.start.isPlain {
      for start in exploration.starts {
        let rule = facts.deciding(start)
        guard
          var route = exploration.routes.first(where: {
            $0.ending.outcome == .signedIn && self.rule($0.ending) == rule
          })
        else { continue }
        route.start = start
        all.append(
          Success(
            start: start, rule: rule, route: route, exploration: index,
            answers: facts.answers(start)))
      }
    }
    return all
  }

  /// Returns findings of one kind.
  ///
  /// - Parameters:
  ///   - kind: The kind of the findings.
  ///   - found: The pairs of rules that cause the findings.
  ///   - help: How to fix the problem.
  ///   - reliesToo: Returns further assumptions that a pair relies on, in addition to the
  ///     assumptions of its route.
  ///   - message: Returns the message for a pair, its route, and the affected users.
  /// - Returns: The findings.
  private func findings(
    _ kind: ProblemKind, _ found: Collected<Pair>, help: String,
    reliesToo: (Pair) -> [Assumption] = { _ in [] }, message: (Pair, Route, String) -> String
  ) -> [OrgFinding] {
    found.entries.compactMap { entry in
      guard let (witness, reliesOn) = found.judged(entry) else { return nil }
      let pair = entry.cause
      let (rule, other) = (facts.rule(pair.rule), facts.rule(pair.other))
      var finding = OrgFinding(
        kind, message(pair, witness, scene.words.people(AuditScene.together(entry.classes))),
        at: rule.place ?? other.place, witness: witness,
        other: rule.place == nil
          ? nil : other.place.map { ($0, "this rule is compared with it") },
        reliesOn: reliesOn + reliesToo(pair).filter { !reliesOn.contains($0) })
      finding.classes = entry.classes
      finding.cause = [word, rule.name, other.name, pair.group]
      finding.help = help
      if pair.isNarrower { finding.severity = .note }
      return finding
    }
  }

  private func name(_ rule: Int?) -> String { "`\(facts.rule(rule).name)`" }

  private func circumstances(_ route: Route) -> String {
    let told = scene.words.circumstances(route.start)
    return told.isEmpty ? "" : " (\(told))"
  }

  /// Returns findings of one kind, including findings that rely on assumptions about facts that no
  /// policy evaluates.
  private func findings(
    _ kind: ProblemKind, _ found: Pairs, help: String, message: (Pair, Route, String) -> String
  ) -> [OrgFinding] {
    findings(kind, found.known, help: help, message: message)
      + findings(
        kind, found.onlyAssumed, help: help, reliesToo: { found.answers[$0] ?? [] },
        message: message)
  }

  // MARK: A rule that denies access

  private func denialsBypassed(_ all: [Success]) -> [OrgFinding] {
    let denials = facts.rules.indices.filter {
      facts.rules[$0].isDenied && facts.rules[$0].isConditional
    }
    guard !denials.isEmpty else { return [] }
    var found = Pairs(scene)
    var exceptions: [Pair: Bool] = [:]
    for success in all {
      guard let rule = success.rule else { continue }
      for denial in denials where denial > rule {
        guard let answers = facts.fit(facts.rules[denial], success.start) else { continue }
        let pair = Pair(rule: denial, other: rule)
        // If everyone who matches the earlier rule also matches the later deny rule, the earlier
        // rule is an intended exception.
        let isException =
          exceptions[pair] ?? facts.isPart(facts.rules[rule], of: facts.rules[denial])
        exceptions[pair] = isException
        if !isException { found.note(pair, answers, success.route, of: success) }
      }
    }
    return findings(
      .denyBypassed, found, help: "put the deny rule before the rule that lets them in"
    ) { pair, route, people in
      "the \(word) \(name(pair.rule)) denies access to \(people), but \(name(pair.other)) before it "
        + "lets them in" + circumstances(route)
    }
  }

  // MARK: Members of a group by another rule

  private func privilegeInversions(_ all: [Success]) -> [OrgFinding] {
    let named = facts.rules.indices.filter { !facts.rules[$0].groups.isEmpty }
    guard !named.isEmpty else { return [] }
    var found = Pairs(scene)
    for success in all {
      let decides = facts.rule(success.rule)
      guard let less = facts.strength(success.rule, success.start) else { continue }
      for meant in named where meant != success.rule {
        let own = facts.rules[meant]
        guard let answers = facts.meant(own, for: success.start),
          let more = facts.strength(meant, success.start), less.isLess(than: more)
        else { continue }
        let isNarrower = facts.isNarrower(decides, than: own)
        let groups = own.groups.filter { !decides.groups.contains($0) }
        for (group, route) in members(of: groups, success.route) {
          let pair = Pair(rule: success.rule, other: meant, group: group, isNarrower: isNarrower)
          found.note(pair, answers, route, of: success)
        }
      }
    }
    return findings(
      .privilegeInversion, found,
      help: "put the rule for the group first, and don't exclude anyone from it"
    ) { pair, route, people in
      "the \(word) \(name(pair.rule)) lets members of the group `\(pair.group)` in (\(people)) with "
        + "less than \(name(pair.other)), the rule for the group, asks for" + circumstances(route)
    }
  }

  /// Returns the users of a route, grouped by the first of the given groups that they are in.
  ///
  /// Users that no condition distinguishes may still be in different groups.
  private func members(of groups: [String], _ route: Route) -> [(group: String, route: Route)] {
    guard !groups.isEmpty else { return [] }
    var found: [(group: String, logins: [String])] = []
    let logins = route.kind.logins
    for login in logins.isEmpty ? [nil] : logins.map(Optional.some) {
      guard let group = groups.first(where: scene.org.groups(of: login).contains) else { continue }
      if let index = found.firstIndex(where: { $0.group == group }) {
        found[index].logins += [login].compactMap(\.self)
      } else {
        found.append((group, [login].compactMap(\.self)))
      }
    }
    return found.map { group, members in
      var route = route
      if members.count < logins.count {
        route.kind.logins = UserLogins(members)
        route.kind.index = scene.org.users(of: route.kind).first
        route.start.index = route.kind.index
      }
      return (group, route)
    }
  }

  private func groupsWithLess(_ all: [Success]) -> [OrgFinding] {
    var found = Collected<Pair>(scene)
    for success in all {
      let decides = facts.rule(success.rule)
      let usual = facts.decidingForAnyone(success.start)
      let others = facts.rule(usual)
      guard let group = facts.groups(success.start).first(where: decides.groups.contains),
        usual != success.rule, !others.isDenied,
        let less = facts.strength(success.rule, success.start),
        let more = facts.strength(usual, success.start), less.isLess(than: more)
      else { continue }
      let isNarrower = facts.isNarrower(decides, than: others)
      found.note(
        Pair(rule: success.rule, other: usual, group: group, isNarrower: isNarrower), success)
    }
    return findings(
      .groupGetsLess, found,
      help: "ask the group for at least as much as everyone else"
    ) { pair, route, _ in
      "the \(word) \(name(pair.rule)) for the group `\(pair.group)` asks for less than "
        + "\(name(pair.other)), the rule for everyone else" + circumstances(route)
    }
  }

  // MARK: Riskier circumstances

  private func riskInversions(_ all: [Success]) -> [OrgFinding] {
    var found = Collected<Pair>(scene)
    var safer: [Pair: WalkStart] = [:]
    var alike: [Alike: [Success]] = [:]
    var order: [Alike] = []
    for success in all where success.start.entry == .identifier {
      for rest in facts.rests(success.start) {
        let key = Alike(kind: success.route.kind, rest: rest)
        if alike[key] == nil { order.append(key) }
        alike[key, default: []].append(success)
      }
    }
    for key in order {
      let ways = alike[key] ?? []
      for var risky in ways {
        guard let less = facts.strength(risky.rule, risky.start) else { continue }
        for safe in ways where safe.rule != risky.rule {
          guard
            let shown = facts.riskier(
              risky.start, risky.answers, than: safe.start, safe.answers, beside: key.rest),
            let more = facts.strength(safe.rule, safe.start), isLess(less, more)
          else { continue }
          let pair = Pair(rule: risky.rule, other: safe.rule)
          if safer[pair] == nil { safer[pair] = shown.safe }
          risky.route.start = shown.risky
          found.note(pair, risky)
        }
      }
    }
    func told(_ start: WalkStart?) -> String {
      let words = start.map(scene.words.circumstances) ?? ""
      return words.isEmpty ? "in the default circumstances" : words
    }
    return findings(
      .riskInversion, found, help: "ask for more when the risk is higher",
      reliesToo: { safer[$0]?.assumptions(in: scene.org) ?? [] }
    ) { pair, route, people in
      "the \(word) \(name(pair.rule)) lets \(people) in with less (\(told(route.start))) than "
        + "\(name(pair.other)) does when the risk is lower (\(told(safer[pair])))"
    }
  }

  /// A class of users, and their circumstances without one property.
  ///
  /// Starts with an equal value can be compared.
  private struct Alike: Hashable {
    var kind: WalkKind
    var rest: RuleFacts.Rest
  }

  /// Whether a rule asks for less than another: fewer kinds of factors, or as many kinds with fewer
  /// verifications.
  ///
  /// A difference only in phishing resistance doesn't count, because a rule for riskier places may
  /// ask for another method.
  private func isLess(_ one: RuleStrength, _ other: RuleStrength) -> Bool {
    one.isLess(than: other) && (one.kinds < other.kinds || one.things < other.things)
  }
}

/// Pairs of rules.
///
/// Pairs that rely on assumptions about facts that no policy evaluates are stored separately.
private struct Pairs {
  private(set) var known: Collected<RuleComparisons.Pair>
  private var assumed: Collected<RuleComparisons.Pair>
  /// The assumptions with which each pair was first found.
  private(set) var answers: [RuleComparisons.Pair: [Assumption]] = [:]

  init(_ scene: AuditScene) {
    known = Collected(scene)
    assumed = Collected(scene)
  }

  /// The pairs that were found only with assumptions about facts that no policy evaluates.
  var onlyAssumed: Collected<RuleComparisons.Pair> {
    let found = Set(known.entries.map(\.cause))
    return assumed.without { found.contains($0) }
  }

  mutating func note(
    _ pair: RuleComparisons.Pair, _ answers: [Assumption], _ route: Route,
    of success: RuleComparisons.Success
  ) {
    if answers.isEmpty {
      known.note(pair, route, in: success.exploration, from: success.start)
    } else if (self.answers[pair] ?? answers) == answers {
      self.answers[pair] = answers
      assumed.note(pair, route, in: success.exploration, from: success.start)
    }
  }
}

extension Collected where Cause == RuleComparisons.Pair {
  /// Records a pair of rules with a sign-in that shows it.
  fileprivate mutating func note(_ cause: Cause, _ success: RuleComparisons.Success) {
    note(cause, success.route, in: success.exploration, from: success.start)
  }
}
