import FlowEngine
import FlowSyntax

extension Run {
  /// Whether an action can be done at a step of the newest response, and how.
  func fit(_ action: PlannedAction, at index: Int) -> Fit {
    let step = response.steps[index]
    switch action.kind {
    case .choose(let options): return fit(options, at: index)
    case .answer(let answers):
      return fit(answers.count, step, mayBeAbsent: { answers[$0].mayBeAbsent }) { at, fields in
        let match: FieldMatch =
          step.passkey(for: answers[at].field) == nil
          ? fields.match(answers[at].field) : .passkey
        return FieldAsked(match, answers[at].written, answers[at].place) {
          field in
          guard let constant = answers[at].value?.constant else { return true }
          return field.taken(constant) != nil
        }
      }
    case .prompt(let prompts):
      return fit(prompts.count, step, mayBeAbsent: { prompts[$0].mayBeAbsent }) { at, fields in
        FieldAsked(fields.match(prompts[at].field), prompts[at].written, prompts[at].place) { _ in
          true
        }
      }
    case .fill: return fitFill(step)
    case .take(let word): return fit(taking: word, at: index)
    case .submit: return step.redirect == nil ? .fits(.asIs) : .passed(.notSubmitted)
    case .follow: return step.redirect == nil ? .passed(.nothingToFollow) : .fits(.asIs)
    case .poll: return step.waiting == nil ? .passed(.nothingToWaitFor) : .fits(.asIs)
    case .promptStep:
      let isAnswered = step.choices.indices.contains { isChosen($0, nil, at: index) }
      return isAnswered ? .passed(.alreadyChosen) : .fits(.asIs)
    case .wait, .meanwhile, .expect, .say, .fail, .stop: return .fits(.asIs)
    }
  }

  // MARK: Options

  private func fit(_ options: [PlannedOption], at stepIndex: Int) -> Fit {
    for (index, option) in options.enumerated() {
      guard let (choice, method) = find(option, in: response.steps[stepIndex]) else { continue }
      // A challenge comes with a way back to the choice: what was chosen is finished first.
      if isChosen(choice, method, at: stepIndex) { return .passed(.alreadyChosen) }
      return .fits(.option(index, choice: choice, method: method))
    }
    return .passed(.notOffered)
  }

  /// Whether another step is about a choice of this one: about its method too, where one is named,
  /// and about this enrolment, where several have the name.
  ///
  /// A server may offer the way back before the step itself.
  private func isChosen(_ index: Int, _ method: Int?, at stepIndex: Int) -> Bool {
    let choices = response.steps[stepIndex].choices
    let choice = choices[index]
    let word = Naming.normalized(choice.naming.word)
    let isCurrent = response.steps.indices.contains { other in
      let step = response.steps[other]
      guard other != stepIndex, step.subjects.contains(where: { $0.answers(to: word) }) else {
        return false
      }
      guard let method else { return true }
      let name = Naming.normalized(choice.methods[method].word)
      return step.subjects.contains { $0.answers(to: name) }
    }
    guard isCurrent, choices.count(where: { $0.naming.answers(to: word) }) > 1 else {
      return isCurrent
    }
    return choice.details == lastChosen?.details && choice.enrolment == lastChosen?.enrolment
  }

  /// The first choice that an option means: by its name, else, in quotes, by one of its details.
  func find(_ option: PlannedOption, in step: Step) -> (choice: Int, method: Int?)? {
    guard !step.choices.isEmpty else { return nil }
    let words = words(option.name)
    if let found = find(option, in: step, where: { $0.naming.answers(to: words.word.text) }) {
      return found
    }
    if option.method == nil, let found = find(method: words.word.text, in: step) { return found }
    guard let quoted = words.quoted, !quoted.isEmpty else { return nil }
    return find(option, in: step, where: ChoiceDetail(quoted).means)
  }

  /// The first choice that offers a method, where no choice has the word for a name.
  private func find(method word: String, in step: Step) -> (choice: Int, method: Int?)? {
    let isOnly = step.choices.count == 1
    for (index, choice) in step.choices.enumerated() where isOnly || !choice.hasChannels {
      if let method = choice.methods.firstIndex(where: { $0.answers(to: word) }) {
        return (index, method)
      }
    }
    return nil
  }

