import FlowDiagnostics
import FlowEngine
import FlowSyntax
import FlowText

/// Checks whether a flow's orgs contain what the flow refers to.
///
/// Only certain problems are reported.
struct NeedCheck: CheckPart {
  let context: CheckContext

  /// Finds the orgs that a flow can run against, and the authenticators that they don't have.
  func findCandidates() {
    let candidates = context.orgs.isEmpty ? [] : knownCandidates()
    context.needs = FlowNeeds(
      candidates: candidates, lackingSubjects: candidates.first?.lackingSubjects ?? WordSet())
  }

  /// Records the names that the parameters of a `meanwhile` require.
  func noteNeeds(of event: Meanwhile) {
    guard let org = context.needs.candidates.first, !event.parameters.isEmpty else { return }
    var needs: [Need] = []
    collectNeeds(of: event.parameters, org, &needs)
    context.needs.events += needs
  }

  /// Checks whether the orgs that a flow can run against contain the names and authenticators that
  /// the flow uses.
  func checkNeeds(of flow: Program.FlowUnit) {
    let candidates = context.needs.candidates
    guard let first = candidates.first else { return }
    if context.needs.mentionsLacking {
      for index in flow.body.indices {
        if case .rule(let rule) = flow.body[index] { checkSubjects(of: rule, candidates) }
      }
    }
    var needs = context.needs.events
    for index in context.header.needing { collectNeeds(of: flow.body[index], first, &needs) }
    let lacksIntent = context.header.intent.map { isLacking($0, candidates) } ?? false
    let namesUsers = first.hasFields && !isOfNewcomers(first)
    if lacksIntent || namesUsers, identityCheck.expectsSuccess() {
      if lacksIntent, let intent = context.header.intent { report(lacking: intent, candidates) }
      if namesUsers { needs += identityCheck.needs(of: flow, candidates) }
    }
    var met: [Need] = []
    for need in needs {
      if candidates.contains(where: { $0.has(need.value, need.use, need.name) }) {
        if need.isAlone, need.isSure { met.append(need) }
      } else {
        reportLacking(need, candidates)
      }
    }
    if context.header.against == nil { checkTogether(met, candidates, flow) }
  }

  /// Whether the flow's `start` creates an account.
  private func isOfNewcomers(_ org: OrgTable) -> Bool {
    context.header.intent.map { org.makesAccounts(intent: folded($0)) } ?? false
  }

  /// The maximum number of orgs for each flow.
  ///
  /// A script has only a few. The work grows with the number of flows and of orgs.
  private static let orgsMax = 16

  /// Returns the orgs that a flow can run against; empty if one of them is unknown, or there are
  /// too many.
  private func knownCandidates() -> [OrgTable] {
    guard let engine = words?.vocabulary.engine else { return [] }
    guard let against = context.header.against else { return knownOrgs(of: engine) }
    guard context.scope.isRow(id(against.org)) else {
      return context.orgs.only(id(against.org), options)
    }
    let names = context.scope.ownValues(id(against.org)).map { value -> WordID in
      switch value {
      case .name(let name): id(name)
      case .text(let text) where text.isPlain: numbers.exact(bytes, text.inner)
      default: .none
      }
    }
    guard names.count <= NeedCheck.orgsMax else { return [] }
    var found: [OrgTable] = []
    for name in names {
      guard let table = context.orgs.table(name, options) else { return [] }
      found.append(table)
    }
    return found
  }

  /// Returns the simulated orgs of an engine; empty if one of them is unknown, or there are too
  /// many.
  func knownOrgs(of engine: String) -> [OrgTable] {
    if let known = context.orgs.tables(of: engine) { return known }
    var names: [WordID] = []
    for (name, org) in context.orgs.located {
      let its = org.node.engine.map(org.script.text) ?? options.defaultEngine
      if self.engine(its)?.vocabulary.engine == engine { names.append(name) }
    }
    if names.count > NeedCheck.orgsMax { names = [] }
    return context.orgs.prepare(names, of: engine, options)
  }

