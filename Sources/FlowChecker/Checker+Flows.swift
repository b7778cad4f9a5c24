import FlowEngine
import FlowText
import FlowSyntax
import FlowDiagnostics

extension Checker {
  /// A program whose first file has comments and spaces at most.
  mutating func checkEmpty() {
    guard let script = program.scripts.first, script.items.isEmpty else { return }
    enter(script)
    var isComment = false
    for byte in bytes {
      if byte == UInt8(ascii: "#") { isComment = true }
      if byte == 0x0A { isComment = false }
      guard isComment || byte <= 0x20 || byte >= 0x80 else { return }
    }
    report(.emptyScript, SourceRange(0, 0))
  }

  /// Checks a flow.
  mutating func check(_ flow: Program.FlowUnit) {
    enter(flow.script)
    isRun = true
    usage.enter(flow: true)
    header.read(flow.body, bytes)
    reportDuplicates()
    let engineName = header.engine.map { flow.script.text($0.name) } ?? options.defaultEngine
    words = checkEngine(header.engine, engineName)
    expectsFailure = header.expectsFailure
    enterScope(of: flow, engine: engineName)
    if !header.hasRules, header.uses.isEmpty, !header.hasOtherwise, options.profiles.isEmpty,
      !header.hasParameters
    {
      report(.emptyFlow, flow.nameRange)
    }
    checkName(of: flow)
    for clause in flow.rows { check(clause) }
    checkCount(of: flow)
    findCandidates()
    isPrepared = false
    shadows.reset()
    checkBody(flow.body)
    checkCycles(of: header.lets)
    noteUnusedValues()
    if !header.expectations.isEmpty { checkExpectations(flow.body) }
    if let against = header.against { check(against, engine: engineName) }
    checkNeeds(of: flow)
  }

