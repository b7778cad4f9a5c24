import FlowText
import FlowDiagnostics
package import OktaSimulator
package import FlowSyntax

/// Holds what an org allows to a claim.
///
/// `always` and `never` speak of every route to success, `possible` of any route: each person in the
/// claim's scope has to have one.
package struct ClaimCheck {
  let org: OktaSimulator.Org
  private let words: RouteWords
  let script: Script
  /// The people, by index, of whom something is left that was not walked.
  private let unfinished: Set<Int?>

  package init(_ org: OktaSimulator.Org, in script: Script, unfinished: Set<Int?> = []) {
    self.org = org
    self.unfinished = unfinished
    words = RouteWords(org)
    self.script = script
  }

  /// The lines of a claim that don't hold, each with its shortest route where one shows it.
  package func findings(_ claim: Claim, _ explorations: [Exploration]) -> [OrgFinding] {
    let own = explorations.compactMap { exploration in scoped(exploration, claim) }
    guard !own.isEmpty else { return [] }
    let worlds = UnknownWorlds(own, of: org)
    return claim.lines.compactMap { line in
      guard case .rule(let quantifier, let expect) = line else { return nil }
      return switch quantifier {
      case .always, .never: broken(claim, quantifier, expect, own, worlds)
      case .possible: impossible(claim, expect, own, worlds)
      }
    }
  }

  /// Whether a claim speaks of anybody of the org, or of whoever may sign up.
  package func isAboutSomebody(_ claim: Claim) -> Bool {
    org.walkKinds.contains { kind in
      let logins: [String?] = kind.logins.isEmpty ? [nil] : kind.logins
      return logins.contains { login in
        claim.lines.allSatisfy { line in
          if case .scope(_, _, let atoms) = line { isMember(login, atoms) } else { true }
        }
      }
    }
  }

  /// That a claim speaks of nobody: it says nothing, whatever it says.
  package func finding(ofNobody claim: Claim) -> OrgFinding {
    var scopes: [String] = []
    for case .scope(let range, _, _) in claim.lines {
      scopes.append("`\(script.source.text(range))`")
    }
    var finding = OrgFinding(
      .brokenClaim,
      "nobody of the org is meant by \(RouteWords.list(scopes)): nothing is held to it", at: nil,
      claim: claim)
    finding.cause = [text(claim.text), "nobody"]
    return finding
  }

  /// Whether a claim is about a route's person, and its `always` and `never` hold of the route.
  package func foresees(_ claim: Claim, _ route: Route) -> Bool {
    // What is possible says nothing of this route.
    let speaks = claim.lines.contains { line in
      if case .rule(let quantifier, _) = line { quantifier != .possible } else { false }
    }
    return speaks
      && claim.lines.allSatisfy { line in
        switch line {
        case .scope(_, _, let atoms):
          route.kind.logins.isEmpty
            ? isMember(nil, atoms) : route.kind.logins.allSatisfy { isMember($0, atoms) }
        case .rule(.always, let expect): holds(expect, route)
        case .rule(.never, let expect): !holds(expect, route)
        case .rule(.possible, _): true
        }
      }
  }

  /// An exploration with those of its people whom a claim speaks of; `nil` where it is of none.
  private func scoped(_ exploration: Exploration, _ claim: Claim) -> Exploration? {
    var scoped = exploration
    for case .scope(_, _, let atoms) in claim.lines {
      guard exploration.kind.index != nil else {
        return isMember(nil, atoms) ? exploration : nil
      }
      scoped.kind.logins.removeAll { !isMember($0, atoms) }
      if scoped.kind.logins.isEmpty { return nil }
    }
    return scoped
  }

  /// Whether somebody is of `group staff, admins`, `user "…"` or `type "…"`; `nil` for whoever signs up.
  private func isMember(_ login: String?, _ atoms: [SettingAtom]) -> Bool {
    guard case .word(let first)? = atoms.first else { return false }
    let names = atoms.dropFirst().compactMap(name)
    switch script.text(first) {
    case "group": return !Set(names).isDisjoint(with: org.groups(of: login))
    case "type": return org.userType(of: login).map(names.contains) ?? false
    case "user":
      return login.map { login in names.contains { $0.lowercased() == login.lowercased() } }
        ?? false
    default: return false
    }
  }

  private func name(_ atom: SettingAtom) -> String? {
    switch atom {
    case .word(let name): script.text(name)
    case .text(let text): self.text(text)
    case .number, .duration, .value, .mark: nil
    }
  }

  func text(_ text: Text) -> String {
    TextLiteral.read(text, in: script.source).plainText
  }

  // MARK: Quantifiers

  /// The finding that some route breaks an `always` or a `never`.
  private func broken(
    _ claim: Claim, _ quantifier: Claim.Quantifier, _ expect: Expect, _ own: [Exploration],
    _ worlds: UnknownWorlds
  ) -> OrgFinding? {
    let asked = Set(questions(of: expect).map(\.fact))
    func breaks(_ exploration: Exploration, _ starts: [WalkStart]) -> [Route] {
      exploration.routes.filter { $0.ending.outcome == .signedIn }.flatMap { route in
        routes(route, of: exploration.kind, by: starts).filter {
          holds(expect, $0) != (quantifier == .always)
        }.prefix(1)
      }
    }
    let all = own.flatMap { breaks($0, starts(of: $0, toldApartBy: asked)) }
    guard var route = all.min(by: { $0.way.count < $1.way.count }) else { return nil }
    var known: [ClaimLeaf: Route?] = [:]
    func shortest(_ leaf: UnknownWorlds.Leaf) -> Route? {
      let key = ClaimLeaf(leaf, asked, org)
      if let route = known[key] { return route }
      let route = breaks(own[leaf.exploration], [leaf.start]).min { $0.way.count < $1.way.count }
      known[key] = .some(route)
      return route
    }
    let reliance = worlds.reliance(
      cost: { shortest($0)?.way.count ?? .max }, anywhere: { shortest($0) != nil })
    if let reliance, !reliance.assumptions.isEmpty, let leaf = reliance.leaf,
      let witness = shortest(leaf)
    {
      route = witness
      route.start = leaf.start
    }
    let said = script.source.text(expect.range)
    var finding = OrgFinding(
      .brokenClaim,
      "`\(said)` doesn't hold: \(words.peopleGet(route.kind)) "
        + "in by the rule `\(org.name(ofRule: route.ending.rule))`" + from(route),
      at: org.walkPlaces.rule(route.ending.rule), witness: route, claim: claim,
      reliesOn: reliance?.assumptions ?? [])
    for route in all where !finding.classes.contains(route.kind) {
      finding.classes.append(route.kind)
    }
    finding.cause = [text(claim.text), said]
    return finding
  }

  /// The finding that some users have no route that a `possible` asks for.
  private func impossible(
    _ claim: Claim, _ expect: Expect, _ own: [Exploration], _ worlds: UnknownWorlds
  ) -> OrgFinding? {
    let asked = Set(questions(of: expect).map(\.fact))
    var known: [ClaimLeaf: Bool] = [:]
    func isSo(_ exploration: Exploration, _ starts: [WalkStart]) -> Bool {
      exploration.routes.contains { route in
        routes(route, of: exploration.kind, by: starts).contains { holds(expect, $0) }
      }
    }
    func isSo(_ leaf: UnknownWorlds.Leaf) -> Bool {
      let key = ClaimLeaf(leaf, asked, org)
      let isTrue = known[key] ?? isSo(own[leaf.exploration], [leaf.start])
      known[key] = isTrue
      return isTrue
    }
    var without: [(kind: WalkKind, reliesOn: [Assumption])] = []
    for (kind, explorations) in own.byKind where !unfinished.contains(kind.index) {
      let isPossible = explorations.contains { isSo($0, starts(of: $0, toldApartBy: asked)) }
      if !isPossible {
        without.append((kind, []))
      } else if !worlds.isEmpty,
        let reliance = worlds.reliance(
          of: { own[$0.exploration].kind == kind }, everywhere: { !isSo($0) })
      {
        without.append((kind, reliance.assumptions))
      }
    }
    let said = script.source.text(expect.range)
    let first = without.first(where: \.reliesOn.isEmpty) ?? without.first
    return first.map { kind, reliesOn in
      var finding = OrgFinding(
        .brokenClaim,
        "`\(said)` doesn't hold: no route of \(words.people(kind)) is so", at: nil, claim: claim,
        reliesOn: reliesOn)
      finding.classes = without.map(\.kind)
      finding.cause = [text(claim.text), said]
      return finding
    }
  }

  /// A leaf as a claim distinguishes it from others.
  private struct ClaimLeaf: Hashable {
    private let exploration: Int
    private let words: [[String]]

    init(
      _ leaf: UnknownWorlds.Leaf, _ asked: Set<WalkQuestion.Fact>, _ org: OktaSimulator.Org
    ) {
      exploration = leaf.exploration
      words = WalkQuestion.Fact.allCases.map {
        asked.contains($0) ? leaf.start.words(of: $0, in: org) : []
      }
    }
  }

  /// The ways to begin that come to the same as a walk's, one of each that a claim tells apart.
  private func starts(
    of exploration: Exploration, toldApartBy asked: Set<WalkQuestion.Fact>
  ) -> [WalkStart] {
    guard !asked.isEmpty else { return [exploration.start] }
    var seen: Set<[[String]]> = []
    return exploration.starts.filter { start in
      seen.insert(
        WalkQuestion.Fact.allCases.map {
          asked.contains($0) ? start.words(of: $0, in: org) : []
        }
      ).inserted
    }
  }

  private func routes(_ route: Route, of kind: WalkKind, by starts: [WalkStart]) -> [Route] {
    starts.map { start in
      var route = route
      route.kind = kind
      route.start = start
      return route
    }
  }

  private func from(_ route: Route) -> String {
    let told = words.circumstances(route.start)
    return told.isEmpty ? "" : " (\(told))"
  }

  // MARK: Conditions

  private func holds(_ expect: Expect, _ route: Route) -> Bool {
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
        case .text(let text): self.text(text)
        }
      return route.ending.uses.contains { $0.method.names.contains(name) }
    case .fact(let name):
      guard let fact = ClaimFact(rawValue: script.text(name)) else { return false }
      if let comparison = test.comparison, comparison.operator == .contains,
        let part = right(comparison.value), [.rule, .sessionRule].contains(fact)
      {
        // Of a text it is a part.
        return values(of: fact, route).contains { $0.contains(part) }
      }
      return holds(values(of: fact, route), test.comparison)
    case .offers, .has, .path, .sent: return false
    }
  }

  /// What a fact is of a route: a list of texts, numbers as digits; empty where it isn't so.
  private func values(of fact: ClaimFact, _ route: Route) -> [String] {
    let ending = route.ending
    func truth(_ isSo: Bool) -> [String] { [isSo ? "true" : "false"] }
    switch fact {
    case .kinds: return [String(ending.kinds)]
    case .heldKinds: return [String(ending.heldKinds)]
    case .rule: return [org.name(ofRule: ending.rule)]
    case .sessionRule: return [org.name(ofSessionRule: ending.sessionRule)]
    case .success: return truth(ending.outcome == .signedIn)
    case .enrolled: return ending.enrolled.flatMap(\.words)
    case .recovered: return truth(ending.isRecovered)
    case .unlocked: return truth(ending.isUnlocked)
    case .session: return truth(route.start.entry == .session)
    case .remembered: return truth(route.start.isRemembered)
    case .zone, .device, .risk, .platform:
      return WalkQuestion.Fact(rawValue: fact.rawValue).map { route.start.words(of: $0, in: org) }
        ?? []
    }
  }

  private func holds(_ values: [String], _ comparison: Comparison?) -> Bool {
    guard let comparison else { return !values.isEmpty && values != ["false"] }
    guard let right = right(comparison.value) else { return false }
    switch comparison.operator {
    case .equal, .contains: return values.contains(right)
    case .notEqual: return !values.contains(right)
    case .matches: return values.contains { Glob.matches($0, right) }
    case .less, .lessOrEqual, .greater, .greaterOrEqual:
      guard let number = values.first.flatMap({ Int($0) }), let bound = Int(right) else {
        return false
      }
      switch comparison.operator {
      case .less: return number < bound
      case .lessOrEqual: return number <= bound
      case .greater: return number > bound
      default: return number >= bound
      }
    }
  }

  func right(_ value: Expression) -> String? {
    switch value {
    case .text(let text): self.text(text)
    case .number, .boolean, .name: script.source.text(value.range)
    case .duration, .lookup, .call, .totp, .random: nil
    }
  }

  /// What a claim asks of the circumstances.
  package func questions(of claim: Claim) -> [WalkQuestion] {
    var questions: [WalkQuestion] = []
    for case .rule(_, let expect) in claim.lines { questions += self.questions(of: expect) }
    return questions
  }

  func questions(of expect: Expect) -> [WalkQuestion] {
    expect.condition.map(questions) ?? []
  }

  private func questions(_ condition: FlowSyntax.Condition) -> [WalkQuestion] {
    switch condition {
    case .or(let parts), .and(let parts): parts.flatMap(questions)
    case .not(_, let part): questions(part)
    case .test(let test): questions(test)
    }
  }

  private func questions(_ test: Test) -> [WalkQuestion] {
    guard case .fact(let name) = test.subject,
      let fact = WalkQuestion.Fact(rawValue: script.text(name))
    else { return [] }
    switch test.comparison?.operator {
    case .equal, .notEqual, .contains:
      guard let word = test.comparison.flatMap({ right($0.value) }) else { return [] }
      return [WalkQuestion(fact, word)]
    default:
      // Any of them may fit a pattern.
      return org.words(of: fact).map { WalkQuestion(fact, $0) }
    }
  }
}
