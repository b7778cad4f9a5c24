import FlowEngine
import FlowSyntax

extension Run {
  /// Something that can be done instead of the step that is asked about.
  private enum Alternative {
    case step(Int)
    case capability(Capability, step: Int?)
  }

  /// Asks the person for the whole step, whatever it is: to choose, to fill, to wait, to follow, and
  /// always with whatever else is offered.
  mutating func promptStep(from first: Int, rule: Int, place: Place) async throws(Stop) {
    guard !response.steps.isEmpty else { throw undecided() }
    var index = first
    // The person chose this step: as it is, it is submitted.
    var isChosen = false
    while true {
      var alternatives = self.alternatives(to: index)
      var titles = alternatives.map { title(of: $0) }
      let step = response.steps[index]
      let taken: Alternative?
      if step.redirect != nil, environment.redirect != nil {
        return try await follow(index, rule: rule, place: place)
      } else if !step.choices.isEmpty {
        taken = try await promptChoice(index, titles, alternatives, rule: rule, place: place)
      } else if !asked(step, choice: nil).isEmpty {
        taken = try await promptFields(
          index, choice: nil, titles, alternatives, rule: rule, place: place)
      } else if step.waiting != nil {
        let canLeave = environment.prompter != nil && !alternatives.isEmpty
        let isOver = try await poll(
          index, every: nil, limit: canLeave ? Run.patience : nil, rule: rule, place: place)
        guard isOver else { return }
        // The same step, though it may stand elsewhere by now.
        index = response.steps.firstIndex { $0.isSame(as: step) } ?? 0
        alternatives = self.alternatives(to: index)
        titles = alternatives.map { title(of: $0) }
        taken = try await promptWay(
          index, going: "keep waiting", titles, alternatives, place: place)
        if taken == nil { continue }
      } else if isChosen || alternatives.isEmpty {
        try require([], at: index, choice: nil, place: place)
        return try await submit(index, nil, [], rule: rule, place: place)
      } else {
        taken = try await promptWay(
          index, going: step.subjects.first?.title ?? step.name, titles, alternatives,
          place: place)
        if taken == nil { return try await submit(index, nil, [], rule: rule, place: place) }
      }
      switch taken {
      case nil: return
      case .capability(let capability, let owner)?:
        return try await use(capability, step: owner, at: index, rule: rule, place: place)
      case .step(let other)?:
        index = other
        isChosen = true
        if response.steps[other].name == "cancel" {
          return try await take(other, Word("cancel"), rule: rule, place: place)
        }
      }
    }
  }

  /// The fields that a person is asked for.
  ///
  /// These are all but what is chosen and the boxes that need not be ticked; if nothing is required, a
  /// box may be what there is to give. A field that has a value is asked for if the form shows it, so
  /// that the person can change the value; but not if a choice was made, or the step waits by itself.
  private func asked(_ step: Step, choice: Int?) -> [Field] {
    let fields = step.fields(with: choice)
    let isOpen = fields.count > 1 && !fields.contains(where: \.isRequired)
    let showsValues = choice == nil && step.waiting == nil
    return fields.filter { field in
      guard !field.isChoice else { return false }
      if field.value != nil { return showsValues && field.isVisible }
      return field.isUnanswered || field.kind != .boolean || isOpen
    }
  }

  private func alternatives(to index: Int) -> [Alternative] {
    var found: [Alternative] = []
    // What can be chosen is not offered a second time.
    var names = response.steps[index].choices.map(\.naming.word)
    func add(_ capabilities: [Capability], step: Int?) {
      for capability in capabilities where !names.contains(capability.name) {
        names.append(capability.name)
        found.append(.capability(capability, step: step))
      }
    }
    add(response.steps[index].capabilities, step: index)
    for other in response.steps.indices where other != index {
      let step = response.steps[other]
      // Without a browser there is no way to follow.
      if step.redirect != nil, environment.redirect == nil { continue }
      names.append(step.name)
      found.append(.step(other))
    }
    add(response.capabilities, step: nil)
    return found
  }

  private func title(of alternative: Alternative) -> String {
    switch alternative {
    case .capability(let capability, _): return capability.name
    case .step(let index):
      let step = response.steps[index]
      if let redirect = step.redirect { return redirect.title }
      return step.subjects.first.map { "\(step.name) (\($0.title))" } ?? step.name
    }
  }

