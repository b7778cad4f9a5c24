import FlowDiagnostics
import FlowEngine
import FlowSyntax
import FlowText

/// Checks a flow: its header, its rows and values, its statements, and the orgs that it can run
/// against.
struct FlowCheck: CheckPart {
  let context: CheckContext

  /// Checks a flow.
  func check(_ flow: Program.FlowUnit) {
    context.enter(flow.script)
    context.isRun = true
    context.usage.enter(flow: true)
    context.header.read(flow.body, bytes)
    reportDuplicates()
    let engineName =
      context.header.engine.map { flow.script.text($0.name) } ?? options.defaultEngine
    context.words = checkEngine(context.header.engine, engineName)
    context.expectsFailure = context.header.expectsFailure
    enterScope(of: flow, engine: engineName)
    let header = context.header
    if !header.hasRules, header.uses.isEmpty, !header.hasOtherwise, options.profiles.isEmpty,
      !header.hasParameters
    {
      report(.emptyFlow, flow.nameRange)
    }
    checkName(of: flow)
    for clause in flow.rows { check(clause) }
    checkCount(of: flow)
    needCheck.findCandidates()
    context.isPrepared = false
    context.shadows.reset()
    bodyCheck.check(flow.body)
    constantCheck.checkCycles(of: context.header.lets)
    unusedCheck.noteUnusedValues()
    repeatCheck.check(flow.body)
    if !context.header.expectations.isEmpty {
      expectationCheck.checkExpectations(flow.body)
      expectationStrength.check(flow.body)
    }
    if let against = context.header.against { check(against, engine: engineName) }
    needCheck.checkNeeds(of: flow)
  }

  /// Checks a flow's name in quotes.
  ///
  /// The name can't contain values, because it must be the same in every run.
  private func checkName(of flow: Program.FlowUnit) {
    let range = flow.nameRange
    guard range.end > range.start, bytes[Int(range.start)] == UInt8(ascii: "\""),
      bytes[Int(range.start)..<Int(range.end)].contains(UInt8(ascii: "\\"))
    else { return }
    let literal = TextLiteral.read(Text(range: range, isPlain: false), in: source)
    for diagnostic in literal.diagnostics { report(diagnostic) }
    for name in literal.names {
      report(
        .badEscape("\\(\(source.text(name.range)))"), name.range,
        help: "a flow's name is fixed; the values of its rows are added to it")
    }
  }

  /// Reports rows that make too many flows.
  private func checkCount(of flow: Program.FlowUnit) {
    var count = 1
    for clause in flow.rows {
      count *= max(clause.rows.count, 1)
      guard count > Program.FlowUnit.rowsMax else { continue }
      return report(Program.FlowUnit.tooManyRows, clause.range)
    }
  }

  private func reportDuplicates() {
    for (name, first, second) in context.header.duplicates {
      report(
        .duplicateStatement(name: name), second, labels: [label(first, "the first is here")])
    }
  }

  /// Returns the words of a flow's engine; `nil` if the engine is unknown, which is reported.
  private func checkEngine(_ node: EngineStatement?, _ name: String) -> EngineWords? {
    guard let found = engine(name) else {
      guard let node else { return nil }
      let names = options.lexicon.engines.map(\.vocabulary.engine)
      report(
        .unknownEngine(name: name, nearest: Suggestion.nearest(name, among: names)),
        node.name.range, notes: ["the engines are \(Prose.and(names))"])
      return nil
    }
    return found
  }

  private func enterScope(of flow: Program.FlowUnit, engine: String) {
    context.scope.begin()
    for clause in flow.rows { declare(clause) }
    for node in context.header.lets { declare(node.name, .expression(node.value), kind: "value") }
    for name in context.header.uses {
      let isKnown = use(id(name), engine: engine)
      if !isKnown { profileCheck.reportUnknownProfile(name) }
    }
    if context.header.uses.count > 1 { reportUsedAgain() }
    for name in options.profiles { _ = use(numbers.exact(name), engine: engine) }
  }

