import FlowText
import FlowDiagnostics
import FlowEngine
import FlowSyntax

// The answers of an action to the fields of a step, or of one of its choices.
extension Evaluator {
  /// Returns an action's answers, each with the full name of its field.
  ///
  /// - Parameters:
  ///   - planned: The planned answers.
  ///   - step: The index of the step.
  ///   - choice: The index of the choice that the action makes; `nil` if it makes none.
  ///   - state: The state of the run.
  /// - Returns: The answers.
  /// - Throws: `Stop`.
  mutating func answers(
    _ planned: [PlannedAnswer], at step: Int, choice: Int?, _ state: inout RunState
  ) async throws(Stop) -> [Answer] {
    let fields = state.journal.fields(at: step, with: choice)
    let asksForPasskey = state.journal.response.steps[step].asksForPasskey
    var answers: [Answer] = []
    answers.reserveCapacity(fields.count)
    for answer in planned {
      if asksForPasskey,
        let challenge = state.journal.response.steps[step].passkey(for: answer.field)
      {
        let value = try state.passkey(of: answer)
        let parts = try await self.answers(to: challenge, by: value, fields, state)
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
      let value = try await value(of: answer, for: field, &state)
      answers.append(try field.answer(value, at: answer.place))
    }
    return answers
  }

  /// Returns the value of an answer.
  ///
  /// An answer without a value takes the script's value that has one of the field's names. A check
  /// box without a value is checked.
  private mutating func value(
    of answer: PlannedAnswer, for field: Field, _ state: inout RunState
  ) async throws(Stop) -> Value {
    if let planned = answer.value { return try await value(planned, &state) }
    if field.kind == .boolean { return .boolean(true) }
    if let named = state.plan.named.first(where: { $0.word.names(field) }) {
      return try await value(of: named.slot, &state)
    }
    throw .fault(
      .unknownName(kind: "value", name: answer.written, nearest: []), at: answer.place,
      help: "add it here, as in `\(answer.written) = \"…\"`, or in a profile that the flow uses")
  }

  /// Adds the profiles' answers to the required fields that the action leaves unanswered.
  mutating func complete(
    _ answers: inout [Answer], at step: Int, choice: Int?, place: Place, _ state: inout RunState
  ) async throws(Stop) {
    let fields = state.journal.fields(at: step, with: choice)
    // A passkey answers all fields of its challenge, unless the script answers one of them itself.
    if state.journal.response.steps[step].asksForPasskey,
      let (challenge, slot) = state.profilePasskey(at: state.journal.response.steps[step]),
      !answers.contains(where: { challenge.fields.values.contains($0.field) })
    {
      let value = state.plan.slots[slot].value
      answers += try await self.answers(to: challenge, by: value, fields, state)
    }
    for position in fields.indices
    where fields[position].isUnanswered(with: choice)
      && !answers.contains(where: { $0.field == fields[position].name })
    {
      let field = fields[position]
      guard let slot = state.profileSlot(for: field) else { continue }
      let value = try await value(of: slot, &state)
      answers.append(try field.answer(value, at: state.plan.slots[slot].value.place))
    }
    try state.journal.require(answers, at: step, choice: choice, place: place)
  }

  /// Returns the profiles' answers to a step's fields.
  ///
  /// - Parameters:
  ///   - index: The index of the step.
  ///   - state: The state of the run.
  /// - Returns: The answers, and the location of the first one; `nil` if there is no answer.
  /// - Throws: `Stop`.
  mutating func profileAnswers(
    at index: Int, _ state: inout RunState
  ) async throws(Stop) -> (answers: [Answer], place: Place?) {
    var answers: [Answer] = []
    var place: Place?
    let step = state.journal.response.steps[index]
    if let (challenge, slot) = state.profilePasskey(at: step) {
      place = state.plan.slots[slot].value.place
      let value = state.plan.slots[slot].value
      answers = try await self.answers(to: challenge, by: value, step.fields, state)
    }
    for field in step.fields where !answers.contains(where: { $0.field == field.name }) {
      guard let slot = state.profileSlot(for: field) else { continue }
      let value = try await value(of: slot, &state)
      if answers.isEmpty { place = state.plan.slots[slot].value.place }
      answers.append(try field.answer(value, at: state.plan.slots[slot].value.place))
    }
    return (answers, place)
  }

  /// Returns the parameters after `with`, each with the name that the script writes.
  mutating func parameters(
    _ planned: [PlannedAnswer], _ state: inout RunState
  ) async throws(Stop) -> [Answer] {
    var answers: [Answer] = []
    for parameter in planned {
      guard let value = parameter.value else { continue }
      answers.append(Answer(parameter.written, try await self.value(value, &state)))
    }
    return answers
  }

  /// Returns a passkey's answers to a challenge, one for each field of the challenge.
  private func answers(
    to challenge: PasskeyChallenge, by planned: PlannedValue, _ fields: [Field],
    _ state: borrowing RunState
  ) async throws(Stop) -> [Answer] {
    let place = planned.place
    guard let name = state.passkeyName(planned) else {
      throw .fault(
        .valueFailed(message: "a passkey's challenge requires a passkey"), at: place,
        help: "write `passkey = passkey NAME`")
    }
    guard let holder = state.environment.passkeys else {
      throw .fault(.passkeyFailed(message: PlainFailure.noHolder.message), at: place)
    }
    let parts: [PasskeyChallenge.Part: String]
    do throws(PlainFailure) {
      parts = try await holder.answer(challenge, by: name)
    } catch {
      if Task.isCancelled { throw .interrupted }
      throw .fault(.passkeyFailed(message: error.message), at: place, help: error.help)
    }
    return try challenge.answers(of: parts, fields, at: place)
  }
}

extension Field {
  /// Returns an answer with the value converted to the field's type.
  func answer(_ value: Value, at place: Place) throws(Stop) -> Answer {
    guard let taken = taken(value) else {
      let shown = isSecret ? value.hidden.shown : value.shown
      throw .fault(
        .valueFailed(message: "`\(name)` doesn't accept `\(shown)`"), at: place,
        help: "it accepts \(expects)")
    }
    return Answer(name, taken)
  }
}

extension Journal {
  /// Returns the fields of a step of the latest response, and the fields of the choice if a choice
  /// is given.
  func fields(at step: Int, with choice: Int?) -> [Field] {
    // If there is no choice, the step isn't copied.
    choice == nil ? response.steps[step].fields : response.steps[step].fields(with: choice)
  }

  /// Throws a fault if the answers leave a required field of the step unanswered.
  func require(
    _ answers: [Answer], at step: Int, choice: Int?, place: Place
  ) throws(Stop) {
    let fields = fields(at: step, with: choice)
    for position in fields.indices
    where fields[position].isUnanswered(with: choice)
      && !answers.contains(where: { $0.field == fields[position].name })
    {
      let field = fields[position]
      if field.isCaptcha { throw .fault(.captcha(name: Refusal.captchaName(self)), at: place) }
      let step = response.steps[step].name
      // An action without answers is `submit` or a capability, so the help suggests `answer`
      // instead.
      let help =
        if place.text.hasPrefix("choose ") {
          "write `with \(field.answer)` after the choice"
        } else if answers.isEmpty {
          "write `answer \(field.answer)` at `\(step)`"
        } else {
          "add `\(field.answer)` to the answer to `\(step)`"
        }
      throw .fault(.requiredField(name: field.name), at: place, help: help)
    }
  }
}
