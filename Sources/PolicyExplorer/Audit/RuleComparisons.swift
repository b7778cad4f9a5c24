import FlowDiagnostics
import OktaSimulator

/// Findings that compare what the rules ask of the same user, of different users or in different
/// circumstances: `privilege-inversion`, `group-gets-less`, `risk-inversion`, and denials that an
/// earlier rule bypasses.
struct RuleComparisons {
  private let scene: AuditScene

  init(_ scene: AuditScene) { self.scene = scene }

  private var facts: RuleFacts { scene.facts }

  var findings: [OrgFinding] {
    denialsBypassed + privilegeInversions + groupsWithLess + riskInversions
  }

  /// A rule that decides, and one that it is compared with.
  private struct Pair: Hashable {
    var rule: Int?
    var other: Int?
    /// The group that the other rule, or this one, names.
    var group = ""
    /// Whether the rule is for narrower circumstances than the other.
    var isNarrower = false
    /// What makes the circumstances of the rule riskier.
    var risk = ""
  }

  /// Every start without a session, or a device that is remembered, that a rule lets in, with a route
  /// by that rule.
  private func eachSuccess(
    _ explorations: [Exploration]? = nil, _ body: (WalkStart, Int?, Route) -> Void
  ) {
    for exploration in explorations ?? scene.explorations
    where exploration.start.entry != .session && !exploration.start.isRemembered {
      for start in exploration.starts {
        let rule = facts.deciding(start)
        guard var route = scene.success(exploration, by: rule) else { continue }
        route.start = start
        body(start, rule, route)
      }
    }
  }

  private func name(_ rule: Int?) -> String { "`\(facts.rule(rule).name)`" }

  private func finding(
    _ kind: ProblemKind, _ entry: Collected<Pair>.Entry, _ message: String, help: String
  ) -> OrgFinding {
    let pair = entry.cause
    var finding = OrgFinding(
      kind, message, at: facts.rule(pair.rule).place ?? facts.rule(pair.other).place,
      witness: entry.witness,
      other: facts.rule(pair.rule).place == nil
        ? nil : facts.rule(pair.other).place.map { ($0, "this rule is compared with it") })
    finding.classes = entry.classes
    finding.cause = [
      facts.rule(pair.rule).name, facts.rule(pair.other).name, pair.group, pair.risk,
    ]
    finding.help = help
    if pair.isNarrower { finding.severity = .note }
    return finding
  }

  private func people(_ entry: Collected<Pair>.Entry) -> String {
    scene.words.people(AuditScene.together(entry.classes))
  }

  private func circumstances(_ route: Route) -> String {
    let told = scene.words.circumstances(route.start)
    return told.isEmpty ? "" : " (\(told))"
  }

  // MARK: A rule that turns people away

  private var denialsBypassed: [OrgFinding] {
    let denials = facts.rules.indices.filter {
      facts.rules[$0].isDenied && facts.rules[$0].isConditional
    }
    guard !denials.isEmpty else { return [] }
    var found = Collected<Pair>()
    eachSuccess { start, rule, route in
      guard let rule else { return }
      // A rule for a part of those whom a denial behind it turns away is an exception, as is meant.
      for denial in denials
      where denial > rule && facts.fits(facts.rules[denial], start)
        && !facts.isPart(facts.rules[rule], of: facts.rules[denial])
      {
        found.note(Pair(rule: denial, other: rule), route)
      }
    }
    return found.entries.map { entry in
      finding(
        .denyBypassed, entry,
        "the rule \(name(entry.cause.rule)) denies access to \(people(entry)), but "
          + "\(name(entry.cause.other)) before it lets them in" + circumstances(entry.witness),
        help: "put the rule that denies before the one that lets in")
    }
  }

  // MARK: Members of a group by another rule

