import FlowEngine
import FlowSyntax
import FlowDiagnostics

/// Compares the names in a script with the steps, choices and fields of a response.
struct Matcher {
  /// The labels that are computed at the start of a run, in order.
  private var labels: [LabelWords] = []

  /// Adds the text of the next label that is computed at the start of a run.
  mutating func add(label text: String) {
    labels.append(LabelWords(word: Word(text), quoted: text))
  }

  /// Returns the words of a label: the computed words, or the words in the script.
  func words(_ label: PlannedLabel) -> LabelWords {
    guard let made = label.made, labels.indices.contains(made) else { return label.words }
    return labels[made]
  }

  // MARK: Patterns

  /// Whether a rule's patterns fit a step of a response.
  ///
  /// A step that ends by itself fits only a rule that names it.
  func fits(_ rule: PlannedRule, _ steps: [Step], at index: Int) -> Bool {
    if steps[index].endsByItself, !rule.namesStep { return false }
    return fits(rule.patterns, steps, at: index)
  }

  /// Whether one of the patterns fits a step.
  ///
  /// Without patterns, every step fits.
  ///
  /// The name is compared first, and without a copy, because it rules out most patterns.
  private func fits(_ patterns: [PlannedPattern], _ steps: [Step], at index: Int) -> Bool {
    if patterns.isEmpty { return true }
    for position in patterns.indices {
      if let word = patterns[position].step, !word.covers(step: steps[index].name) { continue }
      let subjects = steps[index].subjects
      if let subject = patterns[position].subject, !isAbout(subject, subjects, nil) { continue }
      if let method = patterns[position].method, !isAbout(method, subjects, nil) { continue }
      return true
    }
    return false
  }

  /// Whether a pattern fits a step, or the choice that was made at the step.
  private func fits(_ pattern: PlannedPattern, _ step: Step, with choice: Choice?) -> Bool {
    if let word = pattern.step, !word.covers(step: step.name) { return false }
    if let subject = pattern.subject, !isAbout(subject, step.subjects, choice) { return false }
    if let method = pattern.method, !isAbout(method, step.subjects, choice) { return false }
    return true
  }

  private func isAbout(_ label: PlannedLabel, _ subjects: [Naming], _ choice: Choice?) -> Bool {
    let word = words(label).word.text
    return subjects.contains { $0.answers(to: word) }
      || choice?.naming.answers(to: word) == true
  }

  /// Whether the path of a run fulfills an `expect path`.
  func holds(
    _ mode: Test.Path.Mode, _ patterns: [PlannedPattern], on path: [Journal.PathStep]
  ) -> Bool {
    switch mode {
    case .exact:
      return path.count == patterns.count
        && zip(path, patterns).allSatisfy { fits($1, $0.step, with: $0.choice) }
    case .contains:
      var next = 0
      for (step, choice) in path
      where next < patterns.count && fits(patterns[next], step, with: choice) {
        next += 1
      }
      return next == patterns.count
    case .never:
      return !path.contains { step, choice in
        patterns.contains { fits($0, step, with: choice) }
      }
    }
  }

  // MARK: Options

  /// Whether the latest response offers an option.
  ///
  /// A step may be named by its old spelling, too.
  func isOffered(
    _ option: PlannedOption, _ journal: borrowing Journal, _ spellings: OldSpellings
  ) -> Bool {
    if journal.response.steps.contains(where: { find(option, in: $0) != nil }) { return true }
    guard option.method == nil else { return false }
    let word = words(option.name).word
    return journal.response.capabilities.contains { word.equals($0.name) }
      || journal.response.steps.contains { step in
        word.equals(step.name) || spellings.oldWord(for: step.name).map(word.equals) == true
          || step.capabilities.contains { word.equals($0.name) }
      }
  }

  /// Returns the first choice that an option names.
  ///
  /// The choice's name counts first, then its methods. A quoted option may also be one of its
  /// details.
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

