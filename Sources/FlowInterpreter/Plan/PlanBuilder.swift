import FlowText
import FlowDiagnostics
import FlowEngine
import FlowSyntax

/// Builds the plan of a flow for one row of its `for` clauses.
struct PlanBuilder {
  let program: Program
  let flow: Program.FlowUnit
  let row: [Rows.Cell]
  let options: PlanOptions
  /// The engine of the flow.
  let engine: String
  /// The facts of the engine that a value of the script can't hide.
  let facts: Set<String>
  /// The facts of the engine that report errors as messages do.
  let errorFacts: Set<String>
  /// The first parts of the names of facts in the engine's responses (`user`, `token`).
  let factGroups: Set<String>
  /// The words of the engine that had another spelling.
  let oldSpellings: OldSpellings
  /// The words that only other engines than the flow's have.
  var foreign: ForeignWords { options.foreign(engine) }
  /// The foreign words for the rules of profiles, which may serve several engines.
  var foreignInProfiles: ForeignWords { options.foreignInProfiles(engine) }

  var diagnostics: [Diagnostic] = []
  var slots: [Slot] = []
  var named: [NamedSlot] = []
  var answers: [NamedSlot] = []
  /// The name of each answer's profile, by the slot of the answer.
  private(set) var answerProfiles: [Int: String] = [:]
  var labels: [PlannedValue] = []
  /// The slots of the values from outside the script.
  private var variables: Set<Int> = []
  /// The slots of the values that every script of the program can use, by their names.
  private(set) var scope: [String: Int] = [:]
  /// The labels that the row's values become, by the names of the values.
  private(set) var rowWords: [String: LabelWords] = [:]
  /// The declared slots whose expressions aren't resolved yet.
  private var pending: [(slot: Int, expression: Expression, context: PlanContext)] = []

  init(program: Program, flow: Program.FlowUnit, row: [Rows.Cell], options: PlanOptions) {
    self.program = program
    self.flow = flow
    self.row = row
    self.options = options
    engine = PlanBuilder.engine(of: flow) ?? options.defaultEngine
    facts = options.facts[engine] ?? []
    errorFacts = options.errorFacts[engine] ?? []
    factGroups = options.factGroups[engine] ?? []
    oldSpellings = options.oldSpellings[engine] ?? .none
  }

  var place: Place { Place(flow.script.source, flow.nameRange) }

  /// Builds the plan.
  mutating func build() -> RunPlan {
    var context = PlanContext(script: flow.script)
    let profiles = usedProfiles()
    declareVariables()
    let suffix = declareRow(context)
    declareLets(of: flow.body, context)
    var profileContexts: [PlanContext] = []
    for (name, located) in profiles {
      profileContexts.append(declareProfile(name, located))
    }
    let constants = program.constants.sorted { $0.key < $1.key }
    for (name, located) in constants {
      declare(name, located.node.value, PlanContext(script: located.script), isKept: true)
    }
    readPending()
    breakCycles()
    releaseCodes()

    let start = startStatement()
    let intent =
      start.map { oldSpellings.currentWord(for: flow.script.text($0.intent)) }
      ?? options.usualIntents[engine] ?? "sign-in"
    let parameters = (start?.parameters ?? []).map { assignment($0, context, wordsStand: true) }
    var rules = startRules(
      engine: engine, intent: intent, place: start.map { context.place($0.range) })
    rules += flowRules(context, origin: .flow, body: flow.body)
    for (index, (name, located)) in profiles.enumerated() {
      let origin = RuleOrigin.profile(name)
      rules += flowRules(profileContexts[index], origin: origin, body: located.node.body)
    }
    for (index, (name, located)) in profiles.enumerated() {
      rules += preferences(of: located.node, name, profileContexts[index])
    }
    if !answers.isEmpty { rules.append(answersRule(profiles.first?.located)) }
    context.overlay = [:]
    if let rule = otherwiseRule(context) { rules.append(rule) }
    let expectations = expects(context)
    let needs = needs(of: rules, expectations, parameters)
    return RunPlan(
      name: suffix.isEmpty ? flow.name : "\(flow.name) [\(suffix)]", tags: flow.tags,
      engine: engine, org: orgName(), intent: intent, place: place, known: KnownFailure(of: flow),
      parameters: parameters,
      rules: rules, expectations: expectations, slots: slots, named: named, answers: answers,
      labels: labels, needs: needs.list, inboxPlace: needs.inboxPlace,
      oldSpellings: oldSpellings, usedVariables: usedVariables(needs.usedSlots, rules))
  }

  // MARK: Single statements

  private static func engine(of flow: Program.FlowUnit) -> String? {
    for case .engine(let node) in flow.body { return flow.script.text(node.name) }
    return nil
  }

