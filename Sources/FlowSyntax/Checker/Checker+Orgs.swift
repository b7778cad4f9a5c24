extension Checker {
  /// Checks an org: its engine here, its settings by whoever knows that engine.
  mutating func check(_ org: Program.Located<Org>) {
    enter(org.script)
    isRun = false
    for setting in org.node.settings { checkTexts(of: setting) }
    let name = org.node.engine.map(org.script.text) ?? options.defaultEngine
    guard engine(name) != nil else {
      guard let node = org.node.engine else { return }
      let names = options.engines.map(\.vocabulary.engine)
      report(
        .unknownEngine(name: name, nearest: Suggestion.nearest(name, among: names)), node.range,
        notes: ["the engines are \(Prose.and(names))"])
      return
    }
    for diagnostic in options.settings(org) { report(diagnostic) }
  }

  /// Checks the escapes of an org's texts; the parser has seen to it that blocks end.
  private mutating func checkTexts(of setting: OrgSetting) {
    for case .text(let text) in setting.values.joined() where !text.isPlain {
      for diagnostic in TextLiteral.read(text, in: source).diagnostics { report(diagnostic) }
    }
    for inner in setting.block ?? [] { checkTexts(of: inner) }
  }

  /// Checks what the claims of the first script ask of routes.
  mutating func checkClaims() {
    isRun = true
    guard let script = program.scripts.first else { return }
    enter(script)
    for case .claim(let claim) in script.items {
      for case .rule(_, let expect) in claim.lines {
        if let condition = expect.condition { checkClaim(condition) }
      }
    }
  }

  private mutating func checkClaim(_ condition: Condition) {
    switch condition {
    case .or(let parts), .and(let parts): for part in parts { checkClaim(part) }
    case .not(_, let part): checkClaim(part)
    case .test(let test):
      switch test.subject {
      case .used: break
      case .fact(let name):
        let word = source.text(name.range)
        guard ClaimFact(rawValue: word) == nil else { break }
        let nearest = Suggestion.nearest(word, among: ClaimFact.allCases.map(\.rawValue))
        report(.unknownFact(name: word, nearest: nearest), name.range)
      case .offers: reportLater("`offers` in a claim", test.range)
      case .has: reportLater("`has` in a claim", test.range)
      case .path: reportLater("`path` in a claim", test.range)
      case .sent: reportLater("`sent` in a claim", test.range)
      }
    }
  }
}