  private mutating func promptFields(
    _ index: Int, choice: Int?, method: Int? = nil, _ titles: [String],
    _ alternatives: [Alternative], rule: Int, place: Place
  ) async throws(Stop) -> Alternative? {
    let step = response.steps[index]
    if choice == nil, let challenge = step.passkeys.first {
      switch try await promptPasskey(challenge, of: step, alternatives: titles, at: place) {
      case .answers(let answers)?:
        try await submit(index, nil, answers, rule: rule, place: place)
        return nil
      case .alternative(let other)?: return alternatives[other]
      case nil: break
      }
    }
    let fields = asked(step, choice: choice)
    // A person at a terminal can't solve it, and need not be asked for the rest.
    if fields.contains(where: { $0.isCaptcha && $0.isRequired }) {
      throw .fault(.captcha(name: captchaName), at: place)
    }
    let selection = choice.map { Selection(choice: $0, method: method) }
    guard !fields.isEmpty else {
      try await submit(index, selection, [], rule: rule, place: place)
      return nil
    }
    var complaint: String?
    for _ in 1..<Run.asksMax {
      // Whoever gives up now has answered nothing.
      records[records.count - 1].taken = nil
      let filled = try await fill(
        fields, fields.map(\.label), of: step, alternatives: titles, complaint: complaint,
        at: place)
      let answers: [Answer]
      switch filled {
      case .alternative(let other): return alternatives[other]
      case .answers(let given): answers = given
      }
      // To keep the values that are there is an answer too.
      if answers.isEmpty, !alternatives.isEmpty, !fields.contains(where: { $0.value != nil }),
        let other = try await promptWay(
          index, going: "go on without an answer", titles, alternatives, place: place)
      {
        return other
      }
      do throws(Stop) {
        try await submit(index, selection, answers, rule: rule, place: place)
        return nil
      } catch {
        // What didn't fit was not sent, and the step can be answered still.
        guard case .fault(let diagnostics) = error, error.isUnsent else { throw error }
        complaint = diagnostics.first?.message
      }
    }
    throw .fault(.valueFailed(message: "no answer fitted `\(step.name)`"), at: place)
  }

  private mutating func promptChoice(
    _ index: Int, _ titles: [String], _ alternatives: [Alternative], rule: Int, place: Place
  ) async throws(Stop) -> Alternative? {
    let step = response.steps[index]
    var question = self.question(about: step)
    question.alternatives = titles
    question.options = step.choices.map { choice in
      Question.Option(
        title: choice.naming.title, details: choice.details, methods: choice.methods.map(\.title))
    }
    for _ in 0..<Run.asksMax {
      switch try await reply(to: question, at: place) {
      case .chose(let choice, let method)
      where step.choices.indices.contains(choice)
        && method.map(step.choices[choice].methods.indices.contains) != false:
        return try await promptFields(
          index, choice: choice, method: method, titles, alternatives, rule: rule, place: place)
      case .other(let other) where alternatives.indices.contains(other):
        return alternatives[other]
      case .cancelled: throw .ended(.cancelled)
      case .chose, .other, .filled: question.complaint = "choose one of the options"
      }
    }
    throw .fault(.valueFailed(message: "nothing was chosen at `\(step.name)`"), at: place)
  }

  /// Asks how to go on where there is nothing to fill; `nil` goes on with the step itself, which the
  /// person reads as `going`.
  private mutating func promptWay(
    _ index: Int, going: String, _ titles: [String], _ alternatives: [Alternative], place: Place
  ) async throws(Stop) -> Alternative? {
    let step = response.steps[index]
    var question = self.question(about: step)
    question.options = [Question.Option(title: going)]
    question.alternatives = titles
    for _ in 0..<Run.asksMax {
      switch try await reply(to: question, at: place) {
      case .chose(0, _): return nil
      case .other(let other) where alternatives.indices.contains(other):
        return alternatives[other]
      case .cancelled: throw .ended(.cancelled)
      case .chose, .other, .filled: question.complaint = "choose one of the options"
      }
    }
    throw .fault(.valueFailed(message: "nothing was chosen at `\(step.name)`"), at: place)
  }
}