  private func orgName() -> String? {
    for case .against(let node) in flow.body {
      let name = flow.script.text(node.org)
      return rowWords[name].map { $0.quoted ?? $0.word.text } ?? name
    }
    return nil
  }

  private func startStatement() -> FlowSyntax.Start? {
    for case .start(let node) in flow.body { return node }
    return nil
  }

  // MARK: Names

  /// Returns the used profiles in the order of `use`, without duplicates.
  ///
  /// A profile precedes the profiles that it uses.
  private mutating func usedProfiles() -> [(name: String, located: Program.Located<Profile>)] {
    var found: [(name: String, located: Program.Located<Profile>)] = []
    var seen: Set<String> = []
    var waiting: [(name: String, place: Place?)] = []
    func uses(_ body: [Statement], _ script: Script) -> [(name: String, place: Place?)] {
      body.flatMap { statement -> [(name: String, place: Place?)] in
        guard case .use(let use) = statement else { return [] }
        return use.profiles.map { (script.text($0), Place(script.source, $0.range)) }
      }
    }
    waiting = uses(flow.body, flow.script) + options.profiles.map { ($0, nil) }
    while !waiting.isEmpty {
      let (name, place) = waiting.removeFirst()
      guard seen.insert(name).inserted else { continue }
      guard let located = program.profiles[name] else {
        diagnostics.append(
          Diagnostic(
            .unknownName(
              kind: "profile", name: name,
              nearest: Suggestion.nearest(name, among: program.profiles.keys.sorted())), at: place))
        continue
      }
      found.append((name, located))
      waiting.insert(contentsOf: uses(located.node.body, located.script), at: 0)
    }
    return found
  }

  /// Declares the values of the row.
  ///
  /// - Returns: The values in brackets, to append to the flow's name.
  private mutating func declareRow(_ context: PlanContext) -> String {
    var shown: [String] = []
    for cell in row {
      let value = self.value(cell.value, context, wordsStand: true)
      add(cell.name, value, isKept: true)
      if let constant = value.constant {
        var text = constant.revealed
        if case .duration(_, let written) = value.content { text = written }
        shown.append(text)
        var quoted: String? = text
        if case .name = cell.value { quoted = nil }
        rowWords[cell.name] = LabelWords(word: Word(text), quoted: quoted)
      } else {
        shown.append(value.place.text)
      }
    }
    return shown.joined(separator: ", ")
  }

  private mutating func declareLets(of body: [Statement], _ context: PlanContext) {
    for case .constant(let node) in body {
      declare(flow.script.text(node.name), node.value, context, isKept: true)
    }
  }

  /// Declares the values and answers of a profile.
  ///
  /// Within the profile, they take precedence over values of other profiles.
  private mutating func declareProfile(
    _ name: String, _ located: Program.Located<Profile>
  ) -> PlanContext {
    var context = PlanContext(script: located.script)
    let first = pending.count
    for statement in located.node.body {
      switch statement {
      case .answer(let node):
        let field = located.script.text(node.field)
        let slot = declare(field, node.value, context, isKept: false)
        context.overlay[field] = slot
        answers.append(NamedSlot(word: Word(field), slot: slot))
        answerProfiles[slot] = name
      case .constant(let node):
        let own = located.script.text(node.name)
        context.overlay[own] = declare(own, node.value, context, isKept: true)
      default: break
      }
    }
    for index in first..<pending.count { pending[index].context = context }
    return context
  }

  @discardableResult
  private mutating func declare(
    _ name: String, _ expression: Expression, _ context: PlanContext, isKept: Bool
  ) -> Int {
    let place = context.place(expression.range)
    let slot = add(name, PlannedValue(content: .constant(.text("")), place: place), isKept: isKept)
    pending.append((slot, expression, context))
    return slot
  }

  @discardableResult
  mutating func add(_ name: String, _ value: PlannedValue, isKept: Bool) -> Int {
    let slot = slots.count
    slots.append(Slot(name: name, value: value, isKept: isKept))
    named.append(NamedSlot(word: Word(name), slot: slot))
    if scope[name] == nil { scope[name] = slot }
    return slot
  }

  /// Declares the values from outside the script.
  ///
  /// A value that replaces a `let` must have the type of that `let`, because the checker assumed
  /// it. A value of the row can't be replaced, because it is part of the test's name.
  private mutating func declareVariables() {
    for (name, text) in options.variables.sorted(by: { $0.key < $1.key })
    where !row.contains(where: { $0.name == name }) {
      var value = PlannedValue(content: .constant(.text(text)), place: place)
      if let (declared, script) = constant(name) {
        if let content = GivenValue.literal(text, like: declared) {
          value.content = content
        } else {
          let message = "`\(name)` is given a value that \(GivenValue.otherwise(declared))"
          diagnostics.append(
            Diagnostic(.valueFailed(message: message), at: Place(script.source, declared.range)))
        }
      }
      add(name, value, isKept: true)
      variables.insert(slots.count - 1)
    }
  }

