import FlowDiagnostics
import FlowEngine
import FlowSyntax
import FlowText

/// Checks which facts and users claims refer to.
///
/// A misspelled word would make a claim hold for every org.
struct ClaimCheck: CheckPart {
  let context: CheckContext

  /// Checks the claims of the first script.
  func checkClaims() {
    context.isRun = true
    guard let script = program.scripts.first else { return }
    context.enter(script)
    let claims = script.claims
    guard !claims.isEmpty else { return }
    let tables =
      engine(options.defaultEngine).map { needCheck.knownOrgs(of: $0.vocabulary.engine) } ?? []
    var names: Set<String> = []
    for claim in claims {
      if let name = TextLiteral.fixedText(claim.text, in: source), !names.insert(name).inserted {
        report(
          .duplicateName(kind: "claim", name: name), claim.text.range,
          help: "give one of them another name")
      }
      if !claim.lacksLines, !claim.lines.contains(where: asserts) {
        report(.emptyClaim, SourceRange(claim.range.start, claim.text.range.end))
      }
      for line in claim.lines {
        switch line {
        case .scope(let range, let name, let atoms): checkScope(name, atoms, range, tables)
        case .rule(_, let expect):
          if let outcome = expect.outcome { checkOutcome(outcome) }
          if let condition = expect.condition { checkClaim(condition, tables) }
        case .remark(_, _, let text): valueCheck.check(text)
        case .recommended: continue
        }
      }
    }
  }

  /// Whether a line of a claim can be false.
  ///
  /// `always success` can't be false, because `always` and `never` are checked only for routes that
  /// end in success. `always kinds >= 0` can't be false either.
  private func asserts(_ line: Claim.Line) -> Bool {
    guard case .rule(let quantifier, let expect) = line else { return false }
    guard quantifier != .possible else { return true }
    let word = expect.outcome.map { source.text($0.range) }
    // Any other word is reported separately.
    if let word, !["success", "failure", "finished"].contains(word) { return true }
    let outcome = word.map { $0 == "success" }
    let condition = expect.condition.flatMap(ClaimConstant(source).value)
    // The value of the condition for every route; `nil` if it depends on the route.
    let value: Bool?
    switch (outcome, expect.condition == nil) {
    case (false, _): value = false
    case (_, true): value = outcome
    default: value = condition
    }
    return value != (quantifier == .always)
  }

  // MARK: Scope

  private func checkScope(
    _ name: Name, _ atoms: [SettingAtom], _ range: SourceRange, _ orgs: [OrgTable]
  ) {
    if source.text(name.range) == "app" {
      for atom in atoms { checkApp(atom, orgs) }
      return
    }
    let kinds = ["group", "type", "user"]
    guard case .word(let kind)? = atoms.first, kinds.contains(source.text(kind.range)) else {
      let found = atoms.first?.range ?? range
      let (kind, word) = (source.text(name.range), source.text(found))
      let singular = word.hasSuffix("s") ? String(word.dropLast()) : word
      let help: String? =
        kinds.contains(singular)
        ? "write it as `for user in \(singular) …`"
        : kinds.contains(kind) ? "write it as `for user in \(kind) \(word)`" : nil
      return report(.wrongWord(found: word, expected: kinds), found, help: help)
    }
    guard atoms.count > 1 else {
      return report(
        .settingValue(message: "expected a name after `\(source.text(kind.range))`"), kind.range,
        help: "write it as `for user in group staff, admins`")
    }
    for atom in atoms.dropFirst() {
      switch atom {
      case .word(let name): hold(source.text(name.range), name.range, to: kind, orgs)
      case .text(let text):
        guard let fixed = TextLiteral.fixedText(text, in: source) else { continue }
        hold(fixed, text.range, to: kind, orgs)
      case .mark: continue
      case .number, .duration, .value:
        report(.settingValue(message: "expected a name"), atom.range, help: "put it in quotes")
      }
    }
  }

  /// Checks a name in `for app in "payroll", "crm"`.
  private func checkApp(_ atom: SettingAtom, _ orgs: [OrgTable]) {
    let word: String?
    switch atom {
    case .word(let name): word = source.text(name.range)
    case .text(let text): word = TextLiteral.fixedText(text, in: source)
    case .mark: return
    case .number, .duration, .value: word = nil
    }
    guard let word else {
      return report(
        .settingValue(message: "expected the name of an app"), atom.range, help: "put it in quotes")
    }
    hold(word, atom.range, to: "app", orgs, inAnyCase: false)
  }

  private func hold(
    _ word: String, _ range: SourceRange, to kind: Name, _ orgs: [OrgTable]
  ) {
    let kind = source.text(kind.range)
    // Case is ignored only in logins.
    hold(word, range, to: kind, orgs, inAnyCase: kind == "user")
  }