  private func find(
    _ option: PlannedOption, in step: Step, where isMeant: (Choice) -> Bool
  ) -> (choice: Int, method: Int?)? {
    for index in step.choices.indices where isMeant(step.choices[index]) {
      var method: Int?
      if let label = option.method {
        let word = words(label).word.text
        method = step.choices[index].methods.firstIndex { $0.answers(to: word) }
        if method == nil { continue }
      }
      if !option.fields.isEmpty {
        let fields = step.fields(with: index)
        let areAsked = option.fields.allSatisfy { planned in
          if case .missing = fields.match(planned.field) { false } else { true }
        }
        guard areAsked else { continue }
      }
      return (index, method)
    }
    return nil
  }

  // MARK: Fields

  /// A field that an action names, as it is found in a form.
  private struct FieldAsked {
    var match: FieldMatch
    var written: String
    var place: Place
    /// Whether the field may take what is known of its value.
    var isTaken: (Field) -> Bool

    init(
      _ match: FieldMatch, _ written: String, _ place: Place, _ isTaken: @escaping (Field) -> Bool
    ) {
      self.match = match
      self.written = written
      self.place = place
      self.isTaken = isTaken
    }

    var ambiguity: Diagnostic? {
      guard case .ambiguous(let names) = match else { return nil }
      return Diagnostic(.ambiguousField(name: written, candidates: names), at: place)
    }
  }

  /// Whether a step asks for all the fields that an action names: the step itself, else the first of
  /// its choices whose form has them.
  private func fit(
    _ count: Int, _ step: Step, mayBeAbsent: (Int) -> Bool,
    find: (Int, [Field]) -> FieldAsked
  ) -> Fit {
    guard step.redirect == nil else { return .passed(.notSubmitted) }
    var missing: Int?
    var found = 0
    for index in 0..<count {
      let asked = find(index, step.fields)
      if let ambiguity = asked.ambiguity { return .ambiguous(ambiguity) }
      switch asked.match {
      case .found, .passkey: found += 1
      case .missing, .ambiguous: if missing == nil, !mayBeAbsent(index) { missing = index }
      }
    }
    if missing == nil, found > 0 || step.choices.isEmpty { return .fits(.fields(choice: nil)) }
    choices: for choice in step.choices.indices {
      let fields = step.fields(with: choice)
      for index in 0..<count {
        let asked = find(index, fields)
        if let ambiguity = asked.ambiguity { return .ambiguous(ambiguity) }
        if case .passkey = asked.match { continue }
        guard case .found(let field) = asked.match else {
          if mayBeAbsent(index) { continue }
          continue choices
        }
        guard asked.isTaken(fields[field]) else { continue choices }
      }
      return .fits(.fields(choice: choice))
    }
    return missing.map { .passed(.fieldNotAsked($0)) } ?? .fits(.fields(choice: nil))
  }

  /// Whether the profiles' answers fill every required field of a step, and one at least; where
  /// something is to be chosen, the field that says what.
  private func fitFill(_ step: Step) -> Fit {
    guard step.redirect == nil, step.choices.isEmpty || choosesByField(step) else {
      return .passed(.notFilled)
    }
    var isFilling = false
    let byPasskey = profilePasskey(at: step)?.challenge.fields.values
    for field in step.fields {
      if profileSlot(for: field) != nil || byPasskey?.contains(field.name) == true {
        isFilling = true
      } else if field.isUnanswered {
        return .passed(.notFilled)
      }
    }
    return isFilling ? .fits(.fields(choice: nil)) : .passed(.notFilled)
  }

  /// Whether a profile has an answer to the field that says which choice is taken.
  private func choosesByField(_ step: Step) -> Bool {
    step.fields.contains { field in
      guard field.isChoice, let slot = profileSlot(for: field) else { return false }
      guard let constant = plan.slots[slot].value.constant else { return true }
      return field.taken(constant) != nil
    }
  }

  /// The profile's answer to a field: by its own name, else by another word for it.
  func profileSlot(for field: Field) -> Int? {
    let named = plan.answers.first { $0.word.equals(field.name) }
    return (named ?? plan.answers.first { $0.word.names(field) })?.slot
  }

  // MARK: Steps and capabilities by name

  private func fit(taking word: Word, at index: Int) -> Fit {
    let isMeant = { (capability: Capability) in word.equals(capability.name) }
    if let found = response.steps[index].capabilities.first(where: isMeant) {
      return .fits(.capability(found.name, step: index))
    }
    if let step = response.steps.firstIndex(where: { word.equals($0.name) }) {
      return .fits(.step(step))
    }
    if let found = response.capabilities.first(where: isMeant) {
      return .fits(.capability(found.name, step: nil))
    }
    return .passed(.notThere)
  }
}