  /// Checks a name in quotes: it is the same in every run, whatever the values.
  private mutating func checkName(of flow: Program.FlowUnit) {
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

  /// Checks how many flows its rows make.
  private mutating func checkCount(of flow: Program.FlowUnit) {
    var count = 1
    for clause in flow.rows {
      count *= max(clause.rows.count, 1)
      guard count > Program.FlowUnit.rowsMax else { continue }
      return report(Program.FlowUnit.tooManyRows, clause.range)
    }
  }

  private mutating func reportDuplicates() {
    for (name, first, second) in header.duplicates {
      report(
        .duplicateStatement(name: name), second, labels: [label(first, "the first is here")])
    }
  }

  /// The words of a flow's engine, `nil` where it is unknown.
  private mutating func checkEngine(_ node: EngineStatement?, _ name: String) -> EngineWords? {
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

  private mutating func enterScope(of flow: Program.FlowUnit, engine: String) {
    scope.begin()
    for clause in flow.rows { declare(clause) }
    for node in header.lets { declare(node.name, .expression(node.value), kind: "value") }
    for name in header.uses {
      let isKnown = use(id(name), engine: engine)
      if !isKnown { reportUnknownProfile(name) }
    }
    if header.uses.count > 1 { reportUsedAgain() }
    for name in options.profiles { _ = use(numbers.exact(name), engine: engine) }
  }

  /// Reports a profile that the flow uses already: the second time adds nothing.
  private mutating func reportUsedAgain() {
    usesSeen.removeAll()
    for (index, name) in header.uses.enumerated()
    where !usesSeen.insert(id(name), .none, Int32(truncatingIfNeeded: index)) {
      guard wants(.warning, name.range), let first = usesSeen.value(id(name)) else { continue }
      report(
        .duplicateStatement(name: "use \(source.text(name.range))"), name.range,
        labels: [label(header.uses[Int(first)].range, "the first is here")], severity: .warning)
    }
  }

  /// Adds what a profile brings along; `false` where there is no such profile.
  private mutating func use(_ hash: WordID, engine: String) -> Bool {
    guard let number = profiles.number(hash) else { return false }
    scope.use(profiles.names(broughtBy: number))
    profiles.use(number, engine: engine)
    return true
  }

  mutating func reportUnknownProfile(_ name: Name) {
    let text = source.text(name.range)
    let known = program.profiles.keys.sorted()
    report(
      .unknownName(
        kind: "profile", name: text, nearest: Suggestion.nearest(text, among: known)),
      name.range, notes: known.isEmpty ? [] : ["the profiles are \(Prose.and(known))"])
  }

  /// Declares a name of the scope at hand; the same one twice is a problem.
  mutating func declare(_ name: Name, _ entry: Scope.Entry, kind: String) {
    if scope.declare(id(name), entry) { return }
    report(
      .duplicateName(kind: kind, name: source.text(name.range)), name.range,
      help: "give one of them another name")
  }

  // MARK: Rows

  private mutating func declare(_ clause: ForClause) {
    for (index, name) in clause.names.enumerated() {
      var values: [Expression] = []
      values.reserveCapacity(clause.rows.count)
      for row in clause.rows.indices where index < clause.rows[row].values.count {
        values.append(clause.rows[row].values[index])
      }
      declare(name, .row(values), kind: "value")
    }
  }

  private mutating func check(_ clause: ForClause) {
    for row in clause.rows {
      if row.values.count != clause.names.count, let first = clause.names.first,
        let last = clause.names.last
      {
        report(
          .rowLength(expected: clause.names.count, found: row.values.count), row.range,
          labels: [label(first.range.through(last.range), "the names are here")],
          help: "put the values of a row in parentheses: `(\"a\", email)`")
      }
      for value in row.values { check(value, wordsStand: true) }
    }
  }

  // MARK: Statements

  private mutating func check(_ statement: Statement) {
    switch statement {
    case .engine, .against, .use: return
    case .start(let node): check(node)
    case .constant(let node): checkLet(node)
    case .rule(let node): check(node)
    case .expect(let node):
      guard let condition = node.condition else { return }
      looks = ConditionLooks()
      check(condition)
      if looks.atEnd { isPrepared = true }
    case .otherwise(let node): check(node)
    case .known(let node): check(node)
    case .answer(let node): check(node)
    case .preference(let node): check(node)
    }
  }

  mutating func checkBody(_ body: [Statement]) {
    // By index: a loop over the statements would copy each of them, with all that it refers to.
    for index in body.indices { check(body[index]) }
  }

  private mutating func check(_ node: Against, engine: String) {
    let (hash, range) = (id(node.org), node.org.range)
    guard scope.isRow(hash) else {
      return checkOrg(hash, nil, range, engine: engine)
    }
    for value in scope.ownValues(hash) {
      guard let (name, range) = fixedWord(of: value) else { continue }
      checkOrg(numbers.exact(name), name, range, engine: engine)
    }
  }

  private mutating func checkOrg(
    _ hash: WordID, _ name: String?, _ range: SourceRange, engine: String
  ) {
    let both = numbers.pair(hash, numbers.exact(engine))
    if fittingOrgs.contains(both) { return }
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
      fittingOrgs.insert(both)
      return
    }
    report(
      .engineMismatch(flow: engine, org: orgEngine), range,
      labels: [Diagnostic.PlaceLabel(org.place(org.node.name.range), "the org is here")],
      help: header.engine == nil ? "write `engine \(its.vocabulary.engine)` into the flow" : nil)
  }

  private mutating func check(_ node: Otherwise) {
    switch node.action {
    case .plain(let action) where action.verb == .skip || action.verb == .stop: return
    case .prompt(let prompt):
      guard let field = prompt.fields.first else { return }
      report(
        .wrongWord(found: source.text(field.field.range), expected: []), field.range,
        help: "`otherwise prompt` asks for the whole step")
    default:
      let range = node.action.range
      let word = SourceRange(range.start, range.start + UInt32(wordLength(range)))
      report(
        .wrongWord(found: source.text(word), expected: ["skip", "stop", "prompt"]), word)
    }
  }

  private mutating func check(_ node: Known) {
    let day = TextLiteral.fixedText(node.until, in: source)
    guard day.flatMap(CalendarDay.init) == nil else { return }
    report(.badDate(day ?? source.text(node.until.range)), node.until.range)
  }

  private func wordLength(_ range: SourceRange) -> Int {
    bytes[Int(range.start)..<Int(range.end)].prefix { $0.continuesWord }.count
  }
}