  // MARK: Authenticators

  /// Reports a rule about an authenticator that none of the orgs has.
  private func checkSubjects(of rule: Rule, _ candidates: [OrgTable]) {
    for pattern in rule.patterns {
      guard case .word(let subject)? = pattern.subject else { continue }
      if isLacking(subject, at: pattern, candidates) {
        report(lackingSubject: subject, candidates)
      }
    }
    guard case .choose(let node)? = rule.actions.first else { return }
    var lacking: [Name] = []
    for option in node.options {
      guard case .word(let name) = option.name,
        rule.patterns.allSatisfy({ isLacking(name, at: $0, candidates) })
      else { return }
      lacking.append(name)
    }
    for name in lacking { report(lackingSubject: name, candidates) }
  }

  private func isLacking(_ subject: Name, at pattern: Pattern, _ orgs: [OrgTable]) -> Bool {
    let step = folded(pattern.step)
    let word = folded(subject)
    return !context.scope.isRow(id(subject)) && orgs.allSatisfy { $0.lacks(word, at: step) }
  }

  private func report(lackingSubject subject: Name, _ orgs: [OrgTable]) {
    guard wants(.warning, subject.range) else { return }
    report(
      .notInOrg(
        kind: "authenticator", name: source.text(subject.range), orgs: orgs.map(\.name),
        nearest: []),
      subject.range, help: "remove it, or add it to the org's `authenticators`")
  }

  /// Whether none of the orgs allows a word after `start`.
  private func isLacking(_ intent: Name, _ orgs: [OrgTable]) -> Bool {
    let word = folded(intent)
    return orgs.allSatisfy { $0.lacks(intent: word) }
  }

  private func report(lacking intent: Name, _ candidates: [OrgTable]) {
    guard wants(.warning, intent.range) else { return }
    report(
      .notInOrg(
        kind: "way to", name: source.text(intent.range), orgs: candidates.map(\.name), nearest: []),
      intent.range, help: "add the settings for it to the org, or expect the refusal")
  }

  // MARK: Parameters and facts

  private func collectNeeds(
    of statement: Statement, _ org: OrgTable, _ needs: inout [Need]
  ) {
    switch statement {
    case .start(let node): collectNeeds(of: node.parameters, org, &needs)
    case .expect(let node):
      if let condition = node.condition { collectNeeds(of: condition, isSure: true, org, &needs) }
    default: return
    }
  }

  private func collectNeeds(
    of parameters: [Assignment], _ org: OrgTable, _ needs: inout [Need]
  ) {
    for parameter in parameters {
      let name = folded(parameter.name)
      guard org.knows(.parameter, name), !isStated(parameter.name, by: parameters) else { continue }
      append(parameter.value, .parameter, name, isSure: true, org, &needs)
    }
  }

  /// Whether another parameter overrides the org's settings for a parameter.
  ///
  /// For example, `session-state` sets the verified factors of `session`.
  private func isStated(_ name: Name, by parameters: [Assignment]) -> Bool {
    let state = numbers.folded(source.text(name.range) + "-state")
    return parameters.contains { folded($0.name) == state }
  }

  /// Collects the values that a condition compares facts with.
  ///
  /// A value that may or may not match is collected too, because a misspelled one never matches.
  private func collectNeeds(
    of condition: Condition, isSure: Bool, _ org: OrgTable, _ needs: inout [Need]
  ) {
    switch condition {
    case .and(let parts):
      for part in parts { collectNeeds(of: part, isSure: isSure, org, &needs) }
    case .or(let parts):
      for part in parts { collectNeeds(of: part, isSure: false, org, &needs) }
    case .not(_, let part): collectNeeds(of: part, isSure: false, org, &needs)
    case .test(let test):
      guard case .fact(let name) = test.subject, let comparison = test.comparison,
        comparison.operator == .equal || comparison.operator == .notEqual,
        org.knows(.fact, folded(name))
      else { return }
      append(
        comparison.value, .fact, folded(name),
        isSure: isSure && comparison.operator == .equal, org, &needs)
    }
  }