  /// Reports a profile that the flow uses twice, because the second time has no effect.
  private func reportUsedAgain() {
    var usesSeen = NumberTable()
    for (index, name) in context.header.uses.enumerated()
    where !usesSeen.insert(id(name), .none, Int32(truncatingIfNeeded: index)) {
      guard wants(.warning, name.range), let first = usesSeen.value(id(name)) else { continue }
      report(
        .duplicateStatement(name: "use \(source.text(name.range))"), name.range,
        labels: [label(context.header.uses[Int(first)].range, "the first is here")],
        severity: .warning)
    }
  }

  /// Makes a profile's names visible.
  ///
  /// Returns `false` if the profile doesn't exist.
  private func use(_ hash: WordID, engine: String) -> Bool {
    guard let number = context.profiles.number(hash) else { return false }
    context.scope.use(context.profiles.names(broughtBy: number))
    context.profiles.use(number, engine: engine)
    return true
  }

  /// Declares a name in the current flow.
  ///
  /// Reports the name if it already exists.
  func declare(_ name: Name, _ entry: Scope.Entry, kind: String) {
    if context.scope.declare(id(name), entry) { return }
    report(
      .duplicateName(kind: kind, name: source.text(name.range)), name.range,
      help: "give one of them another name")
  }

  // MARK: Rows

  private func declare(_ clause: ForClause) {
    for (index, name) in clause.names.enumerated() {
      var values: [Expression] = []
      values.reserveCapacity(clause.rows.count)
      for row in clause.rows.indices where index < clause.rows[row].values.count {
        values.append(clause.rows[row].values[index])
      }
      declare(name, .row(values), kind: "value")
    }
  }

  private func check(_ clause: ForClause) {
    for row in clause.rows {
      if row.values.count != clause.names.count, let first = clause.names.first,
        let last = clause.names.last
      {
        report(
          .rowLength(expected: clause.names.count, found: row.values.count), row.range,
          labels: [label(first.range.through(last.range), "the names are here")],
          help: "put the values of a row in parentheses: `(\"a\", email)`")
      }
      for value in row.values { valueCheck.check(value, wordsStand: true) }
    }
  }

  private func check(_ node: Against, engine: String) {
    let (hash, range) = (id(node.org), node.org.range)
    guard context.scope.isRow(hash) else {
      return checkOrg(hash, nil, range, engine: engine)
    }
    for value in context.scope.ownValues(hash) {
      guard let (name, range) = valueCheck.fixedWord(of: value) else { continue }
      checkOrg(numbers.exact(name), name, range, engine: engine)
    }
  }

  private func checkOrg(
    _ hash: WordID, _ name: String?, _ range: SourceRange, engine: String
  ) {
    let both = numbers.pair(hash, numbers.exact(engine))
    if context.fittingOrgs.contains(both) { return }
    let name = name ?? source.text(range)
    guard let org = program.orgs[name] else {
      let known = program.orgs.keys.sorted()
      report(
        .unknownName(kind: "org", name: name, nearest: Suggestion.nearest(name, among: known)),
        range, notes: known.isEmpty ? [] : ["the orgs are \(Prose.and(known))"])
      return
    }
    let orgEngine = org.node.engine.map(org.script.text) ?? options.defaultEngine
    guard let mine = self.engine(engine), let its = self.engine(orgEngine),
      mine.vocabulary.engine != its.vocabulary.engine
    else {
      context.fittingOrgs.insert(both)
      return
    }
    report(
      .engineMismatch(flow: engine, org: orgEngine), range,
      labels: [Diagnostic.PlaceLabel(org.place(org.node.name.range), "the org is here")],
      help: context.header.engine == nil
        ? "write `engine \(its.vocabulary.engine)` into the flow" : nil)
  }
}
