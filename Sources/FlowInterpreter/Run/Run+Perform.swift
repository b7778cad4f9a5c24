import FlowEngine
import FlowSyntax

extension Run {
  /// Carries out a rule that has been found to apply.
  ///
  /// The first action is done as it was found to be possible; each later one acts on the newest
  /// response, and is a fault where it can't be done.
  mutating func fire(_ index: Int, at step: Int, _ means: Means) async throws(Stop) {
    fired[index] += 1
    let movesBefore = moves
    let actions = plan.rules[index].actions
    try await perform(actions[0], of: index, at: step, means)
    for action in actions.dropFirst() where !spent.contains(index) {
      if moves == movesBefore {
        // Nothing has been answered yet: this is still the step that the rule was found for.
        try await performNext(action, of: index, from: step)
      } else {
        try await performNext(action, of: index, from: nil)
      }
    }
    if moves == movesBefore { spent.append(index) }
  }

  private mutating func performNext(
    _ action: PlannedAction, of rule: Int, from step: Int?
  ) async throws(Stop) {
    guard action.answers else {
      return try await perform(action, of: rule, at: step ?? 0, .asIs)
    }
    if let outcome = response.outcome { throw .ended(outcome) }
    if response.messages.contains(where: { $0.severity == .error }),
      !plan.rules[rule].answersErrors || step == nil
    {
      throw .refused(refusal())
    }
    let others = response.steps.indices.filter { $0 != step }
    for index in (step.map { [$0] } ?? []) + others {
      switch fit(action, at: index) {
      case .fits(let means): return try await perform(action, of: rule, at: index, means)
      case .ambiguous(let diagnostic): throw .fault([diagnostic])
      case .passed: continue
      }
    }
    let here = response.steps.first.map { " at `\($0.name)`" } ?? ""
    throw .fault(.notOffered(what: action.place.text + here), at: action.place)
  }

  private mutating func perform(
    _ action: PlannedAction, of rule: Int, at index: Int, _ means: Means
  ) async throws(Stop) {
    stepAtHand = index
    lineAtHand = action.place
    switch (action.kind, means) {
    case (.choose(let options), .option(let option, let choice, let method)):
      let selection = Selection(choice: choice, method: method)
      var answers = try await answers(options[option].fields, at: index, choice: choice)
      try await complete(&answers, at: index, choice: choice, place: action.place)
      optionAtHand = option
      try await submit(index, selection, answers, rule: rule, place: action.place)
    case (.answer(let planned), .fields(let choice)):
      try await answer(planned, at: index, choice: choice, rule: rule, place: action.place)
    case (.prompt(let prompts), .fields(let choice)):
      try await prompt(prompts, at: index, choice: choice, rule: rule, place: action.place)
    case (.fill, _):
      try await fill(index, rule: rule, place: action.place)
    case (.take, .capability(let name, let step)):
      try await use(Capability(name), step: step, at: index, rule: rule, place: action.place)
    case (.take(let word), .step(let step)):
      try await take(step, word, rule: rule, place: action.place)
    case (.submit, _):
      try require([], at: index, choice: nil, place: action.place)
      try await submit(index, nil, [], rule: rule, place: action.place)
    case (.follow, _):
      try await follow(index, rule: rule, place: action.place)
    case (.poll(let every, let limit), _):
      let isOver = try await poll(
        index, every: every, limit: limit, rule: rule, place: action.place)
      if isOver, let limit { try leave(rule, afterWaiting: limit, at: action.place) }
    case (.promptStep, _):
      try await promptStep(from: index, rule: rule, place: action.place)
    case (.wait(let duration), _):
      try await wait(duration, at: index, rule: rule, place: action.place)
    case (.meanwhile(let event, let parameters), _):
      try await meanwhile(event, parameters, at: index, rule: rule, place: action.place)
    case (.expect(let expect), _):
      try await check(expect)
    case (.say(let text), _):
      let text = try await shownText(text)
      environment.events?(.said(text))
    case (.fail(let text), _):
      throw .fault(.ruleFailed(message: try await shownText(text)), at: action.place)
    case (.stop, _):
      // An engine whose sessions can be stopped says what comes of it.
      let stop = Capability("stop")
      let isOwn =
        response.steps.indices.contains(index)
        && response.steps[index].capabilities.contains(stop)
      guard isOwn || response.capabilities.contains(stop) else { throw .ended(.stopped) }
      let owner = isOwn ? index : nil
      try await use(stop, step: owner, at: index, rule: rule, place: action.place)
    case (.choose, _), (.answer, _), (.prompt, _), (.take, _):
      throw .fault(.notOffered(what: action.place.text), at: action.place)
    }
  }

