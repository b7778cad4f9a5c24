import FlowDiagnostics
import FlowEngine
import FlowSyntax

extension Performer {
  /// Chooses an option of a step, and answers the fields of the option's form.
  mutating func choose(
    _ fields: [PlannedAnswer], at step: Int, _ selection: Selection, _ option: Int,
    _ place: Place, _ evaluator: inout Evaluator, _ state: inout RunState
  ) async throws(Stop) {
    let choice = selection.choice
    var answers = try await evaluator.answers(fields, at: step, choice: choice, &state)
    try await evaluator.complete(&answers, at: step, choice: choice, place: place, &state)
    take(option)
    try await submit(step, selection, answers, place, &evaluator, &state)
  }

  /// Answers a step's own fields, or the form of the first choice that accepts the answers.
  mutating func answer(
    _ planned: [PlannedAnswer], at index: Int, choice: Int?, _ place: Place,
    _ evaluator: inout Evaluator, _ state: inout RunState
  ) async throws(Stop) {
    guard let choice else {
      var answers = try await evaluator.answers(planned, at: index, choice: nil, &state)
      try await evaluator.complete(&answers, at: index, choice: nil, place: place, &state)
      return try await submit(index, nil, answers, place, &evaluator, &state)
    }
    // The values are known only now, so a later choice may be the first that accepts them.
    let choiceCount = state.journal.response.steps[index].choices.count
    var refused: Stop?
    for candidate in choice..<choiceCount {
      do throws(Stop) {
        var answers = try await evaluator.answers(planned, at: index, choice: candidate, &state)
        try await evaluator.complete(
          &answers, at: index, choice: candidate, place: place, &state)
        let selection = Selection(choice: candidate)
        return try await submit(index, selection, answers, place, &evaluator, &state)
      } catch .fault(let diagnostics) where isUnfit(diagnostics) {
        if refused == nil { refused = .fault(diagnostics) }
      }
    }
    throw refused ?? .fault(.notOffered(what: place.text), at: place)
  }

  /// Whether the faults only show that the answers are for the form of another choice.
  private func isUnfit(_ diagnostics: [Diagnostic]) -> Bool {
    switch diagnostics.first?.kind {
    case .valueFailed, .unknownName, .requiredField: true
    default: false
    }
  }

  /// Asks the user for fields, and submits the step with the answers.
  mutating func prompt(
    _ prompts: [PlannedPrompt], at index: Int, choice: Int?, _ place: Place,
    _ evaluator: inout Evaluator, _ state: inout RunState
  ) async throws(Stop) {
    let step = state.journal.response.steps[index]
    let all = step.fields(with: choice)
    var fields: [Field] = []
    var labels: [String] = []
    for prompt in prompts {
      guard case .found(let found) = all.match(prompt.field) else { continue }
      guard !fields.contains(where: { $0.name == all[found].name }) else {
        throw .fault(.duplicateField(name: all[found].name), at: prompt.place)
      }
      fields.append(all[found])
      if let text = prompt.text {
        labels.append(try await evaluator.shownText(text, &state))
      } else {
        labels.append(all[found].label)
      }
    }
    var answers: [Answer] = []
    if !fields.isEmpty {
      let question = state.journal.question(about: step)
      let filled = try await state.asker.fill(fields, labels, question, at: place, &state.time)
      guard case .answers(let given) = filled else { throw .ended(.cancelled) }
      answers = given
    }
    try await evaluator.complete(&answers, at: index, choice: choice, place: place, &state)
    let selection = choice.map { Selection(choice: $0) }
    try await submit(index, selection, answers, place, &evaluator, &state)
  }

  /// Asks the user everything about a step, and performs the action that the user requests.
  mutating func promptStep(
    from first: Int, _ place: Place, _ evaluator: inout Evaluator, _ state: inout RunState
  ) async throws(Stop) {
    var dialog = StepDialog(at: first)
    while true {
      let wish = try await dialog.next(at: place, &state)
      let step = dialog.step
      switch wish {
      case .submitAsIs: return try await submitAsIs(step, [], place, &evaluator, &state)
      case .submit(let selection, let answers):
        return try await submit(step, selection, answers, place, &evaluator, &state)
      case .submitTyped(let selection, let answers):
        do throws(Stop) {
          return try await submit(step, selection, answers, place, &evaluator, &state)
        } catch {
          // An invalid answer wasn't sent, so the step can still be answered.
          guard case .fault(let diagnostics) = error, error.isUnsent else { throw error }
          dialog.refuse(diagnostics.first?.message)
        }
      case .follow: return try await follow(step, place, &evaluator, &state)
      case .wait(let limit):
        let isOver = try await poll(step, every: nil, limit: limit, place, &evaluator, &state)
        guard isOver else { return }
      case .use(let capability, let owner):
        return try await use(capability, step: owner, place, &evaluator, &state)
      case .cancel:
        try await submitAsIs(step, [], place, &evaluator, &state)
        throw .ended(.cancelled)
      }
    }
  }
}