  /// Returns the names of the values from outside that the plan uses, or may use for a field
  /// without a value.
  private func usedVariables(_ slots: Set<Int>, _ rules: [PlannedRule]) -> Set<String> {
    guard !variables.isEmpty else { return [] }
    let bare = GivenValue.bareFields(of: rules)
    let used = variables.filter { slot in
      let word = Word(self.slots[slot].name)
      return slots.contains(slot) || bare.contains { GivenValue.mayFill($0, word) }
    }
    return Set(used.map { self.slots[$0].name })
  }

  /// Returns the `let` with a name, in the flow or in the program; `nil` if there is none.
  private func constant(_ name: String) -> (value: Expression, script: Script)? {
    for case .constant(let node) in flow.body where flow.script.text(node.name) == name {
      return (node.value, flow.script)
    }
    return program.constants[name].map { ($0.node.value, $0.script) }
  }

  private mutating func readPending() {
    for (slot, expression, context) in pending {
      // In a profile, `password = password` refers to another value with the name `password`.
      var context = context
      context.hidden = slot
      slots[slot].value = value(expression, context, wordsStand: false)
    }
    pending = []
  }

  /// Reports names that refer to themselves, directly or through others, and chains of more than
  /// `nameDepthMax` names.
  ///
  /// This method removes the faulty references, so that every value can be computed.
  private mutating func breakCycles() {
    var depths = [Depth](repeating: .unknown, count: slots.count)
    for slot in slots.indices { _ = depth(of: slot, &depths, below: 0) }
  }

  /// Marks the values that contain a one-time code.
  ///
  /// Such values are computed at each step, because a code is accepted only once.
  private mutating func releaseCodes() {
    var released = slots.indices.filter { slots[$0].value.makesCode }
    guard !released.isEmpty else { return }
    var isReleased = [Bool](repeating: false, count: slots.count)
    for slot in released { isReleased[slot] = true }
    var users = [[Int]](repeating: [], count: slots.count)
    for slot in slots.indices {
      for inner in slots[slot].value.slotsInside { users[inner].append(slot) }
    }
    while let slot = released.popLast() {
      slots[slot].isKept = false
      for user in users[slot] where !isReleased[user] {
        isReleased[user] = true
        released.append(user)
      }
    }
  }

  private enum Depth {
    case unknown
    case open
    case known(Int)
  }

  /// Returns the length of the longest chain of names that starts at a slot.
  private mutating func depth(of slot: Int, _ depths: inout [Depth], below: Int) -> Int {
    switch depths[slot] {
    case .known(let depth): return depth
    case .open, .unknown: break
    }
    depths[slot] = .open
    var deepest = 0
    for inner in slots[slot].value.slotsInside {
      if case .open = depths[inner] {
        cut(slot, "`\(slots[inner].name)` refers to itself")
        deepest = 0
        break
      }
      if below < RunPlan.nameDepthMax {
        deepest = max(deepest, depth(of: inner, &depths, below: below + 1) + 1)
      } else {
        deepest = RunPlan.nameDepthMax + 1
      }
      if deepest > RunPlan.nameDepthMax {
        cut(slot, "more than \(RunPlan.nameDepthMax) names refer to one another")
        deepest = 0
        break
      }
    }
    depths[slot] = .known(deepest)
    return deepest
  }

  private mutating func cut(_ slot: Int, _ message: String) {
    diagnostics.append(Diagnostic(.valueFailed(message: message), at: slots[slot].value.place))
    slots[slot].value.content = .constant(.text(""))
  }
}

/// The script of an expression, and the names that are visible there before the program's names.
struct PlanContext {
  var script: Script
  var overlay: [String: Int] = [:]
  /// The slot that the expression defines.
  ///
  /// The expression can't refer to this slot. `nil` if the expression defines no slot.
  var hidden: Int?

  init(script: Script) {
    self.script = script
  }

  func place(_ range: SourceRange) -> Place { Place(script.source, range) }
}

extension PlannedValue {
  /// The slots that the value refers to directly.
  var slotsInside: [Int] {
    switch content {
    case .slot(let slot): [slot]
    case .text(let parts): parts.flatMap(\.slotsInside)
    case .command(let words): words.flatMap(\.slotsInside)
    case .file(let inner), .ask(let inner), .totp(let inner, _): inner.slotsInside
    case .constant, .duration, .env, .secret, .inbox, .passkey, .random, .shown, .fact, .found: []
    }
  }

  /// Whether the value itself contains `totp`, not through a name.
  ///
  /// Such a value can't be kept, because the code would be sent twice.
  var makesCode: Bool {
    switch content {
    case .totp: true
    case .text(let parts), .command(let parts): parts.contains(where: \.makesCode)
    case .file(let inner), .ask(let inner): inner.makesCode
    default: false
    }
  }
}
