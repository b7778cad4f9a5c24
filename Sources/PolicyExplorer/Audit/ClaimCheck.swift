import FlowText
import FlowDiagnostics
import OktaSimulator
package import FlowSyntax

/// Checks an org against a claim.
///
/// `always` and `never` apply to every route on which a user signs in. `possible` requires that
/// each user in the claim's scope has a route that meets the expectation.
package struct ClaimCheck {
  private let org: OktaSimulator.Org
  private let words: RouteWords
  private let script: Script
  private let pack: String?
  private let scope: ClaimScope
  private let asked: ClaimQuestions
  private let condition: ClaimCondition
  /// The indices of users whose explorations are incomplete; `nil` stands for users who sign up.
  private let unfinished: Set<Int?>

  /// Prepares to check the claims of a script.
  ///
  /// - Parameters:
  ///   - explorer: The explorer of the org.
  ///   - script: The script with the claims.
  ///   - pack: The name of the claims' pack; `nil` for claims in the org's script.
  ///   - groups: The groups whose users the claims are about; `nil` if the claims name their users.
  ///   - unfinished: The indices of users whose explorations are incomplete.
  package init(
    _ explorer: Explorer, in script: Script, pack: String? = nil, groups: [String]? = nil,
    unfinished: Set<Int?> = []
  ) {
    let org = explorer.org
    self.org = org
    self.pack = pack
    self.unfinished = unfinished
    self.script = script
    words = RouteWords(org)
    scope = ClaimScope(org, in: script, groups: groups)
    asked = ClaimQuestions(org, in: script)
    condition = ClaimCondition(org, in: script, SessionTimes(explorer))
  }

  /// Returns a finding for each line of a claim that doesn't hold, with the shortest route that
  /// shows it.
  package func findings(_ claim: Claim, _ explorations: [Exploration]) -> [OrgFinding] {
    let own = scope.scoped(explorations, claim)
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

  /// Returns the finding that no user matches a claim, so that the claim checks nothing.
  package func finding(ofNobody claim: Claim) -> OrgFinding {
    var scopes: [String] = []
    for case .scope(let range, _, _) in claim.lines {
      scopes.append("`\(script.source.text(range))`")
    }
    return finding(
      claim, "no user of the org matches \(RouteWords.list(scopes)): the claim checks nothing",
      cause: "nobody")
  }

  /// Whether a claim applies to a route's users, and all its `always` and `never` lines hold for
  /// the route.
  package func foresees(_ claim: Claim, _ route: Route) -> Bool {
    // `possible` isn't about a single route, so it is ignored.
    let speaks = claim.lines.contains { line in
      if case .rule(let quantifier, _) = line { quantifier != .possible } else { false }
    }
    return speaks && scope.speaks(claim, ofAll: route.kind)
      && claim.lines.allSatisfy { line in
        switch line {
        case .rule(.always, let expect): condition.holds(expect, route)
        case .rule(.never, let expect): !condition.holds(expect, route)
        case .rule(.possible, _), .scope, .remark, .recommended: true
        }
      }
  }

  private func finding(
    _ claim: Claim, _ message: String, at place: SourceRange? = nil, witness: Route? = nil,
    cause: String, reliesOn: [Assumption]? = nil
  ) -> OrgFinding {
    let origin = ClaimOrigin(claim, in: script, pack: pack)
    var finding = OrgFinding(
      .brokenClaim, origin.heading + message, at: place, witness: witness, claim: origin,
      reliesOn: reliesOn)
    finding.help = origin.help
    if origin.isRecommended { finding.severity = .note }
    finding.cause = (pack.map { [$0] } ?? []) + [origin.text, cause]
    return finding
  }

  // MARK: Quantifiers

  /// Returns a finding if a route breaks an `always` or a `never`; otherwise `nil`.
  private func broken(
    _ claim: Claim, _ quantifier: Claim.Quantifier, _ expect: Expect, _ own: [Exploration],
    _ worlds: UnknownWorlds
  ) -> OrgFinding? {
    let asked = Set(self.asked.questions(of: expect).map(\.fact))
    func breaks(_ exploration: Exploration, _ starts: [WalkStart]) -> [Route] {
      exploration.routes.filter { $0.ending.outcome == .signedIn }.flatMap { route in
        routes(route, of: exploration.kind, by: starts).filter {
          condition.holds(expect, $0) != (quantifier == .always)
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
    var finding = finding(
      claim,
      "`\(said)` doesn't hold: \(words.peopleGet(route.kind)) "
        + "in by the rule `\(org.name(ofRule: route.ending.rule))`" + from(route)
        + condition.measured(expect, route),
      at: org.walkPlaces.rule(route.ending.rule), witness: route, cause: said,
      reliesOn: reliance?.assumptions ?? [])
    for route in all where !finding.classes.contains(route.kind) {
      finding.classes.append(route.kind)
    }
    return finding
  }

  /// Returns a finding if some users have no route that meets a `possible`; otherwise `nil`.
  private func impossible(
    _ claim: Claim, _ expect: Expect, _ own: [Exploration], _ worlds: UnknownWorlds
  ) -> OrgFinding? {
    let asked = Set(self.asked.questions(of: expect).map(\.fact))
    var known: [ClaimLeaf: Bool] = [:]
    func isSo(_ exploration: Exploration, _ starts: [WalkStart]) -> Bool {
      exploration.routes.contains { route in
        routes(route, of: exploration.kind, by: starts).contains { condition.holds(expect, $0) }
      }
    }
    func isSo(_ leaf: UnknownWorlds.Leaf) -> Bool {
      let key = ClaimLeaf(leaf, asked, org)
      let isTrue = known[key] ?? isSo(own[leaf.exploration], [leaf.start])
      known[key] = isTrue
      return isTrue
    }
    let namesApps = scope.namesApps(claim)
    var without: [(kind: WalkKind, reliesOn: [Assumption])] = []
    // No user can count on being given a temporary access code.
    let revisits = Revisits(own.filter { !$0.start.isByGivenCode })
    for (kind, explorations) in own.filter({ $0.start.isOwn }).byKind
    where !unfinished.contains(kind.index) {
      // A user who can't sign in, such as a suspended user, has no route under any policy.
      guard kind.index.map(org.isUsable) ?? true else { continue }
      // A claim that names no app doesn't mean that every user is assigned to every app.
      guard namesApps || kind.index.map(org.isAssigned) ?? true else { continue }
      let isPossible =
        explorations.contains { isSo($0, starts(of: $0, toldApartBy: asked)) }
        || revisits.cover(kind) { isSo($0, starts(of: $0, toldApartBy: asked)) }
      if !isPossible {
        without.append((kind, []))
      } else if !worlds.isEmpty,
        let reliance = worlds.reliance(
          of: { own[$0.exploration].kind == kind && $0.start.isOwn },
          everywhere: { !isSo($0) }), !revisits.cover(kind, where: { isSo($0, [$0.start]) })
      {
        without.append((kind, reliance.assumptions))
      }
    }
    let said = script.source.text(expect.range)
    let first = without.first(where: \.reliesOn.isEmpty) ?? without.first
    return first.map { kind, reliesOn in
      var finding = finding(
        claim, "`\(said)` doesn't hold: no route of \(words.people(kind)) meets it", cause: said,
        reliesOn: reliesOn)
      finding.classes = without.map(\.kind)
      return finding
    }
  }

  /// An exploration, with the values of those circumstances that a claim distinguishes.
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

  /// Returns the starts of an exploration, one for each class that a claim distinguishes.
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
}