  /// Returns the first choice that offers the method with this name.
  private func find(method word: String, in step: Step) -> (choice: Int, method: Int?)? {
    let isOnly = step.choices.count == 1
    for index in step.choices.indices where isOnly || !step.choices[index].hasChannels {
      if let method = step.choices[index].methods.firstIndex(where: { $0.answers(to: word) }) {
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

  /// Returns whether an action is possible at a step of the latest response, and how.
  func fit(
    _ action: PlannedAction, at index: Int, _ state: borrowing RunState
  ) -> Fit {
    switch action.kind {
    case .choose(let options): return fit(options, at: index, state.journal)
    case .answer(let answers): return fit(answers, at: state.journal.response.steps[index])
    case .prompt(let prompts): return fit(prompts, at: state.journal.response.steps[index])
    case .fill: return fitFill(state.journal.response.steps[index], state)
    case .take(let word): return fit(taking: word, at: index, state.journal)
    case .submit:
      return state.journal.response.steps[index].redirect == nil
        ? .fits(.asIs) : .passed(.notSubmitted)
    case .follow:
      return state.journal.response.steps[index].redirect == nil
        ? .passed(.nothingToFollow) : .fits(.asIs)
    case .poll:
      return state.journal.response.steps[index].waiting == nil
        ? .passed(.nothingToWaitFor) : .fits(.asIs)
    case .promptStep:
      let choices = state.journal.response.steps[index].choices
      let isAnswered = choices.indices.contains { isChosen($0, nil, at: index, state.journal) }
      return isAnswered ? .passed(.alreadyChosen) : .fits(.asIs)
    case .wait, .meanwhile, .expect, .say, .fail, .stop: return .fits(.asIs)
    }
  }

  // MARK: Options

  private func fit(
    _ options: [PlannedOption], at step: Int, _ journal: borrowing Journal
  ) -> Fit {
    for index in options.indices {
      guard let (choice, method) = find(options[index], in: journal.response.steps[step])
      else { continue }
      // A challenge may also offer to choose again. The current choice is completed first.
      if isChosen(choice, method, at: step, journal) { return .passed(.alreadyChosen) }
      return .fits(.option(index, choice: choice, method: method))
    }
    return .passed(.notOffered)
  }

  /// Whether another step of the response already continues this choice.
  ///
  /// If a method is given, the other step must be about the method too. If several choices have the
  /// same name, the enrollment must be the chosen one. A server may list the step that offers to
  /// choose again before the step that continues the choice.
  private func isChosen(
    _ index: Int, _ method: Int?, at stepIndex: Int, _ journal: borrowing Journal
  ) -> Bool {
    let choices = journal.response.steps[stepIndex].choices
    let word = Naming.normalized(choices[index].naming.word)
    let isCurrent = journal.response.steps.indices.contains { other in
      let subjects = journal.response.steps[other].subjects
      guard other != stepIndex, subjects.contains(where: { $0.answers(to: word) }) else {
        return false
      }
      guard let method else { return true }
      let name = Naming.normalized(choices[index].methods[method].word)
      return subjects.contains { $0.answers(to: name) }
    }
    guard isCurrent,
      choices.indices.count(where: { choices[$0].naming.answers(to: word) }) > 1
    else { return isCurrent }
    return choices[index].details == journal.chosen?.details
      && choices[index].enrollment == journal.chosen?.enrollment
  }

  // MARK: Fields

  /// Returns whether a step asks for all the fields that an action names.
  ///
  /// The fields belong to the step itself, or to the form of the first choice that has them all.
  private func fit<Named: NamedField>(_ named: [Named], at step: Step) -> Fit {
    guard step.redirect == nil else { return .passed(.notSubmitted) }
    var missing: Int?
    var found = 0
    for index in named.indices {
      switch named[index].match(in: step.fields, of: step) {
      case .found, .passkey: found += 1
      case .missing: if missing == nil, !named[index].mayBeAbsent { missing = index }
      case .ambiguous(let names): return .ambiguous(ambiguity(of: named[index], names))
      }
    }
    if missing == nil, found > 0 || step.choices.isEmpty { return .fits(.fields(choice: nil)) }
    choices: for choice in step.choices.indices {
      let fields = step.fields(with: choice)
      for index in named.indices {
        switch named[index].match(in: fields, of: step) {
        case .passkey: continue
        case .missing: if !named[index].mayBeAbsent { continue choices }
        case .found(let field):
          guard named[index].suits(fields[field]) else { continue choices }
        case .ambiguous(let names): return .ambiguous(ambiguity(of: named[index], names))
        }
      }
      return .fits(.fields(choice: choice))
    }
    return missing.map { .passed(.fieldNotAsked($0)) } ?? .fits(.fields(choice: nil))
  }

  private func ambiguity(of named: some NamedField, _ candidates: [String]) -> Diagnostic {
    Diagnostic(
      .ambiguousField(name: named.written, candidates: candidates), at: named.place)
  }

  /// Returns whether the profiles can fill a step: they must have an answer for every required
  /// field, and for at least one field.
  ///
  /// If the step has choices, one of the answered fields must select the choice.
  private func fitFill(_ step: Step, _ state: borrowing RunState) -> Fit {
    guard step.redirect == nil, step.choices.isEmpty || state.choosesByField(step) else {
      return .passed(.notFilled)
    }
    var isFilling = false
    let byPasskey = state.profilePasskey(at: step)?.challenge.fields.values
    for field in step.fields {
      if state.profileSlot(for: field) != nil || byPasskey?.contains(field.name) == true {
        isFilling = true
      } else if field.isUnanswered, !field.isCaptcha {
        // A CAPTCHA without an answer is reported separately.
        return .passed(.notFilled)
      }
    }
    return isFilling ? .fits(.fields(choice: nil)) : .passed(.notFilled)
  }

  // MARK: Steps and capabilities by name

  private func fit(
    taking word: Word, at index: Int, _ journal: borrowing Journal
  ) -> Fit {
    let isMeant = { (capability: Capability) in word.equals(capability.name) }
    if let found = journal.response.steps[index].capabilities.first(where: isMeant) {
      return .fits(.capability(found.name, step: index))
    }
    if let step = journal.response.steps.firstIndex(where: { word.equals($0.name) }) {
      return .fits(.step(step))
    }
    if let found = journal.response.capabilities.first(where: isMeant) {
      return .fits(.capability(found.name, step: nil))
    }
    return .passed(.notThere)
  }
}

/// A field that an action names.
private protocol NamedField {
  /// The name of the field as the script writes it.
  var written: String { get }
  var mayBeAbsent: Bool { get }
  var place: Place { get }

  /// Returns which field of a form the name identifies.
  func match(in fields: [Field], of step: Step) -> FieldMatch

  /// Whether the field can accept the action's value.
  ///
  /// A value that isn't constant always passes.
  func suits(_ field: Field) -> Bool
}

extension PlannedAnswer: NamedField {
  fileprivate func match(in fields: [Field], of step: Step) -> FieldMatch {
    step.passkey(for: field) == nil ? fields.match(field) : .passkey
  }

  fileprivate func suits(_ field: Field) -> Bool {
    guard let constant = value?.constant else { return true }
    return field.taken(constant) != nil
  }
}

extension PlannedPrompt: NamedField {
  fileprivate func match(in fields: [Field], of step: Step) -> FieldMatch {
    fields.match(field)
  }

  fileprivate func suits(_ field: Field) -> Bool { true }
}