  /// Reports a word that none of the orgs contains.
  private func hold(
    _ word: String, _ range: SourceRange, to name: String, _ orgs: [OrgTable],
    inAnyCase: Bool = false
  ) {
    let hash = numbers.folded(name)
    let lists = orgs.compactMap { $0.list(.claim, hash) }
    guard let kind = lists.first?.kind, lists.count == orgs.count else { return }
    let isThere = lists.contains { list in
      list.values.contains { $0 == word || inAnyCase && $0.lowercased() == word.lowercased() }
    }
    guard !isThere else { return }
    var values: [String] = []
    for value in lists.flatMap(\.values) where !values.contains(value) { values.append(value) }
    let nearest = Suggestion.nearest(word, among: values)
    switch name {
    case "used", "enrolled", "recovered-by":
      report(.unknownSubject(name: word, nearest: nearest), range)
    case "device", "risk", "platform", "passwords.common":
      report(.wrongWord(found: word, expected: values), range)
    default:
      report(
        .notInOrg(kind: kind, name: word, orgs: orgs.map(\.name), nearest: nearest), range,
        notes: values.isEmpty ? [] : ["the known values are \(Prose.and(values))"])
    }
  }

  // MARK: Facts

  private func checkOutcome(_ outcome: Name) {
    let known = ["success", "finished", "failure"]
    let word = source.text(outcome.range)
    guard !known.contains(word) else { return }
    report(.wrongWord(found: word, expected: known), outcome.range)
  }

  private func checkClaim(_ condition: Condition, _ orgs: [OrgTable]) {
    switch condition {
    case .or(let parts), .and(let parts): for part in parts { checkClaim(part, orgs) }
    case .not(_, let part): checkClaim(part, orgs)
    case .test(let test):
      switch test.subject {
      case .used(let label): checkUsed(label, orgs)
      case .fact(let name): checkClaimFact(name, test.comparison, orgs)
      case .offers: reportLater("`offers` in a claim", test.range)
      case .has: reportLater("`has` in a claim", test.range)
      case .path: reportLater("`path` in a claim", test.range)
      case .sent: reportLater("`sent` in a claim", test.range)
      }
    }
  }

  private func checkUsed(_ label: Label, _ orgs: [OrgTable]) {
    switch label {
    case .word(let name): hold(source.text(name.range), name.range, to: "used", orgs)
    case .text(let text):
      guard let fixed = TextLiteral.fixedText(text, in: source) else { return }
      hold(fixed, text.range, to: "used", orgs)
    }
  }

  private func checkClaimFact(
    _ name: Name, _ comparison: Comparison?, _ orgs: [OrgTable]
  ) {
    let word = source.text(name.range)
    guard let fact = ClaimFact(rawValue: word) else {
      let known = ClaimFact.allCases.map(\.rawValue)
      // `factors` is the fact of a run with the same meaning.
      let nearest = word == "factors" ? ["kinds"] : Suggestion.nearest(word, among: known)
      let list = Prose.list(known.map(Prose.ticked) + ["`used …`"], "and")
      return report(
        .unknownFact(name: word, nearest: nearest), name.range,
        notes: ["a claim can test \(list)"])
    }
    guard let comparison else { return }
    if fact.type == .list {
      // Every operator compares the word with the elements of the list.
      switch comparison.operator {
      case .equal, .notEqual, .contains, .matches: break
      case .less, .lessOrEqual, .greater, .greaterOrEqual:
        return conditionCheck.reportOperator(comparison, conditionCheck.described(name, .list))
      }
    } else {
      conditionCheck.check(comparison, of: name, fact.type)
    }
    // In a text, `contains` searches for a part of the text or for a pattern.
    let isWhole = fact.type == .list || comparison.operator != .contains
    guard isWhole, comparison.operator != .matches,
      let (value, range) = valueCheck.fixedWord(of: comparison.value)
    else { return }
    hold(value, range, to: word, orgs)
  }
}

extension ClaimFact {
  /// The type of the fact's values.
  fileprivate var type: ValueType {
    switch self {
    case .kinds, .heldKinds, .heldAuthenticators, .passwordLength, .passwordLower,
      .passwordUpper, .passwordNumber, .passwordSymbol, .passwordHistory, .passwordLockout:
      .number
    case .rule, .sessionRule, .passwordCommon: .text
    case .enrolled, .recoveredBy, .zone, .device, .risk, .platform: .list
    case .success, .recovered, .unlocked, .session, .remembered, .sessionPersistent,
      .phishingResistant, .heldPhishingResistant, .phishingResistantHardware,
      .heldPhishingResistantHardware:
      .boolean
    case .sessionLimit, .idleLimit, .sessionLifetime, .sessionIdle, .passwordExpiry,
      .passwordMinAge:
      .duration
    }
  }
}