  private mutating func check(_ expect: PlannedExpect) async throws(Stop) {
    let expectation = await test(expect)
    guard expectation.holds else {
      expectations.append(expectation)
      throw .unexpected
    }
    expectations.append(expectation)
  }

  // MARK: Answering

  private mutating func answer(
    _ planned: [PlannedAnswer], at index: Int, choice: Int?, rule: Int, place: Place
  ) async throws(Stop) {
    guard let choice else {
      var answers = try await answers(planned, at: index, choice: nil)
      try await complete(&answers, at: index, choice: nil, place: place)
      return try await submit(index, nil, answers, rule: rule, place: place)
    }
    // The first choice whose form takes the values, now that they are known.
    let step = response.steps[index]
    var refused: Stop?
    for candidate in choice..<step.choices.count {
      do throws(Stop) {
        var answers = try await answers(planned, at: index, choice: candidate)
        try await complete(&answers, at: index, choice: candidate, place: place)
        let selection = Selection(choice: candidate)
        return try await submit(index, selection, answers, rule: rule, place: place)
      } catch .fault(let diagnostics) where isUnfit(diagnostics) {
        if refused == nil { refused = .fault(diagnostics) }
      }
    }
    throw refused ?? .fault(.notOffered(what: place.text), at: place)
  }

  /// Whether a fault says no more than that this form is not the one.
  private func isUnfit(_ diagnostics: [Diagnostic]) -> Bool {
    switch diagnostics.first?.problem {
    case .valueFailed, .unknownName, .requiredField: true
    default: false
    }
  }

  private mutating func fill(_ index: Int, rule: Int, place: Place) async throws(Stop) {
    var answers: [Answer] = []
    // The rule stands for all profiles: what is done here is written where the first answer is.
    var place = place
    let step = response.steps[index]
    if let (challenge, slot) = profilePasskey(at: step) {
      place = plan.slots[slot].value.place
      answers = try await self.answers(to: challenge, by: plan.slots[slot].value, step.fields)
    }
    for field in step.fields where !answers.contains(where: { $0.field == field.name }) {
      guard let slot = profileSlot(for: field) else { continue }
      let value = try await value(of: slot)
      if answers.isEmpty { place = plan.slots[slot].value.place }
      answers.append(
        Answer(field.name, try taken(value, by: field, at: plan.slots[slot].value.place)))
    }
    try require(answers, at: index, choice: nil, place: place)
    try await submit(index, nil, answers, rule: rule, place: place)
  }

  /// The fields of a step of the newest response, with those of a choice where one is taken.
  private func fields(at index: Int, with choice: Int?) -> [Field] {
    // The step is not copied for nothing but its own fields.
    choice == nil ? response.steps[index].fields : response.steps[index].fields(with: choice)
  }

  /// The answers that an action gives, by the fields' full names.
  private mutating func answers(
    _ planned: [PlannedAnswer], at index: Int, choice: Int?
  ) async throws(Stop) -> [Answer] {
    let fields = fields(at: index, with: choice)
    let hasPasskeys = !response.steps[index].passkeys.isEmpty
    var answers: [Answer] = []
    answers.reserveCapacity(fields.count)
    for answer in planned {
      if hasPasskeys, let challenge = response.steps[index].passkey(for: answer.field) {
        let parts = try await self.answers(to: challenge, by: passkey(of: answer), fields)
        for part in parts where answers.contains(where: { $0.field == part.field }) {
          throw .fault(.duplicateField(name: part.field), at: answer.place)
        }
        answers += parts
        continue
      }
      let position: Int
      switch fields.match(answer.field) {
      case .found(let found): position = found
      case .ambiguous(let names):
        throw .fault(.ambiguousField(name: answer.written, candidates: names), at: answer.place)
      case .missing, .passkey:
        if answer.mayBeAbsent { continue }
        throw .fault(
          .unknownName(kind: "field", name: answer.written, nearest: []), at: answer.place)
      }
      let field = fields[position]
      guard !answers.contains(where: { $0.field == field.name }) else {
        throw .fault(.duplicateField(name: field.name), at: answer.place)
      }
      let value = try await value(of: answer, for: field)
      answers.append(Answer(field.name, try taken(value, by: field, at: answer.place)))
    }
    return answers
  }

  /// The value of an answer; a bare field's is found by any of the field's names, and a bare box is
  /// ticked.
  private mutating func value(
    of answer: PlannedAnswer, for field: Field
  ) async throws(Stop) -> Value {
    if let planned = answer.value { return try await value(planned) }
    if field.kind == .boolean { return .boolean(true) }
    if let named = plan.named.first(where: { $0.word.names(field) }) {
      return try await value(of: named.slot)
    }
    throw .fault(
      .unknownName(kind: "value", name: answer.written, nearest: []), at: answer.place,
      help: "give it here, as in `\(answer.written) = \"…\"`, or in a profile that the flow uses")
  }