  private var privilegeInversions: [OrgFinding] {
    let named = facts.rules.indices.filter { !facts.rules[$0].groups.isEmpty }
    guard !named.isEmpty else { return [] }
    var found = Collected<Pair>()
    eachSuccess { start, rule, route in
      let decides = facts.rule(rule)
      let groups = facts.groups(start)
      guard let less = facts.strength(decides, start) else { return }
      for meant in named where meant != rule {
        let own = facts.rules[meant]
        guard let group = groups.first(where: own.groups.contains), !decides.groups.contains(group),
          facts.isMeant(own, for: start), let more = facts.strength(own, start),
          less.isLess(than: more)
        else { continue }
        found.note(
          Pair(
            rule: rule, other: meant, group: group,
            isNarrower: facts.isNarrower(decides, than: own)), route)
      }
    }
    return found.entries.map { entry in
      finding(
        .privilegeInversion, entry,
        "\(people(entry)) of the group `\(entry.cause.group)` \(are(entry)) let in by the rule "
          + "\(name(entry.cause.rule)), which asks for less than \(name(entry.cause.other)), the "
          + "rule for the group" + circumstances(entry.witness),
        help: "put the rule for the group first, and exclude nobody from it")
    }
  }

  private func are(_ entry: Collected<Pair>.Entry) -> String {
    entry.classes.reduce(0) { $0 + max($1.logins.count, 1) } == 1 ? "is" : "are"
  }

  private var groupsWithLess: [OrgFinding] {
    var found = Collected<Pair>()
    eachSuccess { start, rule, route in
      let decides = facts.rule(rule)
      guard let group = facts.groups(start).first(where: decides.groups.contains) else { return }
      let usual = facts.decidingForAnyone(start)
      let others = facts.rule(usual)
      guard usual != rule, !others.isDenied, let less = facts.strength(decides, start),
        let more = facts.strength(others, start), less.isLess(than: more)
      else { return }
      found.note(
        Pair(
          rule: rule, other: usual, group: group,
          isNarrower: facts.isNarrower(decides, than: others)), route)
    }
    return found.entries.map { entry in
      finding(
        .groupGetsLess, entry,
        "the rule \(name(entry.cause.rule)) for the group `\(entry.cause.group)` asks for less than "
          + "\(name(entry.cause.other)), the rule for everybody else"
          + circumstances(entry.witness),
        help: "ask the group for what everybody else has to show, or for more")
    }
  }

  // MARK: Riskier circumstances

  private var riskInversions: [OrgFinding] {
    typealias Way = (start: WalkStart, rule: Int?, route: Route)
    var found = Collected<Pair>()
    for (_, explorations) in scene.explorations.byKind {
      var alike: [RuleFacts.Rest: [Way]] = [:]
      var order: [RuleFacts.Rest] = []
      eachSuccess(explorations) { start, rule, route in
        for rest in facts.rests(start) {
          if alike[rest] == nil { order.append(rest) }
          alike[rest, default: []].append((start, rule, route))
        }
      }
      for rest in order {
        let ways = alike[rest] ?? []
        for risky in ways {
          guard let less = facts.strength(facts.rule(risky.rule), risky.start) else { continue }
          for safe in ways where safe.rule != risky.rule {
            guard facts.isRiskier(risky.start, than: safe.start, beside: rest),
              let more = facts.strength(facts.rule(safe.rule), safe.start), isLess(less, more)
            else { continue }
            found.note(
              Pair(
                rule: risky.rule, other: safe.rule,
                risk: scene.words.circumstances(safe.start)), risky.route)
          }
        }
      }
    }
    return found.entries.map { entry in
      let (risky, safe) = (scene.words.circumstances(entry.witness.start), entry.cause.risk)
      return finding(
        .riskInversion, entry,
        "the rule \(name(entry.cause.rule)) lets \(people(entry)) in with less "
          + "(\(risky.isEmpty ? "with nothing special known" : risky)) than \(name(entry.cause.other)) does "
          + "where the risk is lower (\(safe.isEmpty ? "with nothing special known" : safe))",
        help: "ask for more where the risk is higher")
    }
  }

  /// Whether less is asked for: fewer kinds of factors, or fewer verifications of as many kinds.
  ///
  /// A place where phishing is to be expected may ask for another method.
  private func isLess(_ one: RuleStrength, _ other: RuleStrength) -> Bool {
    one.isLess(than: other) && (one.kinds < other.kinds || one.things < other.things)
  }
}