  /// Adds the literal values of an expression.
  ///
  /// For a row, these are all its values. If a value is unknown, nothing is added.
  private func append(
    _ value: Expression, _ use: OrgTable.Use, _ name: WordID, isSure: Bool, _ org: OrgTable,
    _ needs: inout [Need]
  ) {
    let literals = identityCheck.literals(of: value) ?? []
    for literal in literals {
      for range in names(in: literal, org.list(use, name)) where range.end > range.start {
        needs.append(
          Need(
            use: use, name: name, value: org.id(numbers, bytes, range, use, name),
            place: Place(source, range == literal.range ? literal.quoted : range),
            isAlone: literals.count == 1, isSure: isSure))
      }
    }
  }

  /// Returns the names in a text.
  ///
  /// A text can have several names if the list allows names with commas between them.
  private func names(in literal: IdentityCheck.Literal, _ list: OrgWords.Known?) -> [SourceRange] {
    let range = Int(literal.range.start)..<Int(literal.range.end)
    let comma = UInt8(ascii: ",")
    guard bytes[range].contains(comma) else { return [literal.range] }
    // A name that contains a comma can't be separated from the others.
    guard let list, list.areNames, !list.values.contains(where: { $0.utf8.contains(comma) })
    else { return [] }
    return bytes[range].split(separator: comma).map { part in
      let isBlank = { (byte: UInt8) in byte == UInt8(ascii: " ") }
      let trimmed = part.drop(while: isBlank)
      let count = trimmed.reversed().drop(while: isBlank).count
      return SourceRange(UInt32(trimmed.startIndex), UInt32(trimmed.startIndex + count))
    }
  }

  // MARK: Reporting

  private func reportLacking(_ need: Need, _ candidates: [OrgTable]) {
    guard wants(.warning, at: need.place) else { return }
    let lists = candidates.compactMap { $0.list(need.use, need.name) }
    var values: [String] = []
    for value in lists.flatMap(\.values) where !values.contains(value) { values.append(value) }
    let literal = need.place.source.text(need.place.range)
    let word = Prose.bare(literal, without: "\"")
    let kind = lists.first?.kind ?? ""
    let nearest = Suggestion.nearest(word, among: values)
    guard !options.variables.contains(word), need.isSure || !nearest.isEmpty else { return }
    report(
      Diagnostic(
        .notInOrg(kind: kind, name: word, orgs: candidates.map(\.name), nearest: nearest),
        at: need.place,
        notes: values.isEmpty ? [] : ["the known values are \(Prose.and(values))"]))
  }

  /// Reports a flow if no org contains all the names that it refers to, although each name exists
  /// in some org.
  private func checkTogether(
    _ needs: [Need], _ candidates: [OrgTable], _ flow: Program.FlowUnit
  ) {
    guard needs.count > 1, candidates.count > 1,
      !candidates.contains(where: { org in
        needs.allSatisfy { org.has($0.value, $0.use, $0.name) }
      }), wants(.warning, flow.nameRange)
    else { return }
    var labels: [Diagnostic.PlaceLabel] = []
    for need in needs {
      let having = candidates.filter { $0.has(need.value, need.use, need.name) }.map(\.name)
      guard having.count < candidates.count else { continue }
      labels.append(Diagnostic.PlaceLabel(need.place, "only \(Prose.and(having)) has this"))
    }
    report(.unsatisfiableFlow(orgs: candidates.map(\.name)), flow.nameRange, labels: labels)
  }
}

extension Text {
  /// The range between the quotes of a plain text.
  var inner: SourceRange {
    range.end - range.start < 2 ? range : SourceRange(range.start + 1, range.end - 1)
  }
}