  /// A value as a field takes it.
  func taken(_ value: Value, by field: Field, at place: Place) throws(Stop) -> Value {
    guard let taken = field.taken(value) else {
      let shown = field.isSecret ? value.hidden.shown : value.shown
      throw .fault(
        .valueFailed(message: "`\(field.name)` doesn't take `\(shown)`"), at: place,
        help: "it takes \(field.expects)")
    }
    return taken
  }

  /// Fills the required fields that an action leaves with the profiles' answers to them.
  mutating func complete(
    _ answers: inout [Answer], at index: Int, choice: Int?, place: Place
  ) async throws(Stop) {
    let fields = fields(at: index, with: choice)
    // A passkey gives all of its parts, or none where one was given by hand.
    if !response.steps[index].passkeys.isEmpty,
      let (challenge, slot) = profilePasskey(at: response.steps[index]),
      !answers.contains(where: { challenge.fields.values.contains($0.field) })
    {
      answers += try await self.answers(to: challenge, by: plan.slots[slot].value, fields)
    }
    for position in fields.indices
    where fields[position].isUnanswered(with: choice)
      && !answers.contains(where: { $0.field == fields[position].name })
    {
      let field = fields[position]
      guard let slot = profileSlot(for: field) else { continue }
      let value = try await value(of: slot)
      answers.append(
        Answer(field.name, try taken(value, by: field, at: plan.slots[slot].value.place)))
    }
    try require(answers, at: index, choice: choice, place: place)
  }

  /// Holds the answers to the fields without which the step can't be submitted.
  func require(
    _ answers: [Answer], at index: Int, choice: Int?, place: Place
  ) throws(Stop) {
    let fields = fields(at: index, with: choice)
    for position in fields.indices
    where fields[position].isUnanswered(with: choice)
      && !answers.contains(where: { $0.field == fields[position].name })
    {
      let field = fields[position]
      if field.isCaptcha { throw .fault(.captcha(name: captchaName), at: place) }
      let step = response.steps[index].name
      // Where nothing is answered, `submit` or a word of its own stands there.
      let help =
        if place.text.hasPrefix("choose ") {
          "write `with \(field.answer)` behind what is chosen"
        } else if answers.isEmpty {
          "write `answer \(field.answer)` at `\(step)`"
        } else {
          "add `\(field.answer)` to what answers `\(step)`"
        }
      throw .fault(.requiredField(name: field.name), at: place, help: help)
    }
  }

  // MARK: Moving

  mutating func submit(
    _ index: Int, _ selection: Selection?, _ answers: [Answer], rule: Int, place: Place
  ) async throws(Stop) {
    if let selection { lastChosen = response.steps[index].choices[selection.choice] }
    let move = Move.submit(step: index, selection: selection, answers: answers)
    try await make(move, at: index, rule: rule, place: place)
  }

  /// Takes a step by its name, as it is.
  mutating func take(
    _ index: Int, _ word: Word, rule: Int, place: Place
  ) async throws(Stop) {
    try require([], at: index, choice: nil, place: place)
    try await submit(index, nil, [], rule: rule, place: place)
    if word.text == "cancel" { throw .ended(.cancelled) }
  }

  /// Uses a capability of a step, or of the response where `step` is `nil`.
  mutating func use(
    _ capability: Capability, step: Int?, at index: Int, rule: Int, place: Place
  ) async throws(Stop) {
    try await make(.use(capability, step: step), at: step, rule: rule, place: place)
    // Where giving up is a failure of what was under way, the engine says more of it.
    guard capability.name == "cancel", !session.answersCancel else { return }
    if response.outcome != .failure { throw .ended(.cancelled) }
  }

  mutating func follow(_ index: Int, rule: Int, place: Place) async throws(Stop) {
    guard let redirect = response.steps[index].redirect else {
      throw .fault(.notOffered(what: "follow"), at: place)
    }
    guard let host = environment.redirect else {
      throw .fault(
        .nobodyToAsk(field: redirect.title), at: place,
        help: "a redirect needs a browser, or an app that has one")
    }
    environment.masker.add(redirect.address)
    let before = environment.clock.now
    try await markInbox(at: place)
    let address: Secret
    do { address = try await host(redirect) } catch {
      if Task.isCancelled { throw .interrupted }
      if error is CancellationError { throw .ended(.cancelled) }
      throw .fault(.valueFailed(message: "the redirect brought no answer"), at: place)
    }
    deadline += environment.clock.now - before
    environment.masker.add(address)
    isByPerson = true
    try await make(.resume(step: index, address: address), at: index, rule: rule, place: place)
  }
}
