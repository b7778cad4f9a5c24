import OktaSimulator

/// Finds rules that ask for two factors but accept two of the same kind: `same-kind`.
struct SameKinds {
  private let scene: AuditScene

  init(_ scene: AuditScene) { self.scene = scene }

  var findings: [OrgFinding] {
    scene.facts.rules.indices.filter { scene.facts.rules[$0].takesTwoOfAKind }.map(finding)
  }

  private func finding(_ index: Int) -> OrgFinding {
    let rule = scene.facts.rules[index]
    var found = Collected<Int>(scene)
    for (number, exploration) in scene.explorations.enumerated() {
      for route in exploration.routes
      where route.ending.outcome == .signedIn && route.ending.rule == index
        && route.ending.kinds == 1 && route.ending.uses.count > 1
      {
        found.note(index, route, in: number)
      }
    }
    let entry = found.entries.first
    let witness = entry.flatMap { found.judged($0)?.witness }
    let used = witness.map { witness in
      let names = witness.ending.uses.map { scene.words.name($0.method) }
      return ": \(scene.words.peopleGet(AuditScene.together(entry?.classes ?? []))) in with "
        + RouteWords.list(names)
    }
    var finding = OrgFinding(
      .sameKind,
      "the rule `\(rule.name)` asks for two factors, and accepts two of the same kind"
        + (used ?? ""),
      at: rule.place, witness: witness, reliesOn: [])
    finding.classes = entry?.classes ?? []
    finding.cause = [rule.name]
    finding.help = "ask for `2 factors`, or for `password` and a possession factor"
    return finding
  }
}
